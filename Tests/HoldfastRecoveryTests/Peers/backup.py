"""Another implementation of docs/formats/backup.md: reads a backup's file with the words alone.

One question a line, in JSON: {"do": "keys", "words": …, "account": hex} or {"do": "restore", "words": …,
"file": path}; one answer a line. Values are answered as their SHA-256. Cryptography by pyca/cryptography and pyhpke,
words by the list of the test vectors.
"""

import hashlib
import hmac
import json
import pathlib
import struct
import sys

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from pyhpke import AEADId, CipherSuite, KDFId, KEMId

SUITE = CipherSuite.new(
    KEMId.DHKEM_P256_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.AES256_GCM
)
WORDS = (
    pathlib.Path(__file__).parent.parent / "Vectors/bip39/english.txt"
).read_text().split()


class Refused(Exception):
    """What is not as the page says."""


def need(condition, what):
    if not condition:
        raise Refused(what)


def sha256(data):
    return hashlib.sha256(data).digest()


def expand(key, info, count):
    out, block, number = b"", b"", 0
    while len(out) < count:
        number += 1
        block = hmac.new(key, block + info + bytes([number]), "sha256").digest()
        out += block
    return out[:count]


def entropy(text):
    numbers = [WORDS.index(word) for word in text.split()]
    bits = "".join(f"{number:011b}" for number in numbers)
    border = len(bits) * 32 // 33
    data = int(bits[:border], 2).to_bytes(border // 8, "big")
    check = f"{sha256(data)[0]:08b}"[: len(bits) - border]
    need(check == bits[border:], "checksum")
    return data


def pair(seed):
    return SUITE.kem.derive_key_pair(seed)


def public(key):
    return key.public_key.to_public_bytes()


class Keys:
    def __init__(self, words, costs=(65536, 3, 1)):
        memory, iterations, lanes = costs
        self.root = Argon2id(
            salt=sha256(b"holdfast/recovery/v1")[:16],
            length=32,
            iterations=iterations,
            lanes=lanes,
            memory_cost=memory,
        ).derive(entropy(words))
        self.locator = expand(self.root, b"holdfast/recovery-locator/v1", 16)
        self.locator_key = pair(expand(self.root, b"holdfast/recovery-locator-key/v1", 32))
        self.recovery_key = pair(expand(self.root, b"holdfast/recovery-sign/v1", 32))

    def wrap_key(self, account):
        return pair(expand(self.root, b"holdfast/recovery-wrap/v1" + account, 32))

    def recipient_key(self, account):
        return pair(expand(self.root, b"holdfast/recovery-agree/v1" + account, 32))

    def check(self, account):
        return expand(self.root, b"holdfast/recovery-check/v1" + account, 16)


class Reader:
    def __init__(self, data):
        self.data, self.place = data, 0

    def take(self, count):
        need(count <= len(self.data) - self.place, "truncated")
        self.place += count
        return self.data[self.place - count : self.place]

    def number(self, count):
        return int.from_bytes(self.take(count), "big")

    def vector(self):
        first = self.number(1)
        extra = {0: 0, 1: 1, 2: 3}[first >> 6]
        return self.take((first & 63) << (8 * extra) | self.number(extra))

    @property
    def done(self):
        return self.place == len(self.data)


def verify(key, signature, purpose, structure):
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    message = b"holdfast/sig/" + purpose + b"\0" + structure
    point.verify(utils.encode_dss_signature(r, s), message, ec.ECDSA(hashes.SHA256()))


def open_chunks(sealed, key, context):
    salt, commitment, rest = sealed[:24], sealed[24:56], sealed[56:]
    info = b"c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0" + salt + context
    derived = expand(key, info, 76)
    need(derived[44:] == commitment, "commitment")
    cipher, base = AESGCM(derived[:32]), derived[32:44]
    out, number = b"", 0
    while True:
        piece, rest = rest[: 16384 + 16], rest[16384 + 16 :]
        nonce = base[:4] + bytes(a ^ b for a, b in zip(base[4:], number.to_bytes(8, "big")))
        out += cipher.decrypt(nonce, piece, b"")
        number += 1
        if len(piece) < 16384 + 16:
            need(not rest, "trailing")
            return out


class Backup:
    def __init__(self, words, path):
        self.words = words
        self.headers, self.chunks, self.manifests = {}, {}, {}
        self.blocks(pathlib.Path(path).read_bytes())

    def blocks(self, data):
        need(data[:16] == b"HFBKFILE\0\1" + bytes(6), "file head")
        place = 16
        while place < len(data):
            head = data[place : place + 128]
            check = sha256(b"holdfast/backup-file/v1" + struct.pack(">Q", place) + head[:96])
            need(check == head[96:], "block head")
            count = int.from_bytes(head[8:16], "big")
            payload = data[place + 128 : place + 128 + count]
            need(sha256(payload) == head[64:96], "block")
            lineage, name = head[16:32], head[32:64]
            if head[0] == 1:
                self.headers[lineage, name] = payload
            elif head[0] == 3:
                self.chunks[lineage, name] = payload
            elif head[0] == 5:
                self.manifests.setdefault(lineage, []).append(payload)
            else:
                need(head[0] in (2, 4, 6), "kind")
            place += 128 + count

    def header(self, data):
        reader = Reader(data)
        need(reader.take(8) == b"HFB1\0\1\0\1", "magic")
        statement = reader.vector()
        self.lineage, device, created = reader.take(16), reader.take(32), reader.take(8)
        wrapped = reader.vector()
        self.signed_header = data[: reader.place]
        self.header_signature, tag = reader.take(64), reader.take(32)
        need(reader.done, "trailing")
        self.account = self.statement(statement)
        secret = SUITE.create_recipient_context(
            wrapped[:65],
            self.keys.wrap_key(self.account).private_key,
            info=b"holdfast/backup-wrap/v1" + self.account + self.lineage,
        ).open(wrapped[65:], aad=sha256(statement) + device + created)
        derive = lambda label: expand(
            secret, b"holdfast/backup-" + label + b"/v1" + self.account + self.lineage, 32
        )
        need(hmac.digest(derive(b"header"), data[:-32], "sha256") == tag, "tag")
        self.names, self.chunk_key = derive(b"names"), derive(b"chunks")
        self.manifest_key, self.header_device = derive(b"manifest"), device

    def statement(self, data):
        reader = Reader(data)
        need(reader.number(2) == 1, "version")
        account = reader.take(32)
        costs = [reader.number(8) for _ in range(3)]
        locator, locator_key, recovery = reader.take(16), reader.take(65), reader.take(65)
        wrap, check = reader.take(65), reader.take(16)
        verify(recovery, reader.take(64), b"recovery-statement/v1", data[:-64])
        need(reader.done, "trailing")
        self.keys = Keys(self.words, costs)
        need(self.keys.check(account) == check, "does not open")
        need(self.keys.locator == locator, "locator")
        need(public(self.keys.locator_key) == locator_key, "locator key")
        need(public(self.keys.recovery_key) == recovery, "recovery key")
        need(public(self.keys.wrap_key(account)) == wrap, "wrap key")
        return account

    def open(self, slot, kind, number, name, listed):
        sealed = self.chunks.get((self.lineage, name))
        need(sealed is not None and sha256(sealed) == listed, "chunk")
        context = b"holdfast/backup-chunk/v1" + self.account + self.lineage + name
        plain = open_chunks(sealed, self.chunk_key, context)
        place = self.lineage + slot + bytes([kind]) + struct.pack(">Q", number) + sha256(plain)
        need(hmac.digest(self.names, place, "sha256") == name, "name")
        return plain

    def pieces(self, slot, table, pages):
        for index, (name, listed, count) in enumerate(pages):
            page = Reader(self.open(slot, table | 128, index, name, listed))
            need(page.number(2) == 1, "page")
            entries = Reader(page.vector())
            need(page.done and len(entries.data) == count * 120, "entries")
            while not entries.done:
                number = entries.number(8)
                name, listed, plaintext_hash = (entries.take(32) for _ in range(3))
                entries.take(8)
                records = entries.number(8)
                piece = self.open(slot, table, number, name, listed)
                need(sha256(piece) == plaintext_hash, "plaintext")
                yield piece, records

    def records(self, piece, count):
        reader, found = Reader(piece), []
        while not reader.done:
            mark = reader.number(1)
            if mark == 0:
                need(not any(piece[reader.place :]), "padding")
                break
            name = reader.take(reader.number(1))
            value = reader.take(reader.number(4))
            found.append((name, value if mark == 1 else None))
        need(len(found) == count, "count")
        return found

    def restore(self):
        need(len(self.headers) == 1, "one header")
        self.header(*self.headers.values())
        signed = Reader(self.manifests[self.lineage][-1])
        pointer, signature, sealed = signed.vector(), signed.take(64), signed.vector()
        need(signed.done and pointer[-32:] == sha256(sealed), "pointer")
        generation = pointer[82:90]
        context = b"holdfast/backup-state/v1" + self.account + self.lineage + generation
        manifest = Reader(open_chunks(sealed, self.manifest_key, context))
        need(manifest.number(2) == 1, "manifest")
        need(manifest.take(32) == self.account and manifest.take(16) == self.lineage, "whose")
        need(manifest.take(8) == generation, "generation")
        manifest.take(32)
        device = manifest.take(32)
        created = manifest.number(8)
        sections = Reader(manifest.vector())
        need(not any(manifest.data[manifest.place :]), "padding")
        tables = {}
        while not sections.done:
            self.section(sections, tables)
        # The account's name is the hash of the log's first entry, which the first device signed.
        entry = Reader(tables[3][0][1])
        body = entry.vector()
        need(sha256(b"holdfast/log-entry/v1" + body) == self.account, "account")
        return {
            "generation": int.from_bytes(generation, "big"),
            "created": created,
            "device": device.hex(),
            "pointer": pointer.hex(),
            "signature": signature.hex(),
            "header": self.signed_header.hex(),
            "header_signature": self.header_signature.hex(),
            "records": {
                str(table): {
                    name.hex(): None if value is None else sha256(value).hex()
                    for name, value in records
                }
                for table, records in tables.items()
            },
        }

    def section(self, reader, tables):
        slot = reader.take(16)
        reader.take(32)
        reader.vector()
        reader.take(8 + 8 + 32 + 8 + 8)
        listed = Reader(reader.vector())
        while not listed.done:
            table = listed.number(1)
            total, unreadable, _ = (listed.number(8) for _ in range(3))
            refs, pages = Reader(listed.vector()), []
            while not refs.done:
                pages.append((refs.take(32), refs.take(32), refs.number(2)))
            records = []
            for piece, count in self.pieces(slot, table, pages):
                records += self.records(piece, count)
            need(len(records) == total, "records")
            need(sum(value is None for _, value in records) == unreadable, "unreadable")
            tables.setdefault(table, []).extend(records)


def answer(question):
    if question["do"] == "keys":
        keys, account = Keys(question["words"]), bytes.fromhex(question["account"])
        return {
            "locator": keys.locator.hex(),
            "locator_key": public(keys.locator_key).hex(),
            "recovery_key": public(keys.recovery_key).hex(),
            "wrap_key": public(keys.wrap_key(account)).hex(),
            "recipient_key": public(keys.recipient_key(account)).hex(),
            "check": keys.check(account).hex(),
        }
    return Backup(question["words"], question["file"]).restore()


for line in sys.stdin:
    try:
        print(json.dumps(answer(json.loads(line))), flush=True)
    except Exception as error:  # What the cryptography refuses is an answer as well.
        print(json.dumps({"refused": f"{type(error).__name__}: {error}"}), flush=True)
