package org.holdfast.test;

import android.security.KeyStoreException;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyInfo;
import android.security.keystore.KeyPermanentlyInvalidatedException;
import android.security.keystore.StrongBoxUnavailableException;
import android.security.keystore.UserNotAuthenticatedException;
import androidx.biometric.BiometricPrompt;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyFactorySpi;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyPairGeneratorSpi;
import java.security.KeyStoreSpi;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.KeySpec;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.KeyAgreement;
import javax.crypto.KeyAgreementSpi;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactorySpi;
import javax.crypto.spec.SecretKeySpec;

/**
 * A provider named AndroidKeyStore with the JDK's own AES-GCM and EC behind it.
 *
 * It proves that the pass-through calls the Java Cryptography Architecture rightly. It is no model
 * of the Keystore: that is the simulated phone. What an alias contains decides how its key fails.
 */
public final class StandInProvider extends Provider {
    static final Map<String, Entry> KEYS = new ConcurrentHashMap<>();

    public StandInProvider() {
        super("AndroidKeyStore", "1", "a stand-in for tests");
        put("KeyStore.AndroidKeyStore", Store.class.getName());
        put("KeyGenerator.AES", AesGenerator.class.getName());
        put("KeyPairGenerator.EC", PairGenerator.class.getName());
        put("Cipher.AES/GCM/NoPadding", GcmCipher.class.getName());
        put("KeyAgreement.ECDH", Agreement.class.getName());
        put("SecretKeyFactory.AES", SecretInfo.class.getName());
        put("KeyFactory.EC", PairInfo.class.getName());
    }

    /** A key or a pair, and the spec it was made by. */
    static final class Entry {
        final KeyGenParameterSpec spec;
        final byte[] secret;
        final KeyPair pair;

        Entry(KeyGenParameterSpec spec, byte[] secret, KeyPair pair) {
            this.spec = spec;
            this.secret = secret;
            this.pair = pair;
        }
    }

    /** An AES key that only this provider's cipher takes. */
    static final class OpaqueKey implements SecretKey {
        final Entry entry;

        OpaqueKey(Entry entry) {
            this.entry = entry;
        }

        @Override
        public String getAlgorithm() {
            return "AES";
        }

        @Override
        public String getFormat() {
            return null;
        }

        @Override
        public byte[] getEncoded() {
            return null;
        }
    }

    /** Carries a public key, as the Keystore's self-signed certificates do. */
    static final class Holder extends Certificate {
        private final PublicKey key;

        Holder(PublicKey key) {
            super("X.509");
            this.key = key;
        }

        @Override
        public byte[] getEncoded() {
            return new byte[0];
        }

        @Override
        public void verify(PublicKey signer) {}

        @Override
        public void verify(PublicKey signer, String provider) {}

        @Override
        public String toString() {
            return "a stand-in";
        }

        @Override
        public PublicKey getPublicKey() {
            return key;
        }
    }

    public static final class Store extends KeyStoreSpi {
        @Override
        public Key engineGetKey(String alias, char[] password) throws UnrecoverableKeyException {
            if (alias.contains("unrecoverable")) {
                throw new UnrecoverableKeyException(
                        "User changed or deleted their auth credentials");
            }
            Entry entry = KEYS.get(alias);
            if (entry == null) {
                return null;
            }
            return entry.pair == null ? new OpaqueKey(entry) : entry.pair.getPrivate();
        }

        @Override
        public Certificate engineGetCertificate(String alias) {
            Entry entry = KEYS.get(alias);
            return entry == null || entry.pair == null ? null : new Holder(entry.pair.getPublic());
        }

        @Override
        public void engineDeleteEntry(String alias) {
            KEYS.remove(alias);
        }

        @Override
        public Enumeration<String> engineAliases() {
            return Collections.enumeration(KEYS.keySet());
        }

        @Override
        public boolean engineContainsAlias(String alias) {
            return KEYS.containsKey(alias);
        }

        @Override
        public int engineSize() {
            return KEYS.size();
        }

