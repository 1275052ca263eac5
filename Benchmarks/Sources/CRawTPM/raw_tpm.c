// What a careful C program does with a TPM: keys as blobs that are loaded for each use, the storage
// root key as a saved context so that no place stays taken, a session salted under it for each use,
// its parameter encryption on. No error is recovered from: the benchmark ends with it.
#include "raw_tpm.h"

#include <stdlib.h>
#include <string.h>
#include <tss2/tss2_esys.h>
#include <tss2/tss2_tctildr.h>

#define TRY(call)                 \
    do {                          \
        TSS2_RC code = (call);    \
        if (code != 0) return code; \
    } while (0)

typedef struct {
    TPM2B_PUBLIC *public_area;
    TPM2B_PRIVATE *private_area;
} raw_key;

struct raw_tpm {
    TSS2_TCTI_CONTEXT *transport;
    ESYS_CONTEXT *esys;
    TPMS_CONTEXT *root;
    raw_key signer;
    raw_key agreer;
};

static TPM2B_PUBLIC template(TPMA_OBJECT attributes) {
    return (TPM2B_PUBLIC){
        .publicArea = {
            .type = TPM2_ALG_ECC,
            .nameAlg = TPM2_ALG_SHA256,
            .objectAttributes = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT
                | TPMA_OBJECT_SENSITIVEDATAORIGIN | TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_NODA
                | attributes,
            .parameters.eccDetail = {
                .symmetric.algorithm = TPM2_ALG_NULL,
                .scheme.scheme = TPM2_ALG_NULL,
                .curveID = TPM2_ECC_NIST_P256,
                .kdf.scheme = TPM2_ALG_NULL,
            },
        },
    };
}

static TSS2_RC start_session(raw_tpm *tpm, ESYS_TR root, ESYS_TR *session) {
    TPMT_SYM_DEF symmetric = {
        .algorithm = TPM2_ALG_AES, .keyBits.aes = 128, .mode.aes = TPM2_ALG_CFB,
    };
    return Esys_StartAuthSession(
        tpm->esys, root, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, NULL,
        TPM2_SE_HMAC, &symmetric, TPM2_ALG_SHA256, session);
}

static TSS2_RC hide(raw_tpm *tpm, ESYS_TR session, TPMA_SESSION attributes) {
    return Esys_TRSess_SetAttributes(
        tpm->esys, session, attributes | TPMA_SESSION_CONTINUESESSION, 0xff);
}

static TSS2_RC make_root(raw_tpm *tpm) {
    TPM2B_PUBLIC public_area = template(TPMA_OBJECT_RESTRICTED | TPMA_OBJECT_DECRYPT);
    public_area.publicArea.parameters.eccDetail.symmetric = (TPMT_SYM_DEF_OBJECT){
        .algorithm = TPM2_ALG_AES, .keyBits.aes = 128, .mode.aes = TPM2_ALG_CFB,
    };
    TPM2B_SENSITIVE_CREATE sensitive = {0};
    TPM2B_DATA outside = {0};
    TPML_PCR_SELECTION registers = {0};
    ESYS_TR root;
    TRY(Esys_CreatePrimary(
        tpm->esys, ESYS_TR_RH_OWNER, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive,
        &public_area, &outside, &registers, &root, NULL, NULL, NULL, NULL));
    TRY(Esys_ContextSave(tpm->esys, root, &tpm->root));
    return Esys_FlushContext(tpm->esys, root);
}

static TSS2_RC make_key(raw_tpm *tpm, const TPM2B_PUBLIC *public_area, raw_key *key) {
    TPM2B_SENSITIVE_CREATE sensitive = {0};
    TPM2B_DATA outside = {0};
    TPML_PCR_SELECTION registers = {0};
    ESYS_TR root, session;
    TRY(Esys_ContextLoad(tpm->esys, tpm->root, &root));
    TRY(start_session(tpm, root, &session));
    TRY(hide(tpm, session, TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT));
    TRY(Esys_Create(
        tpm->esys, root, session, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive, public_area, &outside,
        &registers, &key->private_area, &key->public_area, NULL, NULL, NULL));
    TRY(Esys_FlushContext(tpm->esys, session));
    return Esys_FlushContext(tpm->esys, root);
}

