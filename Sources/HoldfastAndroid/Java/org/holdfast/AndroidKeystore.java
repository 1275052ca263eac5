package org.holdfast;

import android.os.Build;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyInfo;
import android.security.keystore.KeyProperties;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.MGF1ParameterSpec;
import java.util.Arrays;
import java.util.Collections;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;

/**
 * The calls into the Android Keystore, one method a call, for the Swift side to reach through JNI.
 *
 * Nothing is decided here: what fails is thrown, and {@link JavaExceptions} takes it apart.
 */
final class AndroidKeystore {
    private static final String PROVIDER = "AndroidKeyStore";
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int COORDINATE_BYTES = 32;
    /** {@code KeyProperties.PURPOSE_AGREE_KEY}, from API 31 on. */
    private static final int PURPOSE_AGREE_KEY = 64;
    /** {@code BiometricManager.Authenticators}. */
    private static final int BIOMETRIC_STRONG = 0x000F;
    private static final int DEVICE_CREDENTIAL = 0x8000;

    private AndroidKeystore() {}

    static int apiLevel() {
        return Build.VERSION.SDK_INT;
    }

    static String[] aliases() throws Exception {
        return Collections.list(open().aliases()).toArray(new String[0]);
    }

    static boolean hasKey(String alias) throws Exception {
        return open().getKey(alias, null) != null;
    }

    /** Whether a key, which another library made, demands a person. */
    static boolean needsPerson(String alias) throws Exception {
        Key key = key(alias);
        KeyInfo info;
        if (key instanceof SecretKey) {
            info = (KeyInfo) SecretKeyFactory.getInstance(key.getAlgorithm(), PROVIDER)
                    .getKeySpec((SecretKey) key, KeyInfo.class);
        } else {
            info = KeyFactory.getInstance(key.getAlgorithm(), PROVIDER)
                    .getKeySpec(key, KeyInfo.class);
        }
        return info.isUserAuthenticationRequired();
    }

