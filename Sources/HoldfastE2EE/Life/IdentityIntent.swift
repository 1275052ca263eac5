import HoldfastCore
import HoldfastCrypto
import HoldfastWire

/// A change of identity that is under way, so that a start after a death finishes it.
///
/// It is stored before the first key is made, in a class that never leaves the device.
struct IdentityIntent: Sendable, Hashable {
    /// What the new keys are called, and what the device is to be called.
    let install: SlotID
    let slot: SlotID
    let deviceName: String
    let signingKeyName: ItemKey
    let agreementKeyName: ItemKey
    /// The recovery key of a new account.
    let recovery: P256PublicKey?
    /// When it was begun, which dates its entry.
    let created: Int64
    /// The identity whose place the new one takes; `nil` for a new account.
    let previous: IdentityRecord?
    /// The highest message counter that the previous identity used.
    let lastCounter: UInt64
    /// The entry, once it is signed.
    var entry: SignedLogEntry?
}

extension IdentityIntent {
    private static let version: UInt8 = 1

    var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.version)
            writer.put(install.bytes)
            writer.put(slot.bytes)
            writer.putVector(deviceName.utf8)
            writer.putVector(signingKeyName.account.utf8)
            writer.putVector(agreementKeyName.account.utf8)
            writer.putOptional(recovery) { $0.put($1.bytes) }
            writer.put(created)
            writer.putOptional(previous) { $0.putVector($1.bytes) }
            writer.put(lastCounter)
            writer.putOptional(entry) { $0.putVector($1.bytes) }
        }
    }

    init(_ bytes: [UInt8]) throws(KeychainError) {
        var previousBytes: [UInt8]?
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
            recovery = try reader.optional("recovery") { (reader) throws(WireError) in
                try reader.publicKey("recovery")
            }
            created = Int64(bitPattern: try reader.number64("created"))
            previousBytes = try reader.optional("previous") { (reader) throws(WireError) in
                try reader.vector(atMost: 8192, "previous")
            }
            lastCounter = try reader.number64("last_counter")
            entry = try reader.optional("entry") { (reader) throws(WireError) in
                try SignedLogEntry(try reader.vector(atMost: 8192, "entry"))
            }
            try reader.expectEnd("intent")
        } catch {
            throw KeychainError(identity: error)
        }
        previous = try previousBytes.map { (bytes) throws(KeychainError) in
            try IdentityRecord(bytes)
        }
    }
}