        @Override
        public void engineLoad(InputStream stream, char[] password) {}

        @Override
        public Certificate[] engineGetCertificateChain(String alias) {
            return null;
        }

        @Override
        public Date engineGetCreationDate(String alias) {
            return null;
        }

        @Override
        public void engineSetKeyEntry(
                String alias, Key key, char[] password, Certificate[] chain) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void engineSetCertificateEntry(String alias, Certificate certificate) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean engineIsKeyEntry(String alias) {
            return KEYS.containsKey(alias);
        }

        @Override
        public boolean engineIsCertificateEntry(String alias) {
            return false;
        }

        @Override
        public String engineGetCertificateAlias(Certificate certificate) {
            return null;
        }

        @Override
        public void engineStore(OutputStream stream, char[] password) {
            throw new UnsupportedOperationException();
        }
    }

    public static final class AesGenerator extends KeyGeneratorSpi {
        private KeyGenParameterSpec spec;

        @Override
        protected void engineInit(AlgorithmParameterSpec parameters, SecureRandom random)
                throws InvalidAlgorithmParameterException {
            spec = (KeyGenParameterSpec) parameters;
            if (spec.alias.contains("nolockscreen")) {
                throw new InvalidAlgorithmParameterException(
                        new IllegalStateException(
                                "Secure lock screen must be enabled to create keys requiring"
                                        + " user authentication"));
            }
        }

        @Override
        protected SecretKey engineGenerateKey() {
            if (spec.strongBox && spec.alias.contains("nostrongbox")) {
                throw new StrongBoxUnavailableException(
                        "no StrongBox", new KeyStoreException(-68, 12, "no StrongBox"));
            }
            byte[] secret = new byte[spec.keySize / 8];
            new SecureRandom().nextBytes(secret);
            Entry entry = new Entry(spec, secret, null);
            KEYS.put(spec.alias, entry);
            return new OpaqueKey(entry);
        }

        @Override
        protected void engineInit(SecureRandom random) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void engineInit(int size, SecureRandom random) {
            throw new UnsupportedOperationException();
        }
    }

    public static final class PairGenerator extends KeyPairGeneratorSpi {
        private KeyGenParameterSpec spec;

        @Override
        public void initialize(AlgorithmParameterSpec parameters, SecureRandom random) {
            spec = (KeyGenParameterSpec) parameters;
        }

        @Override
        public void initialize(int size, SecureRandom random) {
            throw new UnsupportedOperationException();
        }

        @Override
        public KeyPair generateKeyPair() {
            try {
                KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", "SunEC");
                generator.initialize((ECGenParameterSpec) spec.algorithmParameters);
                KeyPair pair = generator.generateKeyPair();
                KEYS.put(spec.alias, new Entry(spec, null, pair));
                return pair;
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        }
    }

    public static final class GcmCipher extends CipherSpi {
        private Cipher cipher;
        private Entry entry;

        private Key material(Key key) throws InvalidKeyException {
            entry = ((OpaqueKey) key).entry;
            String alias = entry.spec.alias;
            if (alias.contains("invalidated")) {
                throw new KeyPermanentlyInvalidatedException(
                        "Key permanently invalidated", new KeyStoreException(17, 6, "gone"));
            }
            if (alias.contains("unauthenticated")) {
                throw new UserNotAuthenticatedException(
                        "User not authenticated", new KeyStoreException(-26, 2, "nobody"));
            }
            if (alias.contains("devicelocked")) {
                throw new InvalidKeyException(
                        "Keystore operation failed", new KeyStoreException(-72, 2, "locked"));
            }
            return new SecretKeySpec(entry.secret, "AES");
        }

