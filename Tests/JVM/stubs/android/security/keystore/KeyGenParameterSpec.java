package android.security.keystore;

import java.security.spec.AlgorithmParameterSpec;

/** Keeps what was set, for the stand-in provider to look at. */
public final class KeyGenParameterSpec implements AlgorithmParameterSpec {
    public final String alias;
    public final int purposes;
    public int keySize;
    public AlgorithmParameterSpec algorithmParameters;
    public boolean needsPerson;
    public int validitySeconds = -1;
    public int authenticationTypes;
    public boolean invalidatedByEnrolment = true;
    public boolean needsUnlockedDevice;
    public boolean strongBox;

    private KeyGenParameterSpec(String alias, int purposes) {
        this.alias = alias;
        this.purposes = purposes;
    }

    public static final class Builder {
        private final KeyGenParameterSpec spec;

        public Builder(String alias, int purposes) {
            spec = new KeyGenParameterSpec(alias, purposes);
        }

        public Builder setKeySize(int bits) {
            spec.keySize = bits;
            return this;
        }

        public Builder setBlockModes(String... modes) {
            return this;
        }

        public Builder setEncryptionPaddings(String... paddings) {
            return this;
        }

        public Builder setDigests(String... digests) {
            return this;
        }

        public Builder setAlgorithmParameterSpec(AlgorithmParameterSpec parameters) {
            spec.algorithmParameters = parameters;
            return this;
        }

        public Builder setUserAuthenticationRequired(boolean required) {
            spec.needsPerson = required;
            return this;
        }

        public Builder setUserAuthenticationParameters(int timeout, int type) {
            spec.validitySeconds = timeout;
            spec.authenticationTypes = type;
            return this;
        }

        public Builder setUserAuthenticationValidityDurationSeconds(int seconds) {
            spec.validitySeconds = seconds;
            return this;
        }

        public Builder setInvalidatedByBiometricEnrollment(boolean invalidated) {
            spec.invalidatedByEnrolment = invalidated;
            return this;
        }

        public Builder setUnlockedDeviceRequired(boolean required) {
            spec.needsUnlockedDevice = required;
            return this;
        }

        public Builder setIsStrongBoxBacked(boolean backed) {
            spec.strongBox = backed;
            return this;
        }

        public KeyGenParameterSpec build() {
            return spec;
        }
    }
}
