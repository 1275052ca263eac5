"""Does with pyhpke or with cryptography what each line of standard input asks for.

A line is a JSON object, bytes are in hexadecimal; the answer to each is a line. What a peer refuses is
an answer, {"refused": why}; a mistake in the question ends the program.
"""

import json
import sys

import pyhpke
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, hpke
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import (
    decode_dss_signature,
    encode_dss_signature,
)

CURVE = ec.SECP256R1()
ECDSA = ec.ECDSA(hashes.SHA256())
HPKE_AEADS = {
    1: hpke.AEAD.AES_128_GCM,
    2: hpke.AEAD.AES_256_GCM,
    3: hpke.AEAD.CHACHA20_POLY1305,
}


def data(question, name):
    return bytes.fromhex(question.get(name) or "")


def private_key(question):
    return ec.derive_private_key(int(question["key"], 16), CURVE)


def public_key(question):
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data(question, "point"))


def pyhpke_suite(question):
    return pyhpke.CipherSuite.new(
        pyhpke.KEMId.DHKEM_P256_HKDF_SHA256,
        pyhpke.KDFId.HKDF_SHA256,
        pyhpke.AEADId(question["aead"]),
    )


def pyhpke_texts(question):
    return {name: data(question, name) for name in ("info", "psk", "psk_id")}


def pyhpke_key(key):
    return pyhpke.KEMKey.from_pyca_cryptography_key(key)


def exported(context, question):
    return context.export(data(question, "exporter_context"), question["count"]).hex()


def pyhpke_seal(question):
    enc, context = pyhpke_suite(question).create_sender_context(
        pyhpke_key(public_key(question)), **pyhpke_texts(question)
    )
    return {
        "enc": enc.hex(),
        "messages": [
            context.seal(data(message, "bytes"), data(message, "aad")).hex()
            for message in question["messages"]
        ],
        "exported": exported(context, question),
    }


def pyhpke_open(question):
    context = pyhpke_suite(question).create_recipient_context(
        data(question, "enc"), pyhpke_key(private_key(question)), **pyhpke_texts(question)
    )
    return {
        "messages": [
            context.open(data(message, "bytes"), data(message, "aad")).hex()
            for message in question["messages"]
        ],
        "exported": exported(context, question),
    }


def cryptography_suite(question):
    return hpke.Suite(hpke.KEM.P256, hpke.KDF.HKDF_SHA256, HPKE_AEADS[question["aead"]])


def cryptography_seal(question):
    sealed = cryptography_suite(question).encrypt(
        data(question["messages"][0], "bytes"), public_key(question), data(question, "info")
    )
    return {"messages": [sealed.hex()]}


def cryptography_open(question):
    plaintext = cryptography_suite(question).decrypt(
        data(question["messages"][0], "bytes"), private_key(question), data(question, "info")
    )
    return {"messages": [plaintext.hex()]}


def sign(question):
    r, s = decode_dss_signature(private_key(question).sign(data(question, "message"), ECDSA))
    return {"signature": (r.to_bytes(32, "big") + s.to_bytes(32, "big")).hex()}


def verify(question):
    signature = data(question, "signature")
    r, s = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
    public_key(question).verify(encode_dss_signature(r, s), data(question, "message"), ECDSA)
    return {}


def agree(question):
    return {"secret": private_key(question).exchange(ec.ECDH(), public_key(question)).hex()}


WORK = {
    work.__name__: work
    for work in (
        pyhpke_seal, pyhpke_open, cryptography_seal, cryptography_open, sign, verify, agree
    )
}

for line in sys.stdin:
    question = json.loads(line)
    try:
        answer = WORK[question["do"]](question)
    except (pyhpke.PyHPKEError, InvalidTag, InvalidSignature) as refusal:
        answer = {"refused": type(refusal).__name__}
    print(json.dumps(answer), flush=True)
