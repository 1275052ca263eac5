package android.security.keystore;

import java.security.spec.KeySpec;

/** What a key may do, as far as it is asked. */
public class KeyInfo implements KeySpec {
    private final boolean needsPerson;

    public KeyInfo(boolean needsPerson) {
        this.needsPerson = needsPerson;
    }

    public boolean isUserAuthenticationRequired() {
        return needsPerson;
    }
}
