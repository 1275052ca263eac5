package org.holdfast.test;

import android.content.Context;
import androidx.fragment.app.FragmentActivity;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Security;
import java.security.spec.MGF1ParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;
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

    /**
     * Lays an RSA pair into the Keystore as flutter_secure_storage has it in the package "p", and
     * wraps the bytes 1 to 16 with it.
     */
    static byte[] wrapForeign(boolean oaep) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA", "SunRsaSign");
        generator.initialize(2048);
        KeyPair pair = generator.generateKeyPair();
        StandInProvider.KEYS.put(
                "p.FlutterSecureStoragePluginKey" + (oaep ? "OAEP" : ""),
                new StandInProvider.Entry(null, null, pair));
        Cipher cipher;
        if (oaep) {
            cipher = Cipher.getInstance("RSA/ECB/OAEPPadding", "SunJCE");
            cipher.init(
                    Cipher.ENCRYPT_MODE, pair.getPublic(),
                    new OAEPParameterSpec(
                            "SHA-256", "MGF1", MGF1ParameterSpec.SHA1,
                            PSource.PSpecified.DEFAULT));
        } else {
            cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding", "SunJCE");
            cipher.init(Cipher.ENCRYPT_MODE, pair.getPublic());
        }
        byte[] key = new byte[16];
        for (int index = 0; index < key.length; index++) {
            key[index] = (byte) (index + 1);
        }
        return cipher.doFinal(key);
    }

    /** Runs every check of the Swift side and answers how many failed. */
    private static native int run(Context context);
}
