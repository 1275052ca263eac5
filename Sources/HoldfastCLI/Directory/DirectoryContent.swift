import HoldfastCore
import HoldfastWire

/// What the bytes of a directory file hold, taken apart and not believed.
///
/// - Note: Standard: `docs/formats/directory-file.md`.
struct DirectoryContent: Sendable {
    /// What a file begins with: its name and its version.
    static let header: [UInt8] = Array("HFDIRECT".utf8) + [1]
    private static let nameCount = 8

    /// The entries of each account, in the order in which they stand.
    private(set) var entries: [AccountID: [[UInt8]]] = [:]
    /// The highest counter of each device.
    private(set) var counters: [DeviceID: UInt64] = [:]
    /// Where the last whole record ends, and the next one goes.
    private(set) var end = 0
    /// Whether something stands behind it that a write began and did not finish.
    private(set) var isTorn = false

    /// Takes a file apart.
    ///
    /// - Parameter bytes: the whole file.
    /// - Throws: `DATA_CORRUPTED` where it is no such file or was changed, with the place;
    ///   `UNSUPPORTED` for a newer version.
    init(_ bytes: [UInt8]) throws(KeychainError) {
        // A death between making the file and writing its header leaves a part of that.
        guard bytes.count >= Self.header.count else {
            guard Self.header.starts(with: bytes) else { throw Self.foreign }
            isTorn = !bytes.isEmpty
            return
        }
        guard bytes.prefix(Self.nameCount) == Self.header.prefix(Self.nameCount) else {
            throw Self.foreign
        }
        guard bytes[Self.nameCount] == Self.header[Self.nameCount] else { throw Self.newer }
        end = Self.header.count
        while let body = try nextBody(in: bytes) {
            try take(body, at: end)
            end += DirectoryRecord.headCount + body.count + DirectoryRecord.checkCount
        }
        isTorn = end < bytes.count
    }

    /// The next whole record's body; `nil` at the end, and where a write was not finished.
    private func nextBody(in bytes: [UInt8]) throws(KeychainError) -> [UInt8]? {
        let rest = bytes[end...]
        guard rest.count >= DirectoryRecord.headCount else { return nil }
        guard let length = DirectoryRecord.length(in: rest.prefix(DirectoryRecord.headCount)) else {
            // A power failure can leave a file longer and the new part of it empty.
            if rest.allSatisfy({ $0 == 0 }) { return nil }
            throw Self.damaged(at: end)
        }
        let size = DirectoryRecord.headCount + length + DirectoryRecord.checkCount
        guard rest.count >= size else { return nil }
        let body = Array(rest.dropFirst(DirectoryRecord.headCount).prefix(length))
        let check = rest.dropFirst(DirectoryRecord.headCount + length)
            .prefix(DirectoryRecord.checkCount)
        guard check.elementsEqual(DirectoryRecord.check(of: body)) else {
            // Only the last one can have been under way.
            if rest.count == size { return nil }
            throw Self.damaged(at: end)
        }
        return body
    }

    private mutating func take(_ body: [UInt8], at place: Int) throws(KeychainError) {
        let record: DirectoryRecord
        do throws(WireError) {
            record = try DirectoryRecord(body: body)
        } catch {
            throw error.reason == .newerVersion ? Self.newer : Self.damaged(at: place)
        }
        switch record {
        case .entry(let account, let entry): entries[account, default: []].append(entry)
        case .counter(let device, let counter):
            counters[device] = max(counters[device] ?? 0, counter)
        }
    }
}

extension DirectoryContent {
    private static let foreign = KeychainError(
        .dataCorrupted, "it is no directory of device logs",
        advice: "check --directory and HOLDFAST_DIRECTORY; the file was left as it is")

    private static let newer = KeychainError(
        .unsupported, "it was written by a newer version",
        advice: "update to that version; the file was left as it is")

    private static func damaged(at place: Int) -> KeychainError {
        KeychainError(
            .dataCorrupted, "it was changed or is damaged at byte \(place)",
            advice: "put another copy of it in its place; it was left as it is")
    }
}
