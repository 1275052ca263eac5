"""Seals and opens Holdfast's envelopes with pyhpke and cryptography, from docs/formats/messages.md alone.

A line of standard input is a JSON object, bytes are in hexadecimal; the answer to each is a line. What
is refused is an answer, {"refused": why}; a mistake in the question ends the program.
"""

import hashlib
import json
import os
import sys

import pyhpke
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import (
    decode_dss_signature,
    encode_dss_signature,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
CHUNK = 64 * 1024
KEM, KDF = pyhpke.KEMId.DHKEM_P256_HKDF_SHA256, pyhpke.KDFId.HKDF_SHA256
SEALS = pyhpke.CipherSuite.new(KEM, KDF, pyhpke.AEADId.AES256_GCM)
EXPORTS = pyhpke.CipherSuite.new(KEM, KDF, pyhpke.AEADId.EXPORT_ONLY)


class Refused(Exception):
    """What a reader of the format must refuse."""


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def private(scalar):
    return ec.derive_private_key(int(scalar, 16), CURVE)


def public(point):
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def point(key):
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def info_of(key):
    return key.public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )


def kem(key):
    return pyhpke.KEMKey.from_pyca_cryptography_key(key)


def device_id(key):
    return sha256(b"holdfast/device/v1", info_of(key))


def prekey_id(key):
    return sha256(b"holdfast/prekey/v1", info_of(key))


def number(value, count):
    return value.to_bytes(count, "big", signed=value < 0)


def vector(data):
    if len(data) < 1 << 6:
        return number(len(data), 1) + data
    if len(data) < 1 << 14:
        return number(len(data) | 1 << 14, 2) + data
    return number(len(data) | 2 << 30, 4) + data


class Reader:
    def __init__(self, data):
        self.data, self.place = data, 0

    def take(self, count):
        if self.place + count > len(self.data):
            raise Refused("truncated")
        self.place += count
        return self.data[self.place - count : self.place]

    def number(self, count):
        return int.from_bytes(self.take(count), "big")

    def vector(self):
        first = self.number(1)
        kind = first >> 6
        if kind == 3:
            raise Refused("notCanonical")
        extra = (0, 1, 3)[kind]
        count = (first & 63) << 8 * extra | self.number(extra)
        if extra and count < (1 << 6 if extra == 1 else 1 << 14):
            raise Refused("notCanonical")
        return self.take(count)


def leaf(data):
    return sha256(b"\0", data)


def tree(leaves):
    """RFC 9162, 2.1.1, from above, as the standard has it."""
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\1", tree(leaves[:split]), tree(leaves[split:]))


def root_from(hashed, index, count, path):
    """The root that a path leads to, again from above."""
    if count == 1:
        if path:
            raise Refused("path")
        return hashed
    if not path:
        raise Refused("path")
    split = 1
    while split * 2 < count:
        split *= 2
    if index < split:
        return sha256(b"\1", root_from(hashed, index, split, path[:-1]), path[-1])
    return sha256(b"\1", path[-1], root_from(hashed, index - split, count - split, path[:-1]))


def message_to_sign(purpose, data):
    return b"holdfast/sig/" + purpose + b"\0" + data


def sign(key, purpose, data):
    r, s = decode_dss_signature(
        key.sign(message_to_sign(purpose, data), ec.ECDSA(hashes.SHA256()))
    )
    return number(r, 32) + number(min(s, ORDER - s), 32)


def verify(key, purpose, data, signature):
    r, s = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
    if s > ORDER // 2:
        raise Refused("high s")
    key.verify(
        encode_dss_signature(r, s), message_to_sign(purpose, data), ec.ECDSA(hashes.SHA256())
    )


def padded_length(count):
    if count <= 256:
        return 256
    exponent = count.bit_length() - 1
    if count <= CHUNK:
        return count if count == 1 << exponent else 1 << exponent + 1
    mask = (1 << exponent - exponent.bit_length()) - 1
    return count + mask & ~mask


HEADER = (
    ("magic", 4), ("suite", 2), ("message", 16), ("attempt", 2), ("sender_account", 32),
    ("sender_device", 32), ("sender_record", 32), ("sender_sequence", 8), ("sender_head", 32),
    ("counter", 8), ("created", 8), ("content", 32), ("account_count", 2), ("accounts_root", 32),
    ("wrap_count", 2), ("wraps_root", 32), ("commitment", 32), ("body_length", 8),
)