        @Override
        protected void engineInit(int mode, Key key, SecureRandom random)
                throws InvalidKeyException {
            try {
                cipher = Cipher.getInstance("AES/GCM/NoPadding", "SunJCE");
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
            cipher.init(mode, material(key));
        }

        @Override
        protected void engineInit(
                int mode, Key key, AlgorithmParameterSpec parameters, SecureRandom random)
                throws InvalidKeyException, InvalidAlgorithmParameterException {
            try {
                cipher = Cipher.getInstance("AES/GCM/NoPadding", "SunJCE");
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
            cipher.init(mode, material(key), parameters);
        }

        @Override
        protected byte[] engineDoFinal(byte[] input, int offset, int count)
                throws IllegalBlockSizeException, javax.crypto.BadPaddingException {
            boolean isPerUse = entry.spec.needsPerson && entry.spec.validitySeconds <= 0;
            if (isPerUse && BiometricPrompt.authenticated == null) {
                IllegalBlockSizeException refusal = new IllegalBlockSizeException();
                refusal.initCause(
                        new KeyStoreException(-26, 2, "Key user not authenticated"));
                throw refusal;
            }
            BiometricPrompt.authenticated = null;
            return cipher.doFinal(input, offset, count);
        }

        @Override
        protected void engineUpdateAAD(byte[] data, int offset, int count) {
            cipher.updateAAD(data, offset, count);
        }

        @Override
        protected byte[] engineGetIV() {
            return cipher.getIV();
        }

        @Override
        protected byte[] engineUpdate(byte[] input, int offset, int count) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected int engineUpdate(byte[] input, int offset, int count, byte[] output, int at) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected int engineDoFinal(byte[] input, int offset, int count, byte[] output, int at) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void engineInit(
                int mode, Key key, AlgorithmParameters parameters, SecureRandom random) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void engineSetMode(String mode) {}

        @Override
        protected void engineSetPadding(String padding) {}

        @Override
        protected int engineGetBlockSize() {
            return 16;
        }

        @Override
        protected int engineGetOutputSize(int count) {
            return count + 16;
        }

        @Override
        protected AlgorithmParameters engineGetParameters() {
            return cipher.getParameters();
        }
    }

    /** Tells what a key may do, as the Keystore's factories do, and nothing else. */
    public static final class SecretInfo extends SecretKeyFactorySpi {
        @Override
        protected KeySpec engineGetKeySpec(SecretKey key, Class<?> type) {
            return new KeyInfo(((OpaqueKey) key).entry.spec.needsPerson);
        }

        @Override
        protected SecretKey engineGenerateSecret(KeySpec spec) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected SecretKey engineTranslateKey(SecretKey key) {
            throw new UnsupportedOperationException();
        }
    }

    /** The same of a pair. */
    public static final class PairInfo extends KeyFactorySpi {
        @Override
        protected <T extends KeySpec> T engineGetKeySpec(Key key, Class<T> type) {
            for (Entry entry : KEYS.values()) {
                if (entry.pair != null && entry.pair.getPrivate().equals(key)) {
                    return type.cast(new KeyInfo(entry.spec.needsPerson));
                }
            }
            throw new IllegalStateException("a pair of nobody");
        }

        @Override
        protected PublicKey engineGeneratePublic(KeySpec spec) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected PrivateKey engineGeneratePrivate(KeySpec spec) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected Key engineTranslateKey(Key key) {
            throw new UnsupportedOperationException();
        }
    }

    public static final class Agreement extends KeyAgreementSpi {
        private KeyAgreement agreement;

        @Override
        protected void engineInit(Key key, SecureRandom random) throws InvalidKeyException {
            try {
                agreement = KeyAgreement.getInstance("ECDH", "SunEC");
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
            agreement.init((PrivateKey) key);
        }

        @Override
        protected void engineInit(Key key, AlgorithmParameterSpec parameters, SecureRandom random)
                throws InvalidKeyException {
            engineInit(key, random);
        }

        @Override
        protected Key engineDoPhase(Key key, boolean last) throws InvalidKeyException {
            return agreement.doPhase(key, last);
        }

        @Override
        protected byte[] engineGenerateSecret() {
            return agreement.generateSecret();
        }

        @Override
        protected int engineGenerateSecret(byte[] secret, int offset) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected SecretKey engineGenerateSecret(String algorithm) {
            throw new UnsupportedOperationException();
        }
    }
}