    /**
     * Makes a key; {@code algorithm} is 0 for AES-256-GCM, 1 for signing, 2 for agreement, and
     * {@code authenticators} is 0 for a key that needs nobody.
     */
    static void generateKey(
            String alias, int algorithm, int authenticators, int validitySeconds,
            boolean invalidatedByEnrolment, boolean needsUnlockedDevice, boolean strongBox)
            throws Exception {
        KeyGenParameterSpec.Builder builder =
                new KeyGenParameterSpec.Builder(alias, purposes(algorithm));
        if (algorithm == 0) {
            builder.setKeySize(256)
                    .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
                    .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE);
        } else {
            builder.setAlgorithmParameterSpec(new ECGenParameterSpec("secp256r1"));
            if (algorithm == 1) {
                builder.setDigests(KeyProperties.DIGEST_SHA256);
            }
        }
        if (authenticators != 0) {
            authenticate(builder, authenticators, validitySeconds, invalidatedByEnrolment);
        }
        // Called only where they are wanted: older systems do not have these methods.
        if (needsUnlockedDevice) {
            builder.setUnlockedDeviceRequired(true);
        }
        if (strongBox) {
            builder.setIsStrongBoxBacked(true);
        }
        generate(algorithm, builder.build());
    }

    static void deleteKey(String alias) throws Exception {
        open().deleteEntry(alias);
    }

    static Object beginEncrypt(String alias) throws Exception {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(Cipher.ENCRYPT_MODE, key(alias));
        return cipher;
    }

    static Object beginDecrypt(String alias, byte[] nonce) throws Exception {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(Cipher.DECRYPT_MODE, key(alias), new GCMParameterSpec(128, nonce));
        return cipher;
    }

    static byte[] nonce(Object cipher) {
        return ((Cipher) cipher).getIV();
    }

    static byte[] finish(Object cipher, byte[] input, byte[] associatedData) throws Exception {
        ((Cipher) cipher).updateAAD(associatedData);
        return ((Cipher) cipher).doFinal(input);
    }

    /** For a pair that another library made; PKCS #1 1.5, or OAEP with SHA-256 and MGF1 of SHA-1. */
    static Object beginUnwrap(String alias, boolean oaep) throws Exception {
        if (oaep) {
            Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
            cipher.init(
                    Cipher.DECRYPT_MODE, key(alias),
                    new OAEPParameterSpec(
                            "SHA-256", "MGF1", MGF1ParameterSpec.SHA1,
                            PSource.PSpecified.DEFAULT));
            return cipher;
        }
        Cipher cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding");
        cipher.init(Cipher.DECRYPT_MODE, key(alias));
        return cipher;
    }

    static byte[] finishUnwrap(Object cipher, byte[] wrapped) throws Exception {
        return ((Cipher) cipher).doFinal(wrapped);
    }

    static Object beginSign(String alias) throws Exception {
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign((PrivateKey) key(alias));
        return signature;
    }

    static byte[] finishSign(Object signature, byte[] message) throws Exception {
        ((Signature) signature).update(message);
        return ((Signature) signature).sign();
    }

    /** Agrees on a secret; {@code peer} is 65 bytes, SEC 1 uncompressed, a point of the curve. */
    static byte[] agree(String alias, byte[] peer) throws Exception {
        KeyAgreement agreement = KeyAgreement.getInstance("ECDH", PROVIDER);
        agreement.init(key(alias));
        ECPublicKey own = (ECPublicKey) open().getCertificate(alias).getPublicKey();
        ECPoint point = new ECPoint(coordinate(peer, 1), coordinate(peer, 1 + COORDINATE_BYTES));
        agreement.doPhase(
                KeyFactory.getInstance("EC")
                        .generatePublic(new ECPublicKeySpec(point, own.getParams())),
                true);
        return agreement.generateSecret();
    }

    /** The public key, 65 bytes, SEC 1 uncompressed; null if there is no such pair. */
    static byte[] publicKey(String alias) throws Exception {
        Certificate certificate = open().getCertificate(alias);
        if (certificate == null) {
            return null;
        }
        ECPoint point = ((ECPublicKey) certificate.getPublicKey()).getW();
        byte[] bytes = new byte[1 + 2 * COORDINATE_BYTES];
        bytes[0] = 4;
        put(point.getAffineX(), bytes, 1);
        put(point.getAffineY(), bytes, 1 + COORDINATE_BYTES);
        return bytes;
    }

    private static KeyStore open() throws Exception {
        KeyStore store = KeyStore.getInstance(PROVIDER);
        store.load(null);
        return store;
    }

    /** The key, or what the platform throws for a key that it no longer has. */
    private static Key key(String alias) throws Exception {
        Key key = open().getKey(alias, null);
        if (key == null) {
            throw new android.security.keystore.KeyPermanentlyInvalidatedException(
                    "there is no key of this alias");
        }
        return key;
    }


    private static int purposes(int algorithm) {
        switch (algorithm) {
            case 0:
                return KeyProperties.PURPOSE_ENCRYPT | KeyProperties.PURPOSE_DECRYPT;
            case 1:
                return KeyProperties.PURPOSE_SIGN;
            default:
                return PURPOSE_AGREE_KEY;
        }
    }

    private static void authenticate(
            KeyGenParameterSpec.Builder builder, int authenticators, int validitySeconds,
            boolean invalidatedByEnrolment) {
        builder.setUserAuthenticationRequired(true);
        if (Build.VERSION.SDK_INT >= 30) {
            int types = 0;
            if ((authenticators & BIOMETRIC_STRONG) != 0) {
                types |= KeyProperties.AUTH_BIOMETRIC_STRONG;
            }
            if ((authenticators & DEVICE_CREDENTIAL) != 0) {
                types |= KeyProperties.AUTH_DEVICE_CREDENTIAL;
            }
            builder.setUserAuthenticationParameters(validitySeconds, types);
        } else {
            // The older setter: a biometric at every use, or anything for a while.
            builder.setUserAuthenticationValidityDurationSeconds(
                    validitySeconds == 0 ? -1 : validitySeconds);
        }
        if (!invalidatedByEnrolment) {
            builder.setInvalidatedByBiometricEnrollment(false);
        }
    }

    private static void generate(int algorithm, KeyGenParameterSpec spec)
            throws GeneralSecurityException {
        if (algorithm == 0) {
            KeyGenerator generator =
                    KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, PROVIDER);
            generator.init(spec);
            generator.generateKey();
        } else {
            KeyPairGenerator generator =
                    KeyPairGenerator.getInstance(KeyProperties.KEY_ALGORITHM_EC, PROVIDER);
            generator.initialize(spec);
            generator.generateKeyPair();
        }
    }

    private static BigInteger coordinate(byte[] bytes, int start) {
        return new BigInteger(1, Arrays.copyOfRange(bytes, start, start + COORDINATE_BYTES));
    }

    private static void put(BigInteger coordinate, byte[] bytes, int start) {
        byte[] digits = coordinate.toByteArray();
        int count = Math.min(digits.length, COORDINATE_BYTES);
        System.arraycopy(
                digits, digits.length - count, bytes, start + COORDINATE_BYTES - count, count);
    }
}
