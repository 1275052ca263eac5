package org.holdfast.test;

import android.content.Context;
import androidx.fragment.app.FragmentActivity;
import java.security.Security;
import org.holdfast.BiometricPrompts;

/** Starts the Swift side in a real Java machine and lets it call back into Java. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Security.insertProviderAt(new StandInProvider(), 1);
        System.load(arguments[0]);
        BiometricPrompts.setActivity(new FragmentActivity());
        int failures = run(new Context());
        System.exit(failures == 0 ? 0 : 1);
    }

    /** What a prompt answers from now on. */
    static void setAnswer(int number) {
        androidx.biometric.BiometricPrompt.answer = number;
    }

    static void setLocked(boolean locked) {
        android.app.KeyguardManager.locked = locked;
        Context.receiver.onReceive(new Context(), null);
    }

    static void setForeground(boolean inFront) {
        BiometricPrompts.setActivity(inFront ? new FragmentActivity() : null);
    }

    /** Runs every check of the Swift side and answers how many failed. */
    private static native int run(Context context);
}
