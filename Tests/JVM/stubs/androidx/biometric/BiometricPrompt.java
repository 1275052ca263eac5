package androidx.biometric;

import androidx.fragment.app.FragmentActivity;
import java.security.Signature;
import java.util.concurrent.Executor;
import javax.crypto.Cipher;

/** Shows nothing: it answers what the test has set. */
public class BiometricPrompt {
    /** 0 confirms; anything else is the number of an error. */
    public static volatile int answer = 0;
    /** What the last prompt was to authenticate. */
    public static volatile Object authenticated;

    private final Executor executor;
    private final AuthenticationCallback callback;

    public BiometricPrompt(
            FragmentActivity activity, Executor executor, AuthenticationCallback callback) {
        this.executor = executor;
        this.callback = callback;
    }

    public void authenticate(PromptInfo info) {
        end(null);
    }

    public void authenticate(PromptInfo info, CryptoObject object) {
        end(object.operation);
    }

    private void end(Object operation) {
        executor.execute(
                () -> {
                    if (answer == 0) {
                        authenticated = operation;
                        callback.onAuthenticationSucceeded(new AuthenticationResult());
                    } else {
                        callback.onAuthenticationError(answer, "");
                    }
                });
    }

    public abstract static class AuthenticationCallback {
        public void onAuthenticationSucceeded(AuthenticationResult result) {}

        public void onAuthenticationError(int code, CharSequence text) {}
    }

    public static class AuthenticationResult {}

    public static class CryptoObject {
        final Object operation;

        public CryptoObject(Cipher cipher) {
            operation = cipher;
        }

        public CryptoObject(Signature signature) {
            operation = signature;
        }
    }

    public static class PromptInfo {
        public static class Builder {
            public Builder setTitle(CharSequence text) {
                return this;
            }

            public Builder setSubtitle(CharSequence text) {
                return this;
            }

            public Builder setDescription(CharSequence text) {
                return this;
            }

            public Builder setAllowedAuthenticators(int authenticators) {
                return this;
            }

            public Builder setNegativeButtonText(CharSequence text) {
                return this;
            }

            public PromptInfo build() {
                return new PromptInfo();
            }
        }
    }
}
