import HoldfastCore
import HoldfastCrypto
import HoldfastWire

extension IdentityIntent {
    private static let version: UInt8 = 1
    private static let entryLimit = 8192

    /// The intent as it is stored.
    var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.version)
            writer.put(install.bytes)
            writer.put(slot.bytes)
            writer.putVector(deviceName.utf8)
            writer.putVector(signingKeyName.account.utf8)
            writer.putVector(agreementKeyName.account.utf8)
            writer.putOptional(presence) { $1.write(to: &$0) }
            writer.put(created)
            way.write(to: &writer)
            writer.putOptional(entry) { $0.putVector($1.bytes) }
        }
    }

    /// Reads what ``bytes`` wrote.
    ///
    /// - Throws: as for ``IdentityRecord``.
    init(_ bytes: [UInt8]) throws(KeychainError) {
        do throws(WireError) {
            var reader = WireReader(bytes)
            guard try reader.byte("version") == Self.version else {
                throw WireError(.newerVersion, in: "version")
            }
            install = try reader.slot("install")
            slot = try reader.slot("slot")
            let name = String(validating: try reader.vector(atMost: 256, "name"), as: UTF8.self)
            guard let name else { throw WireError(.invalidValue, in: "name") }
            deviceName = name
            signingKeyName = try reader.keyName("signing_key_name")
            agreementKeyName = try reader.keyName("agreement_key_name")
            presence = try reader.optional("presence") { (reader) throws(WireError) in
                try PresencePlan(from: &reader)
            }
            created = Int64(bitPattern: try reader.number64("created"))
            way = try Way(from: &reader)
            entry = try reader.optional("entry") { (reader) throws(WireError) in
                try SignedLogEntry(try reader.vector(atMost: Self.entryLimit, "entry"))
            }
            try reader.expectEnd("intent")
        } catch {
            throw KeychainError(identity: error)
        }
    }
}

extension IdentityIntent.Way {
    fileprivate func write(to writer: inout WireWriter) {
        switch self {
        case .genesis(let recovery, nil):
            writer.put(UInt8(1))
            writer.putOptional(recovery) { $0.put($1.bytes) }
        case .genesis(let recovery, let previous?):
            writer.put(UInt8(4))
            writer.putOptional(recovery) { $0.put($1.bytes) }
            writer.putVector(previous.bytes)
        case .renewal(let record, let lastCounter):
            writer.put(UInt8(2))
            writer.putVector(record.bytes)
            writer.put(lastCounter)
        case .joining(let plan):
            writer.put(UInt8(3))
            writer.put(plan.account.bytes)
            writer.putOptional(plan.replaced) { writer, replaced in
                writer.put(replaced.device.bytes)
                writer.put(replaced.reason.rawValue)
                writer.put(replaced.lastCounter)
            }
            writer.putOptional(plan.previous) { $0.putVector($1.bytes) }
        }
    }

    fileprivate init(from reader: inout WireReader) throws(WireError) {
        switch try reader.byte("way") {
        case 1:
            self = .genesis(recovery: try reader.recoveryKey(), previous: nil)
        case 4:
            self = .genesis(
                recovery: try reader.recoveryKey(), previous: try reader.identityRecord("previous"))
        case 2:
            self = .renewal(
                of: try reader.identityRecord("previous"),
                lastCounter: try reader.number64("last_counter"))
        case 3:
            self = .joining(
                JoinPlan(
                    account: try reader.identifier(AccountID.self, "account"),
                    replaced: try reader.optional("replaced") { (reader) throws(WireError) in
                        try reader.replacedDevice()
                    },
                    previous: try reader.optional("previous") { (reader) throws(WireError) in
                        try reader.identityRecord("previous")
                    }))
        default: throw WireError(.newerVersion, in: "way")
        }
    }
}

extension PresencePlan {
    fileprivate func write(to writer: inout WireWriter) {
        writer.putVector(name.account.utf8)
        writer.putVector(accessControl.rawValue.utf8)
        writer.putOptional(key) { $0.put($1.bytes) }
    }

    fileprivate init(from reader: inout WireReader) throws(WireError) {
        name = try reader.keyName("presence_key_name")
        let word = try reader.vector(atMost: 64, "access_control")
        let control = AccessControl(rawValue: String(decoding: word, as: UTF8.self))
        guard let control else { throw WireError(.newerVersion, in: "access_control") }
        accessControl = control
        key = try reader.optional("presence_key") { (reader) throws(WireError) in
            try reader.publicKey("presence_key")
        }
    }
}

extension WireReader {
    fileprivate mutating func identityRecord(
        _ field: StaticString
    ) throws(WireError) -> IdentityRecord {
        var inner = WireReader(try vector(atMost: 4096, field))
        let record = try IdentityRecord(from: &inner)
        try inner.expectEnd(field)
        return record
    }

    fileprivate mutating func recoveryKey() throws(WireError) -> P256PublicKey? {
        try optional("recovery") { (reader) throws(WireError) in try reader.publicKey("recovery") }
    }

    /// A device that gives its place to another one.
    mutating func replacedDevice() throws(WireError) -> ReplacedDevice {
        let device = try identifier(DeviceID.self, "replaced")
        guard let reason = RemovalReason(rawValue: try byte("reason")) else {
            throw WireError(.newerVersion, in: "reason")
        }
        return ReplacedDevice(
            device: device, reason: reason, lastCounter: try number64("last_counter"))
    }
}
