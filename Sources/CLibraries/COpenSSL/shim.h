#pragma once
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/params.h>
#include <openssl/rsa.h>

/* Makes a P-256 key from a point of 65 bytes and a scalar of 32, or of its point alone if there is
 * no scalar. Here and not in Swift, because the parameters point at strings that are macros.
 *
 * scalar: in the byte order of the machine, as OSSL_PARAM has numbers; NULL for a public key.
 * Returns 1 for success, as EVP_PKEY_fromdata(3) does. The parameters are only read. */
static inline int holdfast_p256_fromdata(
    EVP_PKEY_CTX *context, EVP_PKEY **key, const unsigned char *point, const unsigned char *scalar)
{
    char group[] = SN_X9_62_prime256v1;
    OSSL_PARAM parameters[4];
    int count = 0;
    parameters[count++] =
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0);
    parameters[count++] =
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, 65);
    if (scalar != NULL)
        parameters[count++] = OSSL_PARAM_construct_BN(
            OSSL_PKEY_PARAM_PRIV_KEY, (unsigned char *)scalar, 32);
    parameters[count] = OSSL_PARAM_construct_end();
    return EVP_PKEY_fromdata(
        context, key, scalar != NULL ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters);
}
