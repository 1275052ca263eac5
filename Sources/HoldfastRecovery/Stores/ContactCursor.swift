import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire

/// Yields the contacts' pins, by name.
actor ContactCursor: BackupCursor {
    private let store: any ItemStore
    private let service: String
    private var isDone = false
    private var cursor = RecordCursor([])

    init(_ store: any ItemStore, _ service: String) {
        self.store = store
        self.service = service
    }

    func next() async throws(KeychainError) -> [BackupRecord] {
        if !isDone {
            var records: [BackupRecord] = []
            for item in try await store.list(service: service) {
                records += try await contact(item.key)
            }
            (cursor, isDone) = (RecordCursor(records), true)
        }
        return try await cursor.next()
    }

    private func contact(_ key: ItemKey) async throws(KeychainError) -> [BackupRecord] {
        let name = ItemRecordName.bytes(of: key)
        var contact: StoredContact?
        do throws(KeychainError) {
            guard let item = try await store.read(key, prompt: .standard) else { return [] }
            contact = try StoredContact(name: key.account, pin: item.value)
        } catch {
            guard error.isOfOneItem else { throw error }
        }
        return try LongRecord(name: name, value: contact?.encoded).records(of: .contacts)
    }
}

/// A contact as a backup holds it: `u8` version 1 ‖ `u16` byte count and name ‖ pin.
struct StoredContact: Sendable {
    let name: String
    let pin: ContactPin

    private static let version: UInt8 = 1

    var encoded: SecretBytes {
        SecretBytes(
            ByteWriter.encode { writer in
                writer.put(Self.version)
                writer.putWithLength(name)
                writer.put(pin.bytes)
            })
    }

    /// Takes an item's value.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is no pin, so that nothing else gets into a backup this way.
    init(name: String, pin bytes: SecretBytes) throws(KeychainError) {
        self.name = name
        pin = try Self.pin(bytes.copyBytes())
    }

    /// Reads ``encoded``.
    ///
    /// - Throws: `UNSUPPORTED` for a newer version, `DATA_CORRUPTED` for anything else.
    init(decoding bytes: SecretBytes) throws(KeychainError) {
        let parts = bytes.withUnsafeBytes { bytes -> (UInt8, String, [UInt8])? in
            var reader = ByteReader(bytes)
            guard let version = reader.number(UInt8.self), let name = reader.text(),
                let pin = reader.array(reader.remainingCount)
            else { return nil }
            return (version, name, pin)
        }
        guard let (version, name, pin) = parts else { throw Self.damaged }
        guard version == Self.version else {
            throw KeychainError(.unsupported, "a contact in the backup is of a newer version")
        }
        self.name = name
        self.pin = try Self.pin(pin)
    }

    private static func pin(_ bytes: [UInt8]) throws(KeychainError) -> ContactPin {
        do throws(WireError) {
            return try ContactPin(bytes)
        } catch {
            throw error.reason == .newerVersion
                ? KeychainError(.unsupported, "a contact's pin is of a newer version") : damaged
        }
    }

    private static let damaged = KeychainError(.dataCorrupted, "a contact's pin cannot be read")
}
