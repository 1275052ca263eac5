import HoldfastCore
import HoldfastWire

extension IdentityRecord {
    private static let magic: [UInt8] = Array("HFID".utf8)
    private static let version: UInt8 = 1

    /// The record as it is stored.
    var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.magic)
            writer.put(Self.version)
            writer.put(account.bytes)
            writer.put(install.bytes)
            writer.putVector(device.bytes)
            for name in [signingKeyName, agreementKeyName] {
                writer.putVector(name.account.utf8)
            }
            writer.putOptional(presenceKeyName) { $0.putVector($1.account.utf8) }
        }
    }

    /// Reads what ``bytes`` wrote.
    ///
    /// - Throws: `UNSUPPORTED` for a newer version, `DATA_CORRUPTED` for anything else.
    init(_ bytes: [UInt8]) throws(KeychainError) {
        do throws(WireError) {
            var reader = WireReader(bytes)
            try self.init(from: &reader)
            try reader.expectEnd("identity")
        } catch {
            throw KeychainError(identity: error)
        }
    }

    init(from reader: inout WireReader) throws(WireError) {
        guard try reader.raw(Self.magic.count, "magic") == Self.magic else {
            throw WireError(.invalidValue, in: "magic")
        }
        guard try reader.byte("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        account = try reader.identifier(AccountID.self, "account")
        install = try reader.slot("install")
        device = try DeviceRecord(try reader.vector(atMost: 1024, "device"))
        signingKeyName = try reader.keyName("signing_key_name")
        agreementKeyName = try reader.keyName("agreement_key_name")
        presenceKeyName = try reader.optional("presence_key_name") { (reader) throws(WireError) in
            try reader.keyName("presence_key_name")
        }
        guard (presenceKeyName == nil) == (device.presenceKey == nil) else {
            throw WireError(.invalidValue, in: "presence_key_name")
        }
    }
}

extension IdentityProgress {
    /// The progress as it is stored.
    var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.putVector(record.bytes)
            writer.put(messageCounter)
            writer.put(head.sequence)
            writer.put(head.hash.bytes)
        }
    }

    /// Reads what ``bytes`` wrote.
    ///
    /// - Throws: as for ``IdentityRecord``.
    init(_ bytes: [UInt8]) throws(KeychainError) {
        do throws(WireError) {
            var reader = WireReader(bytes)
            var inner = WireReader(try reader.vector(atMost: 4096, "record"))
            record = try IdentityRecord(from: &inner)
            try inner.expectEnd("record")
            messageCounter = try reader.number64("message_counter")
            head = LogHead(
                sequence: try reader.number64("head"),
                hash: try reader.identifier(EntryHash.self, "head"))
            try reader.expectEnd("progress")
        } catch {
            throw KeychainError(identity: error)
        }
    }
}

extension WireReader {
    /// The account of a key's name; the service is always the identity's.
    mutating func keyName(_ field: StaticString) throws(WireError) -> ItemKey {
        let utf8 = try vector(atMost: 256, field)
        guard let text = String(validating: utf8, as: UTF8.self) else {
            throw WireError(.invalidValue, in: field)
        }
        do throws(KeychainError) {
            return try IdentityNames.key(text)
        } catch {
            throw WireError(.invalidValue, in: field)
        }
    }
}

extension KeychainError {
    /// The error for a stored record that cannot be read.
    init(identity error: WireError) {
        self =
            error.reason == .newerVersion
            ? KeychainError(
                .unsupported, "the identity's record is of a newer version",
                advice: "update the app; the record is left as it is")
            : KeychainError(
                .dataCorrupted, "the identity's record cannot be read (\(error.field))")
    }
}
