import HoldfastCore
import HoldfastCrypto
import HoldfastWire

/// What a device keeps to go on with its backup: the backup's key, and no phrase.
///
/// Whoever has it can read and write this backup; it does not open another lineage, and it can put no
/// device in the account. It lies in the device's own store, for this device only.
struct Enrolment: Sendable {
    /// Whose phrase opens the backup.
    var statement: RecoveryStatement
    /// The backup's key.
    var key: SecretBytes
    var lineage: SlotID
    /// The newest generation that this device has written or seen.
    var known: KnownGeneration?
    /// What is removed once the backup that took its place is verified.
    var retiring: Retiring?
    var health: BackupHealth
    /// The item that it was read from or written to; `nil` for one that is to be made.
    var version: ItemVersion?

    /// A header, or a whole lineage with it, that stays until its successor is verified.
    struct Retiring: Sendable, Hashable {
        let place: HeaderPlace
        let isLineage: Bool
    }

    func keys() throws(RecoveryError) -> BackupKeys {
        try BackupKeys(key, account: statement.account, lineage: lineage)
    }

    /// Takes note of a generation, unless a later one is known.
    mutating func know(_ generation: KnownGeneration) {
        guard generation.generation > known?.generation ?? 0 else { return }
        known = generation
    }

    var place: HeaderPlace { HeaderPlace(locator: statement.locator, lineage: lineage) }
}

extension Enrolment {
    /// The value of the item.
    var value: SecretBytes {
        let before = WireWriter.encode { writer in
            writer.put(Self.version)
            writer.putVector(statement.bytes)
            writer.put(lineage.bytes)
        }
        let behind = WireWriter.encode { writer in
            writer.putOptional(known) { writer, known in
                writer.put(known.lineage.bytes)
                writer.put(known.generation)
                writer.put(known.manifest.bytes)
            }
            writer.putOptional(retiring) { writer, retiring in
                writer.put(retiring.place.locator.bytes)
                writer.put(retiring.place.lineage.bytes)
                writer.put(UInt8(retiring.isLineage ? 1 : 0))
            }
            health.write(to: &writer)
        }
        // The key goes from wiped memory to wiped memory.
        return SecretBytes(count: before.count + key.count + behind.count) { output in
            output.copyBytes(from: before)
            key.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: output[before.count...]).copyMemory(
                    from: $0)
            }
            UnsafeMutableRawBufferPointer(rebasing: output[(before.count + key.count)...])
                .copyBytes(from: behind)
        }
    }

    /// Reads the value of the item.
    ///
    /// - Throws: ``RecoveryError/store(_:)`` with `DATA_CORRUPTED` or `UNSUPPORTED`.
    init(_ value: SecretBytes) throws(RecoveryError) {
        do throws(WireError) {
            var bytes = value.copyBytes()
            defer { bytes.wipe() }
            var reader = WireReader(bytes)
            guard try reader.number16("version") == Self.version else {
                throw WireError(.newerVersion, in: "version")
            }
            let statement = try reader.vector(atMost: 1_024, "statement")
            lineage = try reader.slot("lineage")
            var key = try reader.raw(BackupKeys.keyByteCount, "key")
            self.key = SecretBytes(key)
            key.wipe()
            known = try reader.optional("known") { (reader) throws(WireError) in
                KnownGeneration(
                    lineage: try reader.slot("lineage"),
                    generation: try reader.number64("generation"),
                    manifest: try reader.identifier(EntryHash.self, "manifest"))
            }
            retiring = try reader.optional("retiring") { (reader) throws(WireError) in
                try Retiring(from: &reader)
            }
            health = try BackupHealth(from: &reader)
            try reader.expectEnd("Enrolment")
            do throws(RecoveryError) {
                self.statement = try RecoveryStatement(statement)
            } catch {
                throw WireError(.invalidValue, in: "statement")
            }
        } catch {
            throw .store(
                KeychainError(
                    error.reason == .newerVersion ? .unsupported : .dataCorrupted,
                    "what the device keeps of its backup cannot be read"))
        }
    }

    private static let version: UInt16 = 1
}

extension Enrolment.Retiring {
    fileprivate init(from reader: inout WireReader) throws(WireError) {
        guard let locator = Locator(try reader.raw(Locator.byteCount, "locator")) else {
            throw WireError(.truncated, in: "locator")
        }
        place = HeaderPlace(locator: locator, lineage: try reader.slot("lineage"))
        isLineage = try reader.byte("is_lineage") == 1
    }
}
