/// The newest manifests of a backup, as a relay hands them out: none, one or two, the newest first.
public struct ManifestList: Sendable, Hashable {
    /// Signed manifests as they were stored.
    public let manifests: [[UInt8]]

    /// Makes a list.
    ///
    /// - Parameter manifests: signed manifests, the newest first; at most two.
    public init(_ manifests: [[UInt8]]) {
        self.manifests = manifests
    }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.putVector(of: manifests) { $0.putVector($1) }
        }
    }

    /// Reads the structure; the manifests are not looked at.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        manifests = try reader.vector(atMost: 4 << 20, "manifests") {
            (reader) throws(WireError) in
            try reader.vector(atMost: SignedManifest.manifestLimit + 1_024, "manifest")
        }
        guard manifests.count <= 2 else { throw WireError(.tooLong, in: "manifests") }
        try reader.expectEnd("ManifestList")
    }
}
