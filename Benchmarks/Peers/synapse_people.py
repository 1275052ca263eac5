"""Makes people with devices on a Synapse server of this run's own, and tells who they are.

Usage: synapse_people.py PORT SECRET PEOPLE DEVICES

Prints the sender's access token, then a line `USER DEVICE DEVICE…` for each person.
"""

import hashlib
import hmac
import json
import secrets
import sys
import urllib.request


class Server:
    """The calls that are needed of the client-server and administration API."""

    def __init__(self, port, secret):
        self.base = f"http://127.0.0.1:{port}"
        self.secret = secret.encode()

    def call(self, method, path, body=None, token=None):
        request = urllib.request.Request(
            self.base + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"}
            | ({"Authorization": f"Bearer {token}"} if token else {}),
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def register(self, name, password):
        path = "/_synapse/admin/v1/register"
        nonce = self.call("GET", path)["nonce"]
        text = "\0".join([nonce, name, password, "notadmin"]).encode()
        mac = hmac.new(self.secret, text, hashlib.sha1).hexdigest()
        body = {"nonce": nonce, "username": name, "password": password, "admin": False, "mac": mac}
        return self.call("POST", path, body)["user_id"]

    def log_in(self, user, password, device):
        body = {
            "type": "m.login.password",
            "identifier": {"type": "m.id.user", "user": user},
            "password": password,
            "device_id": device,
        }
        return self.call("POST", "/_matrix/client/v3/login", body)["access_token"]

    def upload_keys(self, user, device, token):
        """Keys of the shape and length that clients upload; the server checks no signature."""
        keys = {
            "user_id": user,
            "device_id": device,
            "algorithms": ["m.olm.v1.curve25519-aes-sha2", "m.megolm.v1.aes-sha2"],
            "keys": {
                f"curve25519:{device}": secrets.token_urlsafe(32),
                f"ed25519:{device}": secrets.token_urlsafe(32),
            },
            "signatures": {user: {f"ed25519:{device}": secrets.token_urlsafe(64)}},
        }
        self.call("POST", "/_matrix/client/v3/keys/upload", {"device_keys": keys}, token)


def main():
    port, secret, people, devices = sys.argv[1:]
    server = Server(port, secret)
    sender = server.register("sender", "a password")
    print(server.log_in(sender, "a password", "SENDER"))
    for number in range(int(people)):
        user = server.register(f"person{number}", "a password")
        names = [f"DEVICE{number}X{index}" for index in range(int(devices))]
        for name in names:
            server.upload_keys(user, name, server.log_in(user, "a password", name))
        print(user, *names)


main()
