#!/usr/bin/python3
"""The peer of `list-vs-sqlite`: one SELECT over N rows, one AES-256-GCM open for each.

    list_rows.py DATABASE COUNT

Makes DATABASE with COUNT rows, says `ready`, and then for each line on its standard input lists
all rows once and answers with the seconds that it took. The key is one and its cipher is made once;
a row's name opens to 64 bytes, the nonce is 12 bytes.
"""
import os
import sqlite3
import sys
import time

from cryptography.hazmat.primitives.ciphers.aead import AESGCM


def fill(path, count, cipher):
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE item (id BLOB PRIMARY KEY, nonce BLOB, name BLOB)")
    with database:
        for number in range(count):
            nonce = os.urandom(12)
            name = (b"item-%d" % number).ljust(64, b"\0")
            row = (os.urandom(32), nonce, cipher.encrypt(nonce, name, None))
            database.execute("INSERT INTO item VALUES (?, ?, ?)", row)
    return database


def names(database, cipher):
    rows = database.execute("SELECT nonce, name FROM item")
    return [cipher.decrypt(nonce, name, None) for nonce, name in rows]


def main():
    path, count = sys.argv[1], int(sys.argv[2])
    cipher = AESGCM(AESGCM.generate_key(256))
    database = fill(path, count, cipher)
    print("ready", flush=True)
    for _ in sys.stdin:
        start = time.perf_counter()
        found = names(database, cipher)
        seconds = time.perf_counter() - start
        if len(found) != count:
            sys.exit("rows are missing")
        print(seconds, flush=True)


main()
