package org.holdfast;

import androidx.biometric.BiometricManager;
import androidx.biometric.BiometricPrompt;
import androidx.fragment.app.FragmentActivity;
import java.security.Signature;
import java.util.concurrent.Executor;
import javax.crypto.Cipher;

/** Shows prompts for the Swift side and tells it how they ended. */
public final class BiometricPrompts {
    private static final int DEVICE_CREDENTIAL = 0x8000;
    /** Not a number of the platform's: there is nothing to show a prompt in. */
    private static final int NO_ACTIVITY = -100;

    private static volatile FragmentActivity activity;
    private static volatile android.content.Context context;

    private BiometricPrompts() {}

    /** Says which activity is in front; the app calls it in onResume, and with null in onPause. */
    public static void setActivity(FragmentActivity front) {
        activity = front;
    }

    static void setContext(android.content.Context application) {
        context = application;
    }

    static int canAuthenticate(int authenticators) {
        return BiometricManager.from(context).canAuthenticate(authenticators);
    }

    /** Shows a prompt; {@link #ended} is called once for it, on any thread. */
    static void authenticate(
            final long number, String title, String subtitle, String description, String cancel,
            final int authenticators, final Object operation) {
        final FragmentActivity front = activity;
        if (front == null) {
            ended(number, NO_ACTIVITY);
            return;
        }
        BiometricPrompt.PromptInfo.Builder builder =
                new BiometricPrompt.PromptInfo.Builder()
                        .setTitle(title)
                        .setSubtitle(subtitle)
                        .setDescription(description)
                        .setAllowedAuthenticators(authenticators);
        if ((authenticators & DEVICE_CREDENTIAL) == 0) {
            builder.setNegativeButtonText(
                    cancel != null ? cancel : front.getString(android.R.string.cancel));
        }
        final BiometricPrompt.PromptInfo info = builder.build();
        front.runOnUiThread(() -> show(number, front, info, operation));
    }

    private static void show(
            long number, FragmentActivity front, BiometricPrompt.PromptInfo info,
            Object operation) {
        try {
            Executor here = Runnable::run;
            BiometricPrompt prompt = new BiometricPrompt(front, here, new Callback(number));
            if (operation instanceof Cipher) {
                prompt.authenticate(info, new BiometricPrompt.CryptoObject((Cipher) operation));
            } else if (operation instanceof Signature) {
                prompt.authenticate(info, new BiometricPrompt.CryptoObject((Signature) operation));
            } else {
                prompt.authenticate(info);
            }
        } catch (IllegalStateException notInFront) {
            // androidx throws it when the activity has left the foreground meanwhile.
            ended(number, NO_ACTIVITY);
        }
    }

    private static final class Callback extends BiometricPrompt.AuthenticationCallback {
        private final long number;

        Callback(long number) {
            this.number = number;
        }

        @Override
        public void onAuthenticationSucceeded(BiometricPrompt.AuthenticationResult result) {
            ended(number, 0);
        }

        @Override
        public void onAuthenticationError(int code, CharSequence text) {
            ended(number, code);
        }
    }

    private static native void ended(long number, int code);
}
