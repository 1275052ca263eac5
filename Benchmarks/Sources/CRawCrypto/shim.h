#pragma once
#include <openssl/ec.h>
#include <openssl/evp.h>

/* EVP_EC_gen is a macro over a variadic function, which Swift does not see. */
static inline EVP_PKEY *bench_p256_keygen(void) { return EVP_EC_gen("P-256"); }
