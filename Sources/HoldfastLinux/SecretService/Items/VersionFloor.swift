#if os(Linux) && SecretService
import HoldfastCore
import HoldfastCrypto

/// The highest version of any item that was removed, kept as an item of its own, so that an item
/// made anew never gets a version that its name had before.
struct VersionFloor {
    let place: KeyringPlace

    /// The version for the next write.
    func next(after version: ItemVersion?) throws(KeychainError) -> ItemVersion {
        let highest = max(version?.rawValue ?? 0, try floors().last?.version ?? 0)
        guard highest < UInt64.max else { throw NativeRecord.damaged }
        return ItemVersion(rawValue: highest + 1)
    }

    /// Remembers a version before its item is removed.
    func keep(_ version: ItemVersion) throws(KeychainError) {
        let floors = try floors()
        if let highest = floors.last, highest.version >= version.rawValue { return }
        _ = try place.calls.create(
            SecretBytes(utf8: "-"), attributes: Self.attributes(version.rawValue),
            label: "Holdfast: versions of removed items", in: place.collection)
        // The highest counts, so that one left over does no harm.
        for floor in floors { _ = try place.calls.remove(floor.path) }
    }

    /// All of them, the highest last.
    private func floors() throws(KeychainError) -> [(path: String, version: UInt64)] {
        let common = KeyringAttributes([(KeyringAttributes.schemaName, Self.schema)])
        return try place.items(with: common).compactMap { item in
            guard let version = item.attributes["version"].flatMap(UInt64.init),
                item.attributes == Self.attributes(version)
            else { return nil }
            return (path: item.path, version: version)
        }.sorted { $0.version < $1.version }
    }

    private static func attributes(_ version: UInt64) -> KeyringAttributes {
        KeyringAttributes([
            (KeyringAttributes.schemaName, schema), ("holdfast:format", NativeRecord.format),
            ("version", String(version)),
        ])
    }

    private static let schema = "org.holdfast.VersionFloor"
}
#endif
