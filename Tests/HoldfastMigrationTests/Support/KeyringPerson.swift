#if os(Linux)
import CrashSupport
import Glibc

/// A person at the prompts of a test's keyring, in the place of the desktop's prompting program.
///
/// Speaks as gcr's prompter does: `org.gnome.keyring.SystemPrompter`, with passwords sealed by the
/// exchange `sx-aes-1` (`gcr/gcr-secret-exchange.c`).
final class KeyringPerson {
    /// What the person does.
    enum Habit {
        case answers(String)
        case closes
        case isAway
    }

    private let process: ChildProcess

    init(_ habit: Habit, at desktop: Desktop) throws {
        let words =
            switch habit {
            case .answers(let password): ["answer", password]
            case .closes: ["close", ""]
            case .isAway: ["away", ""]
            }
        process = try Desktop.start(
            desktop.environment, ["/usr/bin/python3", "-c", Self.program] + words)
        guard try process.readLine() == "ready" else {
            throw Desktop.ProgramFailed(program: "python3")
        }
    }

    /// Sends the person away, by a signal that no mask which was inherited holds back.
    ///
    /// - Returns: how often the keyring had asked.
    func leave() throws -> Int {
        process.signal(SIGKILL)
        let count = try process.readLines().count
        _ = try process.wait()
        return count
    }

    private static let program = """
        import base64, os, sys
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF
        from jeepney import (DBusAddress, HeaderFields, MessageType, new_method_call,
                             new_method_return)
        from jeepney.bus_messages import message_bus
        from jeepney.io.blocking import open_dbus_connection

        # RFC 3526, group 5.
        PRIME = int(
            "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22"
            "514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6"
            "F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3D"
            "C2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB"
            "9ED529077096966D670C354E4ABC9804F1746C08CA237327FFFFFFFFFFFFFFFF", 16)

        def sealed(exchange, password):
            peer = exchange.split("public=")[1].split("\\n")[0]
            private = int.from_bytes(os.urandom(190), "big")
            shared = pow(int.from_bytes(base64.b64decode(peer), "big"), private, PRIME)
            key = HKDF(hashes.SHA256(), 16, None, b"").derive(shared.to_bytes(192, "big"))
            iv = os.urandom(16)
            rest = 16 - len(password) % 16
            work = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
            secret = work.update(password + bytes([rest]) * rest) + work.finalize()
            public = pow(2, private, PRIME).to_bytes(192, "big")
            pairs = [("public", public), ("secret", secret), ("iv", iv)]
            lines = [f"{name}={base64.b64encode(value).decode()}" for name, value in pairs]
            return "\\n".join(["[sx-aes-1]"] + lines) + "\\n"

        bus = open_dbus_connection()
        bus.send_and_get_reply(message_bus.RequestName("org.gnome.keyring.SystemPrompter"))
        print("ready", flush=True)
        while True:
            message = bus.receive()
            if message.header.message_type != MessageType.method_call:
                continue
            fields = message.header.fields
            bus.send(new_method_return(message))
            callback = DBusAddress(
                message.body[0], bus_name=fields[HeaderFields.sender],
                interface="org.gnome.keyring.internal.Prompter.Callback")
            def ready(reply, exchange):
                body = (reply, {}, exchange)
                bus.send(new_method_call(callback, "PromptReady", "sa{sv}s", body))
            member = fields[HeaderFields.member]
            if member == "BeginPrompting":
                ready("", "")
            elif member == "PerformPrompt":
                print("asked", flush=True)
                if sys.argv[1] == "answer":
                    ready("yes", sealed(message.body[3], sys.argv[2].encode()))
                elif sys.argv[1] == "close":
                    ready("no", "")
            elif member == "StopPrompting":
                bus.send(new_method_call(callback, "PromptDone"))
        """
}
#endif
