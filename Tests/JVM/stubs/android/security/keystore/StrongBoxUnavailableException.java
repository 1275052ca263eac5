package android.security.keystore;

public class StrongBoxUnavailableException extends java.security.ProviderException {
    public StrongBoxUnavailableException(String message) {
        super(message);
    }

    public StrongBoxUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
