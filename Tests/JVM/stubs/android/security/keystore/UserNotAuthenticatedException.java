package android.security.keystore;

public class UserNotAuthenticatedException extends java.security.InvalidKeyException {
    public UserNotAuthenticatedException(String message) {
        super(message);
    }

    public UserNotAuthenticatedException(String message, Throwable cause) {
        super(message, cause);
    }
}
