#if Network && Server
import CrashSupport
import Glibc
import Testing

/// An HTTP proxy as a process: it knows one host, which nobody else does, and tells what it was
/// asked for and what it carried.
final class Proxy {
    let address: String
    private let folder: Folder
    private let process: ChildProcess

    /// Starts it.
    ///
    /// - Parameters:
    ///   - host: the host that it knows, as `NAME:PORT`.
    ///   - place: where that is in truth, as `ADDRESS:PORT`.
    /// - Throws: what kept it from starting.
    init(_ host: String, at place: String) throws {
        folder = try Folder()
        process = try ChildProcess(
            path: "/usr/bin/env", ["python3", "-c", Self.program, host, place, folder.path])
        let port = try #require(try process.readLine(), "the proxy does not start")
        address = "http://127.0.0.1:" + port
    }

    deinit {
        process.signal(SIGKILL)
        do {
            try process.wait()
        } catch {
            Issue.record("the proxy was not ended: \(error)")
        }
    }

    /// The first lines of all requests so far.
    var requests: [String] {
        get throws {
            String(decoding: try Files.read(folder.path + "/requests") ?? [], as: UTF8.self)
                .split(separator: "\n").map(String.init)
        }
    }

    /// All bytes that went through it to the host.
    var carried: [UInt8] { get throws { try Files.read(folder.path + "/carried") ?? [] } }

    private static let program = """
        import socket, sys, threading
        host, place, folder = sys.argv[1:]
        address, port = place.rsplit(":", 1)
        requests = open(folder + "/requests", "a")
        carried = open(folder + "/carried", "ab")

        def carry(source, target, record):
            try:
                while data := source.recv(65536):
                    if record:
                        carried.write(data)
                        carried.flush()
                    target.sendall(data)
                target.shutdown(socket.SHUT_WR)
            except OSError:
                pass

        def serve(client):
            head = b""
            while b"\\r\\n\\r\\n" not in head:
                data = client.recv(4096)
                if not data:
                    return
                head += data
            line = head.split(b"\\r\\n")[0].decode()
            requests.write(line + "\\n")
            requests.flush()
            if line != f"CONNECT {host} HTTP/1.1":
                client.sendall(b"HTTP/1.1 403 Forbidden\\r\\nContent-Length: 0\\r\\n\\r\\n")
                return client.close()
            relay = socket.create_connection((address, int(port)))
            client.sendall(b"HTTP/1.1 200 Connected\\r\\n\\r\\n")
            threading.Thread(target=carry, args=(relay, client, False), daemon=True).start()
            carry(client, relay, True)

        server = socket.create_server(("127.0.0.1", 0))
        print(server.getsockname()[1], flush=True)
        while True:
            client, _ = server.accept()
            threading.Thread(target=serve, args=(client,), daemon=True).start()
        """
}
#endif