uint32_t raw_tpm_open(const char *address, raw_tpm **result) {
    raw_tpm *tpm = calloc(1, sizeof *tpm);
    if (tpm == NULL) return TSS2_BASE_RC_MEMORY;
    *result = tpm;
    TRY(Tss2_TctiLdr_Initialize(address, &tpm->transport));
    TRY(Esys_Initialize(&tpm->esys, tpm->transport, NULL));
    TRY(make_root(tpm));
    TPM2B_PUBLIC signer = template(TPMA_OBJECT_SIGN_ENCRYPT);
    signer.publicArea.parameters.eccDetail.scheme = (TPMT_ECC_SCHEME){
        .scheme = TPM2_ALG_ECDSA, .details.ecdsa.hashAlg = TPM2_ALG_SHA256,
    };
    TRY(make_key(tpm, &signer, &tpm->signer));
    TPM2B_PUBLIC agreer = template(TPMA_OBJECT_DECRYPT);
    return make_key(tpm, &agreer, &tpm->agreer);
}

/// What is loaded for one use.
typedef struct {
    ESYS_TR root, session, key;
} raw_use;

static TSS2_RC begin(raw_tpm *tpm, const raw_key *key, TPMA_SESSION attributes, raw_use *use) {
    TRY(Esys_ContextLoad(tpm->esys, tpm->root, &use->root));
    TRY(start_session(tpm, use->root, &use->session));
    TRY(hide(tpm, use->session, 0));
    TRY(Esys_Load(
        tpm->esys, use->root, use->session, ESYS_TR_NONE, ESYS_TR_NONE, key->private_area,
        key->public_area, &use->key));
    return hide(tpm, use->session, attributes);
}

static TSS2_RC end(raw_tpm *tpm, const raw_use *use) {
    TRY(Esys_FlushContext(tpm->esys, use->key));
    TRY(Esys_FlushContext(tpm->esys, use->session));
    return Esys_FlushContext(tpm->esys, use->root);
}

static void copy_number(const TPM2B_ECC_PARAMETER *number, uint8_t target[32]) {
    memset(target, 0, 32);
    memcpy(target + 32 - number->size, number->buffer, number->size);
}

uint32_t raw_tpm_sign(raw_tpm *tpm, const uint8_t digest[32], uint8_t signature[64]) {
    raw_use use;
    TRY(begin(tpm, &tpm->signer, TPMA_SESSION_DECRYPT, &use));
    TPM2B_DIGEST signed_digest = {.size = 32};
    memcpy(signed_digest.buffer, digest, 32);
    TPMT_SIG_SCHEME scheme = {
        .scheme = TPM2_ALG_ECDSA, .details.ecdsa.hashAlg = TPM2_ALG_SHA256,
    };
    TPMT_TK_HASHCHECK ticket = {.tag = TPM2_ST_HASHCHECK, .hierarchy = TPM2_RH_NULL};
    TPMT_SIGNATURE *result;
    TRY(Esys_Sign(
        tpm->esys, use.key, use.session, ESYS_TR_NONE, ESYS_TR_NONE, &signed_digest, &scheme,
        &ticket, &result));
    copy_number(&result->signature.ecdsa.signatureR, signature);
    copy_number(&result->signature.ecdsa.signatureS, signature + 32);
    Esys_Free(result);
    return end(tpm, &use);
}

uint32_t raw_tpm_agree(
    raw_tpm *tpm, const uint8_t x[32], const uint8_t y[32], uint8_t secret[32]) {
    raw_use use;
    TRY(begin(tpm, &tpm->agreer, TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT, &use));
    TPM2B_ECC_POINT point = {.point = {.x.size = 32, .y.size = 32}};
    memcpy(point.point.x.buffer, x, 32);
    memcpy(point.point.y.buffer, y, 32);
    TPM2B_ECC_POINT *common;
    TRY(Esys_ECDH_ZGen(
        tpm->esys, use.key, use.session, ESYS_TR_NONE, ESYS_TR_NONE, &point, &common));
    copy_number(&common->point.x, secret);
    Esys_Free(common);
    return end(tpm, &use);
}

void raw_tpm_close(raw_tpm *tpm) {
    if (tpm == NULL) return;
    Esys_Free(tpm->root);
    Esys_Free(tpm->signer.public_area);
    Esys_Free(tpm->signer.private_area);
    Esys_Free(tpm->agreer.public_area);
    Esys_Free(tpm->agreer.private_area);
    Esys_Finalize(&tpm->esys);
    Tss2_TctiLdr_Finalize(&tpm->transport);
    free(tpm);
}
