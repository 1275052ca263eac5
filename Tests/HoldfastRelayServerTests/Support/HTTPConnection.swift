import CrashSupport
import Glibc

/// A plain connection to a relay, which can also send what no library would.
final class HTTPConnection {
    /// An answer.
    struct Answer {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]
    }

    /// The other end closed before an answer was whole.
    struct Closed: Error {}

    let socket: Int32
    private var pending: [UInt8] = []

    init(port: UInt16, timeoutSeconds: Int = 60) throws {
        socket = Glibc.socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw SystemCallError("socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            let error = SystemCallError("connect")
            close(socket)
            throw error
        }
        var patience = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(socket) }

    /// Sends bytes as they are; false if the other end does not take them.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends a request and waits for its answer.
    func request(
        _ method: String, _ target: String, headers: [String] = [], body: [UInt8]? = nil
    ) throws -> Answer {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: relay"] + headers
        if let body {
            lines += ["Content-Type: application/octet-stream", "Content-Length: \(body.count)"]
        }
        send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? []))
        return try answer()
    }

    /// Waits for the next answer.
    func answer() throws -> Answer {
        while true {
            let head = try headers()
            guard head.status != 100 else { continue }
            let count = Int(head.headers["content-length"] ?? "0") ?? 0
            while pending.count < count { try fill() }
            let body = Array(pending[..<count])
            pending.removeFirst(count)
            return Answer(status: head.status, headers: head.headers, body: body)
        }
    }

    private func headers() throws -> (status: Int, headers: [String: String]) {
        var end = -1
        while true {
            end = Self.end(of: pending)
            if end >= 0 { break }
            try fill()
        }
        let lines = String(decoding: pending[..<end], as: UTF8.self).split(separator: "\r\n")
        pending.removeFirst(end + 4)
        let status = lines[0].split(separator: " ")
        guard status.count > 1, let number = Int(status[1]) else { throw Closed() }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 {
                headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
            }
        }
        return (number, headers)
    }

    private static func end(of bytes: [UInt8]) -> Int {
        guard bytes.count >= 4 else { return -1 }
        for index in 0...(bytes.count - 4)
        where bytes[index] == 13 && bytes[index + 1] == 10 && bytes[index + 2] == 13
            && bytes[index + 3] == 10
        {
            return index
        }
        return -1
    }

    private func fill() throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, 0)
        if count < 0, errno == EINTR { return }
        guard count > 0 else { throw Closed() }
        pending += buffer[..<count]
    }
}
