#!/usr/bin/env python3
"""Writes export-v1-*.holdfast from docs/formats/export.md alone, on libsodium and Python's hashlib.

Not part of the build: it shows that the page is enough to write, and so to read, an export.
"""
import ctypes, ctypes.util, hashlib, hmac, json, base64, struct, sys

sodium = ctypes.CDLL(ctypes.util.find_library("sodium"))
assert sodium.sodium_init() >= 0
assert sodium.crypto_aead_aes256gcm_is_available() == 1


def argon2id(passphrase, salt, memory_kib, iterations):
    key = ctypes.create_string_buffer(32)
    assert sodium.crypto_pwhash(
        key, ctypes.c_ulonglong(32), passphrase, ctypes.c_ulonglong(len(passphrase)), salt,
        ctypes.c_ulonglong(iterations), ctypes.c_size_t(memory_kib * 1024), 2) == 0
    return key.raw


def hkdf(secret, info):
    root = hmac.digest(b"\0" * 32, secret, "sha256")
    return hmac.digest(root, info + b"\1", "sha256")


def seal(key, nonce, plaintext):
    out = ctypes.create_string_buffer(len(plaintext) + 16)
    assert sodium.crypto_aead_aes256gcm_encrypt(
        out, None, plaintext, ctypes.c_ulonglong(len(plaintext)), None, ctypes.c_ulonglong(0),
        None, nonce, key) == 0
    return out.raw


def export(payload, passphrase, salt, memory_kib, iterations):
    fields = b"holdfast-export-v1\n" + struct.pack(">III", memory_kib, iterations, 1) + salt
    stretched = argon2id(passphrase, salt, memory_kib, iterations)
    checked = fields + hashlib.sha256(fields).digest()
    tag = hmac.digest(hkdf(stretched, b"holdfast/export/v1/header" + fields), checked, "sha256")
    key = hkdf(stretched, b"holdfast/export/v1/payload" + fields)
    chunks = [payload[i:i + 65536] for i in range(0, len(payload), 65536)] or [b""]
    body = b"".join(
        seal(key, number.to_bytes(11, "big") + bytes([number == len(chunks) - 1]), chunk)
        for number, chunk in enumerate(chunks))
    return checked + tag + body


def items():
    return json.dumps([
        {"service": "default", "name": "token", "value": base64.b64encode(b"hunter2").decode(),
         "kind": "bytes", "accessible": "afterFirstUnlock", "accessControl": "none",
         "authValiditySeconds": 0},
        {"service": "other", "name": "caf\u00e9", "value": base64.b64encode(bytes(range(256))).decode(),
         "accessible": "whenUnlocked"},
        {"name": "empty", "text": ""},
    ], ensure_ascii=False, separators=(",", ":")).encode()


if __name__ == "__main__":
    salt = bytes(range(16))
    passphrase = b"correct horse battery staple"
    for name, payload in [
        ("items", items()),
        ("empty", b""),
        ("one-chunk", b"x" * 65536),
        ("two-chunks", bytes(i % 251 for i in range(65537))),
    ]:
        with open(f"export-v1-{name}.holdfast", "wb") as file:
            file.write(export(payload, passphrase, salt, 8192, 1))
