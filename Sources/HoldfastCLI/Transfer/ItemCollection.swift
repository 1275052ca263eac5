import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// The items that may leave this machine, as JSON, and how many may not.
@MainActor
struct ItemCollection {
    /// An array of items, complete.
    private(set) var json = JSONWriter()
    private var count = 0
    private var boundCount = 0
    private var askingCount = 0
    private var invalidatedCount = 0

    /// Reads the items of a service, or all of them.
    ///
    /// - Throws: as ``ItemStore/read(_:prompt:)`` for the first item that cannot be read now: a
    ///   backup that silently lacks an item would be found out when it is needed.
    static func collect(
        service: String?, in session: Session
    ) async throws(Failure) -> ItemCollection {
        let vault = try await session.vaultForItems()
        let all = try await session.attempt("cannot list the items") {
            () async throws(KeychainError) in try vault.listWithoutPrompt(service: service)
        }
        var collection = ItemCollection()
        var items: [Item] = []
        for attributes in all {
            if let item = try await collection.item(attributes, in: session) { items.append(item) }
        }
        var bytes = 0
        for item in items { bytes += item.value.count / 3 * 4 + 4096 }
        do {
            try ExportContainer.checkPayload(byteCount: bytes)
        } catch {
            throw Failure(error, "cannot export")
        }
        collection.json.array { json in
            for item in items { TransferDocument.write(item, into: &json) }
        }
        collection.count = items.count
        return collection
    }

    /// How many items are not in it.
    var omissions: Int { boundCount + askingCount + invalidatedCount }

    /// How many of these could be exported, if there were somebody to ask.
    var misses: Int { askingCount }

    /// What was done, in one line.
    var summary: String {
        var parts = ["exported \(Self.items(count))"]
        if boundCount > 0 { parts.append("left out \(boundCount) bound to this device") }
        if askingCount > 0 {
            parts.append(
                "left out \(askingCount) that ask for the passcode or a finger, with nobody to ask")
        }
        if invalidatedCount > 0 { parts.append("left out \(invalidatedCount) whose key is gone") }
        return parts.joined(separator: ", ")
    }

    private static let nobodyToAsk: Set<KeychainError.Code> = [
        .noActivity, .biometryNotAvailable, .biometryNotEnrolled,
    ]

    static func items(_ count: Int) -> String { count == 1 ? "1 item" : "\(count) items" }

    private mutating func item(
        _ attributes: ItemAttributes, in session: Session
    ) async throws(Failure) -> Item? {
        if attributes.protection.accessibility.isThisDeviceOnly {
            boundCount += 1
            return nil
        }
        if attributes.invalidation != nil {
            invalidatedCount += 1
            return nil
        }
        do {
            return try await session.read(attributes.key, purpose: "Export")
        } catch  where Self.nobodyToAsk.contains(error.error.code) {
            askingCount += 1
            return nil
        }
    }
}
