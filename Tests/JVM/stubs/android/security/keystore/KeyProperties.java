package android.security.keystore;

public abstract class KeyProperties {
    public static final int PURPOSE_ENCRYPT = 1;
    public static final int PURPOSE_DECRYPT = 2;
    public static final int PURPOSE_SIGN = 4;
    public static final int AUTH_DEVICE_CREDENTIAL = 1;
    public static final int AUTH_BIOMETRIC_STRONG = 2;
    public static final String KEY_ALGORITHM_AES = "AES";
    public static final String KEY_ALGORITHM_EC = "EC";
    public static final String BLOCK_MODE_GCM = "GCM";
    public static final String ENCRYPTION_PADDING_NONE = "NoPadding";
    public static final String DIGEST_SHA256 = "SHA-256";
}
