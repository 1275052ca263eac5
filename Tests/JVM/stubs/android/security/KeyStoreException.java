package android.security;

/** As Android 13 and later have it: the internal number is in the text alone. */
public class KeyStoreException extends Exception {
    private final int numericCode;

    public KeyStoreException(int internalCode, int numericCode, String text) {
        super(text + " (internal Keystore code: " + internalCode + " message: " + text + ")");
        this.numericCode = numericCode;
    }

    public int getNumericErrorCode() {
        return numericCode;
    }
}