def wrap_context(header, account, device, record, prekey, grade):
    return sha256(
        b"holdfast/wrap-context/v1", header["suite"], header["message"], header["attempt"],
        header["sender_account"], header["sender_device"], account, device, record,
        prekey or bytes(32), number(grade, 1),
    )


def body_keys(content_key, header):
    derived = HKDF(
        hashes.SHA256(), 76, None,
        b"holdfast/body/v1" + header["suite"] + header["message"] + header["attempt"]
        + header["sender_account"] + header["sender_device"],
    ).derive(content_key)
    return derived[:32], derived[32:44], derived[44:]


def chunk_parts(key, nonce, header_hash, index, is_last):
    counted = int.from_bytes(nonce, "big") ^ index
    return number(counted, 12), header_hash + number(index, 8) + number(int(is_last), 1)


def seal_body(key, nonce, header_hash, padded):
    chunks = [padded[start : start + CHUNK] for start in range(0, len(padded), CHUNK)]
    sealed = b""
    for index, chunk in enumerate(chunks):
        parts = chunk_parts(key, nonce, header_hash, index, index == len(chunks) - 1)
        sealed += AESGCM(key).encrypt(parts[0], chunk, parts[1])
    return sealed


def open_body(key, nonce, header_hash, sealed):
    size = CHUNK + 16
    chunks = [sealed[start : start + size] for start in range(0, len(sealed), size)]
    padded = b""
    for index, chunk in enumerate(chunks):
        parts = chunk_parts(key, nonce, header_hash, index, index == len(chunks) - 1)
        padded += AESGCM(key).decrypt(parts[0], chunk, parts[1])
    return padded


def seal_wrap(content_key, agreement, prekey, context):
    if prekey is None:
        enc, sender = SEALS.create_sender_context(
            kem(agreement), info=b"holdfast/wrap/v1" + context
        )
        return enc + sender.seal(content_key)
    first, exporter = EXPORTS.create_sender_context(
        kem(prekey), info=b"holdfast/wrap-prekey/v1" + context
    )
    enc, sender = SEALS.create_sender_context(
        kem(agreement), info=b"holdfast/wrap/v1" + context,
        psk=exporter.export(b"holdfast/psk/v1", 32), psk_id=prekey_id(prekey),
    )
    return first + enc + sender.seal(content_key)


def open_wrap(sealed, agreement, prekey, context):
    texts = {"info": b"holdfast/wrap/v1" + context}
    if prekey is not None:
        exporter = EXPORTS.create_recipient_context(
            sealed[:65], kem(prekey), info=b"holdfast/wrap-prekey/v1" + context
        )
        texts["psk"] = exporter.export(b"holdfast/psk/v1", 32)
        texts["psk_id"] = prekey_id(prekey.public_key())
        sealed = sealed[65:]
    recipient = SEALS.create_recipient_context(sealed[:65], kem(agreement), **texts)
    return recipient.open(sealed[65:])


