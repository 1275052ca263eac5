/// Headers of backups, as a relay hands them out, in any order.
public struct HeaderList: Sendable, Hashable {
    /// Most headers of an account, and most that are found under one locator.
    public static let limit = 64

    /// Headers as they were stored.
    public let headers: [[UInt8]]

    /// Makes a list.
    ///
    /// - Parameter headers: at most ``limit`` headers.
    public init(_ headers: [[UInt8]]) { self.headers = headers }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.putVector(of: headers) { $0.putVector($1) }
        }
    }

    /// Reads the structure; the headers are not looked at.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        headers = try reader.vector(
            atMost: Self.limit * (HeaderUpload.headerLimit + 4), "headers"
        ) { (reader) throws(WireError) in
            try reader.vector(atMost: HeaderUpload.headerLimit, "header")
        }
        guard headers.count <= Self.limit else { throw WireError(.tooLong, in: "headers") }
        try reader.expectEnd("HeaderList")
    }
}
