package androidx.biometric;

import android.content.Context;

public class BiometricManager {
    public static BiometricManager from(Context context) {
        return new BiometricManager();
    }

    public int canAuthenticate(int authenticators) {
        return authenticators == 0x8000 ? 11 : 0;
    }
}
