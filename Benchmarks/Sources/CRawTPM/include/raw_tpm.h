#pragma once
#include <stdint.h>

/// A TPM reached by bare ESAPI calls, with two keys of P-256 under the storage root key: one signs
/// and one agrees. What it sends is protected as Holdfast protects it.
typedef struct raw_tpm raw_tpm;

/// Opens the TPM and makes the keys. Returns a code of the library, 0 for success.
uint32_t raw_tpm_open(const char *address, raw_tpm **tpm);

/// Signs a digest of 32 bytes; the numbers r and s come as 32 bytes each.
uint32_t raw_tpm_sign(raw_tpm *tpm, const uint8_t digest[32], uint8_t signature[64]);

/// Agrees with the point of two coordinates of 32 bytes each.
uint32_t raw_tpm_agree(
    raw_tpm *tpm, const uint8_t x[32], const uint8_t y[32], uint8_t secret[32]);

/// Closes the TPM.
void raw_tpm_close(raw_tpm *tpm);