def open_delivered(question):
    reader = Reader(bytes.fromhex(question["message"]))
    recipient = reader.take(104)
    account_index, account_path = reader.number(2), reader.vector()
    devices = reader.vector()
    start = reader.place
    device, grade = reader.take(32), reader.number(1)
    prekey = reader.take(32) if grade < 3 else b""
    sealed = reader.take(113 if grade == 3 else 178)
    wrap = reader.data[start : reader.place]
    wrap_index, wrap_path = reader.number(2), reader.vector()
    header_bytes, signature, body = reader.vector(), reader.take(64), reader.vector()
    if reader.place != len(reader.data):
        raise Refused("trailingBytes")
    parts = Reader(header_bytes)
    header = {name: parts.take(count) for name, count in HEADER}
    if parts.place != len(header_bytes) or header["magic"] != b"HFM1":
        raise Refused("header")
    signing = public(bytes.fromhex(question["sender_key"]))
    if device_id(signing) != header["sender_device"]:
        raise Refused("otherSender")
    verify(signing, b"message/v1", header_bytes + sha256(body), signature)
    for hashed, index, count, path, root in (
        (leaf(recipient), account_index, "account_count", account_path, "accounts_root"),
        (leaf(recipient[:32] + wrap), wrap_index, "wrap_count", wrap_path, "wraps_root"),
    ):
        hashes_of_path = [path[place : place + 32] for place in range(0, len(path), 32)]
        total = int.from_bytes(header[count], "big")
        if root_from(hashed, index, total, hashes_of_path) != header[root]:
            raise Refused(root)
    if sha256(b"holdfast/device-set/v1", devices) != recipient[72:]:
        raise Refused("wrongDevices")
    record = bytes.fromhex(question["record"])
    context = wrap_context(
        header, recipient[:32], device, sha256(b"holdfast/device-record/v1", record), prekey, grade
    )
    content_key = open_wrap(
        sealed, private(question["agreement"]),
        private(question["prekey"]) if grade < 3 else None, context,
    )
    key, nonce, commitment = body_keys(content_key, header)
    if commitment != header["commitment"]:
        raise Refused("notCommitted")
    padded = open_body(key, nonce, sha256(header_bytes), body)
    inner = Reader(padded)
    salt, content = inner.take(32), inner.vector()
    if any(padded[inner.place :]) or padded_length(inner.place) != len(padded):
        raise Refused("padding")
    if sha256(b"holdfast/content/v1", salt, content) != header["content"]:
        raise Refused("content")
    return {"content": content.hex(), "grade": grade}


def seal_envelope(question):
    """An envelope to the devices of one account."""
    signing = private(question["sender"])
    record = sha256(b"holdfast/device-record/v1", bytes.fromhex(question["record"]))
    account = bytes.fromhex(question["account"])
    content, salt = bytes.fromhex(question["content"]), os.urandom(32)
    padded = salt + vector(content)
    padded += bytes(padded_length(len(padded)) - len(padded))
    content_key = os.urandom(32)
    header = {
        "magic": b"HFM1", "suite": number(1, 2), "message": os.urandom(16), "attempt": bytes(2),
        "sender_account": bytes.fromhex(question["sender_account"]),
        "sender_device": device_id(signing.public_key()), "sender_record": record,
        "sender_sequence": number(question["sender_sequence"], 8),
        "sender_head": bytes.fromhex(question["sender_head"]),
        "counter": number(question["counter"], 8), "created": number(question["created"], 8),
        "content": sha256(b"holdfast/content/v1", salt, content),
    }
    wraps = []
    for device in sorted(question["devices"], key=lambda device: device["id"]):
        name = bytes.fromhex(device["id"])
        prekey = public(bytes.fromhex(device["prekey"])) if device["grade"] < 3 else None
        context = wrap_context(
            header, account, name,
            sha256(b"holdfast/device-record/v1", bytes.fromhex(device["record"])),
            prekey_id(prekey) if prekey else b"", device["grade"],
        )
        sealed = seal_wrap(
            content_key, public(bytes.fromhex(device["agreement"])), prekey, context
        )
        named = prekey_id(prekey) if prekey else b""
        wraps.append(name + number(device["grade"], 1) + named + sealed)
    place = number(question["sequence"], 8) + bytes.fromhex(question["head"])
    names = b"".join(wrap[:32] for wrap in wraps)
    key, nonce, commitment = body_keys(content_key, header)
    header |= {
        "account_count": number(1, 2),
        "accounts_root": leaf(account + place + sha256(b"holdfast/device-set/v1", names)),
        "wrap_count": number(len(wraps), 2),
        "wraps_root": tree([leaf(account + wrap) for wrap in wraps]),
        "commitment": commitment, "body_length": number(len(padded), 8),
    }
    header_bytes = b"".join(header[name] for name, _ in HEADER)
    body = seal_body(key, nonce, sha256(header_bytes), padded)
    signature = sign(signing, b"message/v1", header_bytes + sha256(body))
    accounts = vector(account + place + vector(b"".join(wraps)))
    return {"envelope": (accounts + vector(header_bytes) + signature + vector(body)).hex()}


WORK = {"open": open_delivered, "seal": seal_envelope}

for line in sys.stdin:
    asked = json.loads(line)
    try:
        answer = WORK[asked["do"]](asked)
    except (Refused, pyhpke.PyHPKEError, InvalidTag, InvalidSignature) as refusal:
        answer = {"refused": str(refusal) or type(refusal).__name__}
    print(json.dumps(answer), flush=True)
