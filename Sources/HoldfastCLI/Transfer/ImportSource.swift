import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Reads the file of an import and everything in it.
@MainActor
struct ImportSource {
    let session: Session

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: its path, or `-` for standard input.
    ///   - format: its kind; `nil` tells it by its beginning.
    ///   - service: the value of `--service`: where all items go, whatever the file says.
    ///   - passphraseDescriptor: where an export's passphrase is read from.
    /// - Returns: the items, each of which a vault could take, and none of them twice.
    /// - Throws: `INVALID_ARGUMENT`, `DATA_CORRUPTED`, `AUTH_FAILED` or `UNKNOWN` as the file is.
    func records(
        path: String, format: TransferFormat?, service: String?, passphraseDescriptor: Int?
    ) throws(Failure) -> [TransferRecord] {
        let shown = path == "-" ? "standard input" : Quoted.text(path)
        do throws(KeychainError) {
            let file = try read(path)
            // Whose format nobody named: most likely a backup that was cut to nothing.
            guard file.count > 0 || format != nil else {
                throw KeychainError(.invalidArgument, "it is empty")
            }
            let records = try file.withUnsafeBytes { (bytes) throws(KeychainError) in
                try parse(
                    bytes, format ?? .of(bytes), service ?? Session.standardService,
                    passphraseDescriptor)
            }
            let moved = try service.map { (service) throws(KeychainError) in
                try Self.moved(records, to: service)
            }
            return try Self.checked(moved ?? records)
        } catch {
            throw Failure(error, "cannot import from \(shown)")
        }
    }

    private func read(_ path: String) throws(KeychainError) -> SecretBuffer {
        let descriptor: Int32
        if path == "-" {
            if session.passcodeDescriptor == session.streams.input {
                throw KeychainError(
                    .invalidArgument, "the passcode and the file cannot both be standard input",
                    advice: "give the passcode on another descriptor")
            }
            descriptor = session.streams.input
        } else {
            descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
            if descriptor < 0 { throw KeychainError(errno: errno) }
        }
        defer { if path != "-" { close(descriptor) } }
        let file = SecretBuffer(capacity: 65_536)
        if try Descriptor.readAll(descriptor, into: file, limit: Self.textByteLimit) {
            return file
        }
        // Only what begins as an export may be larger, so that a device or a wrong file does not
        // fill the memory.
        guard file.withUnsafeBytes({ TransferFormat.of($0) == .holdfast }) else {
            throw KeychainError(
                .invalidArgument, "it has more than \(Self.textByteLimit) bytes and is no export")
        }
        guard try Descriptor.readAll(descriptor, into: file, limit: Self.exportByteLimit) else {
            throw KeychainError(.invalidArgument, "it is too large to be an export")
        }
        return file
    }

    private static let textByteLimit = 64 * 1024 * 1024
    // A sealed payload of the largest size, its tags and its header.
    private static let exportByteLimit =
        ExportContainer.maximumByteCount + ExportContainer.maximumByteCount / 1024

    private func parse(
        _ file: UnsafeRawBufferPointer, _ format: TransferFormat, _ service: String,
        _ passphraseDescriptor: Int?
    ) throws(KeychainError) -> [TransferRecord] {
        switch format {
        case .json: return try TransferDocument.read(file, service: service)
        case .env:
            var records: [TransferRecord] = []
            for entry in try DotEnvParser.parse(file) {
                let key = try ItemKey(service: service, account: entry.key)
                try Item.check(entry.value)
                records.append(
                    TransferRecord(
                        key: key, value: entry.value, kind: .bytes,
                        protection: ItemProtectionOptions()))
            }
            return records
        case .holdfast:
            // Damage to the header is told before anybody is asked.
            _ = try ExportHeader(of: file)
            let passphrase =
                if let passphraseDescriptor {
                    try SuppliedSecret.secret(Int32(passphraseDescriptor), "the passphrase")
                } else {
                    try session.terminal.askHidden("Passphrase of the export: ")
                }
            let payload = try ExportContainer.open(file, passphrase: passphrase)
            return try payload.withUnsafeBytes { (payload) throws(KeychainError) in
                try TransferDocument.read(payload, service: service)
            }
        }
    }

    private static func moved(
        _ records: [TransferRecord], to service: String
    ) throws(KeychainError) -> [TransferRecord] {
        var moved: [TransferRecord] = []
        for record in records {
            moved.append(
                TransferRecord(
                    key: try ItemKey(service: service, account: record.key.account),
                    value: record.value, kind: record.kind, protection: record.protection))
        }
        return moved
    }

    private static func checked(
        _ records: [TransferRecord]
    ) throws(KeychainError) -> [TransferRecord] {
        var keys: Set<ItemKey> = []
        for record in records where !keys.insert(record.key).inserted {
            throw KeychainError(
                .invalidArgument, "the item \(Session.shown(record.key)) is in it twice",
                advice: "correct the file; nothing was imported")
        }
        return records
    }
}
