#pragma once
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>

/* Makes a P-256 key pair from a point of 65 bytes and a scalar of 32, or, if both are NULL, what keys
 * of the curve have in common. Here and not in Swift, because the parameters point at strings that are
 * macros.
 *
 * scalar: in the byte order of the machine, as OSSL_PARAM has numbers.
 * Returns 1 for success, as EVP_PKEY_fromdata(3) does. The parameters are only read. */
static inline int holdfast_p256_fromdata(
    EVP_PKEY_CTX *context, EVP_PKEY **key, const unsigned char *point, const unsigned char *scalar)
{
    char group[] = SN_X9_62_prime256v1;
    OSSL_PARAM parameters[4];
    int count = 0;
    parameters[count++] =
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0);
    if (point != NULL && scalar != NULL) {
        parameters[count++] =
            OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, 65);
        parameters[count++] = OSSL_PARAM_construct_BN(
            OSSL_PKEY_PARAM_PRIV_KEY, (unsigned char *)scalar, 32);
    }
    parameters[count] = OSSL_PARAM_construct_end();
    return EVP_PKEY_fromdata(
        context, key, count > 1 ? EVP_PKEY_KEYPAIR : EVP_PKEY_KEY_PARAMETERS, parameters);
}

/* SHA-256 by libcrypto's own functions, without the tables of EVP between. They are marked as deprecated
 * since OpenSSL 3.0, in favour of those that ask a provider: see SHA256Stream+OpenSSL.swift. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
typedef SHA256_CTX holdfast_sha256_state;

static inline int holdfast_sha256_start(holdfast_sha256_state *state) { return SHA256_Init(state); }

static inline int holdfast_sha256_absorb(
    holdfast_sha256_state *state, const void *bytes, size_t count)
{
    return SHA256_Update(state, bytes, count);
}

static inline int holdfast_sha256_finish(holdfast_sha256_state *state, unsigned char *digest)
{
    return SHA256_Final(digest, state);
}
#pragma GCC diagnostic pop
