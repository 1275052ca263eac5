"""Signs each request that schemathesis makes, as a session of the relay does.

HOLDFAST_RELAY_TICKET and HOLDFAST_RELAY_KEY hold a session in hexadecimal. It is a second
implementation of the structure RequestProof of docs/formats/relay.md, in a few lines.
"""
import hashlib
import hmac
import os
import struct
import time

import requests.auth
import schemathesis

TICKET = bytes.fromhex(os.environ["HOLDFAST_RELAY_TICKET"])
KEY = bytes.fromhex(os.environ["HOLDFAST_RELAY_KEY"])


def vector(data: bytes) -> bytes:
    """A length as RFC 9420, section 2.1.2, has it, then the bytes."""
    count = len(data)
    if count < 1 << 6:
        return bytes([count]) + data
    if count < 1 << 14:
        return struct.pack(">H", count | 0x4000) + data
    return struct.pack(">I", count | 0x80000000) + data


class Session(requests.auth.AuthBase):
    """Puts the proof into the header of a request that is ready to go."""

    def __call__(self, request):
        body = request.body or b""
        if isinstance(body, str):
            body = body.encode()
        now = struct.pack(">q", int(time.time()))
        name = os.urandom(16)
        message = (
            b"holdfast/relay-request/v1"
            + vector(request.method.encode())
            + vector(request.path_url.encode())
            + hashlib.sha256(body).digest()
            + now
            + name
        )
        tag = hmac.new(KEY, message, hashlib.sha256).digest()
        proof = struct.pack(">H", 1) + vector(TICKET) + now + name + tag
        request.headers["Authorization"] = "Holdfast " + proof.hex()
        return request


schemathesis.auth.set_from_requests(Session())
