public import HoldfastCrypto

/// A backup's manifest as it is stored: the signed pointer to it, and its sealed bytes.
public struct SignedManifest: Sendable, Hashable {
    /// Most bytes of a manifest.
    public static let manifestLimit = 1 << 20

    /// The pointer.
    public let pointer: BackupPointer
    /// The device's signature of ``SignaturePurpose/backupPointer`` over the pointer.
    public let signature: P256Signature
    /// The manifest, sealed by its writer.
    public let manifest: [UInt8]

    /// Puts a manifest and its pointer together.
    ///
    /// - Parameters:
    ///   - pointer: the pointer.
    ///   - signature: the device's, of ``SignaturePurpose/backupPointer`` over the pointer's bytes.
    ///   - manifest: at most 1 MiB.
    public init(_ pointer: BackupPointer, signature: P256Signature, manifest: [UInt8]) {
        self.pointer = pointer
        self.signature = signature
        self.manifest = manifest
    }

    /// Whether the pointer is about this manifest.
    public var matches: Bool { SHA256.hash(manifest) == pointer.manifest.bytes }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.putVector(pointer.bytes)
            writer.put(signature.bytes)
            writer.putVector(manifest)
        }
    }

    /// Reads the structure, without checking the signature.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        pointer = try BackupPointer(try reader.vector(atMost: 256, "pointer"))
        signature = try reader.signature("signature")
        manifest = try reader.vector(atMost: Self.manifestLimit, "manifest")
        try reader.expectEnd("SignedManifest")
    }
}
