#if os(Linux)
import HoldfastCore

/// What is sealed beside an item's value: its names and attributes.
struct ItemMetadata: Equatable, Sendable {
    let key: ItemKey
    var protection: ItemProtection
    var kind: ItemKind
    var created: UnixTime
    var modified: UnixTime
    var byteCount: Int
    var invalidation: Invalidation?
    /// The fingers that were enrolled when an item that names their set was written; `nil` where
    /// none were asked for.
    var fingers: [String]?

    func attributes(version: UInt64) -> ItemAttributes {
        ItemAttributes(
            key: key, protection: protection, kind: kind, version: ItemVersion(rawValue: version),
            created: created, modified: modified, byteCount: byteCount, invalidation: invalidation)
    }
}

extension ItemMetadata {
    /// Sealed names are a multiple of this long, so that their length tells little.
    static let paddingByteCount = 64

    private static let encodingVersion: UInt8 = 1
    /// With the fingers behind the attributes.
    private static let encodingVersionWithFingers: UInt8 = 2
    /// Ten fingers, and room for readers that tell more than one print of each.
    private static let maximumFingerCount = 64

    /// The bytes that are sealed: version, names, attributes, fingers, zeros up to a multiple of 64.
    var encoded: [UInt8] {
        var writer = ByteWriter(reserving: 256)
        writer.put(fingers == nil ? Self.encodingVersion : Self.encodingVersionWithFingers)
        writer.putWithLength(key.service)
        writer.putWithLength(key.account)
        encodeAttributes(into: &writer)
        if let fingers {
            let kept = fingers.prefix(Self.maximumFingerCount)
            writer.put(UInt8(kept.count))
            for finger in kept { writer.putWithLength(finger) }
        }
        writer.pad(toMultipleOf: Self.paddingByteCount)
        return writer.bytes
    }

    /// Adds the attributes without the names; part of the associated data of the value.
    func encodeAttributes(into writer: inout ByteWriter) {
        writer.put(protection.accessibility.formatCode)
        writer.put(protection.accessControl.formatCode)
        writer.put(UInt32(protection.authValiditySeconds))
        writer.put(protection.keyStorage.formatCode)
        writer.put(kind.formatCode)
        writer.put(created.seconds)
        writer.put(modified.seconds)
        writer.put(UInt32(byteCount))
        writer.put(invalidation?.reason.formatCode ?? 0)
        writer.put(invalidation?.time.seconds ?? 0)
    }

    /// Decodes what was sealed; `nil` if it is anything else than ``encoded`` makes.
    init?(decoding bytes: UnsafeRawBufferPointer) {
        var reader = ByteReader(bytes)
        guard let version = reader.number(UInt8.self),
            version == Self.encodingVersion || version == Self.encodingVersionWithFingers,
            let service = reader.text(), let account = reader.text(),
            let key = ItemKey.decoded(service: service, account: account),
            let accessibility = Accessibility(formatCode: reader.number(UInt8.self)),
            let accessControl = AccessControl(formatCode: reader.number(UInt8.self)),
            let authValidity = reader.number(UInt32.self),
            let keyStorage = KeyStorage(formatCode: reader.number(UInt8.self)),
            let kind = ItemKind(formatCode: reader.number(UInt8.self)),
            let created = reader.number(Int64.self), let modified = reader.number(Int64.self),
            let byteCount = reader.number(UInt32.self),
            let reasonCode = reader.number(UInt8.self), let time = reader.number(Int64.self),
            let fingers = Self.fingers(version, &reader),
            bytes.count % Self.paddingByteCount == 0,
            reader.remainingCount < Self.paddingByteCount, reader.hasOnlyZerosLeft
        else { return nil }
        let reason = Invalidation.Reason(formatCode: reasonCode)
        guard reason != nil || (reasonCode == 0 && time == 0) else { return nil }
        self.init(
            key: key,
            protection: ItemProtection(
                accessibility: accessibility, accessControl: accessControl,
                authValiditySeconds: Int(authValidity), keyStorage: keyStorage),
            kind: kind, created: UnixTime(seconds: created),
            modified: UnixTime(seconds: modified), byteCount: Int(byteCount),
            invalidation: reason.map { Invalidation(reason: $0, time: UnixTime(seconds: time)) },
            fingers: fingers.names)
    }

    /// What stands for the fingers, so that "none kept" and "not decodable" differ.
    private struct Fingers {
        let names: [String]?
    }

    private static func fingers(_ version: UInt8, _ reader: inout ByteReader) -> Fingers? {
        guard version == encodingVersionWithFingers else { return Fingers(names: nil) }
        guard let count = reader.number(UInt8.self), Int(count) <= maximumFingerCount else {
            return nil
        }
        var names: [String] = []
        for _ in 0..<count {
            guard let name = reader.text() else { return nil }
            names.append(name)
        }
        return Fingers(names: names)
    }
}

extension ItemKey {
    /// A key from stored names; `nil` if they break the rules for names.
    fileprivate static func decoded(service: String, account: String) -> ItemKey? {
        do {
            return try ItemKey(service: service, account: account)
        } catch {
            // The caller reports damage: names that were checked before they were stored.
            return nil
        }
    }
}
#endif
