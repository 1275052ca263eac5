import CLoad

/// The tool that brings requests to a server, the same for each: over a few connections that stay
/// open, on one thread of this process.
enum Load {
    /// How many requests are under way at any time.
    static let connectionCount = 64

    /// What came of a run.
    struct Outcome {
        /// Seconds per request.
        let secondsPerRequest: Double
        /// The last answer's body, or its first 16 KiB.
        let body: [UInt8]
    }

    /// Sends requests that are made already, and waits for all answers.
    ///
    /// - Parameters:
    ///   - requests: whole requests; one or more.
    ///   - port: where the server listens.
    ///   - status: what each must be answered with.
    /// - Returns: the time, from the first byte out to the last byte in.
    /// - Throws: ``BenchFailure`` at the first answer that is another one.
    @discardableResult
    static func run(_ requests: [[UInt8]], port: UInt16, status: Int32 = 200) throws -> Outcome {
        try Interruption.check()
        var ends: [Int] = []
        for request in requests { ends.append((ends.last ?? 0) + request.count) }
        let bytes = Array(requests.joined())
        var (result, body) = (load_result(), [UInt8](repeating: 0, count: 16_384))
        let code = load_run(
            port, min(connectionCount, requests.count), bytes, ends, ends.count, status, &body,
            body.count, &result)
        guard code == 0 else { throw BenchFailure.system("a server cannot be loaded", code) }
        body.removeLast(body.count - result.body_count)
        guard result.other_status == 0, result.answered == requests.count else {
            let text = String(decoding: body.prefix(200), as: UTF8.self)
            throw BenchFailure("a server answers with \(result.other_status): \(text)")
        }
        return Outcome(secondsPerRequest: result.seconds / Double(requests.count), body: body)
    }
}

/// A request as it goes over the wire.
enum RawRequest {
    static func bytes(
        _ method: String, _ target: String, headers: [String] = [], body: [UInt8]? = nil
    ) -> [UInt8] {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1"] + headers
        if let body { lines.append("Content-Length: \(body.count)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? [])
    }
}
