import HoldfastCore

/// Decides which rows of a library are items, which are its own affair, and which cannot move.
struct RowSorter {
    private let library: KeychainLibrary
    private(set) var listing = MigrationListing()
    private var names: Set<[UInt8]> = []

    init(_ library: KeychainLibrary) {
        self.library = library
    }

    /// Notes that a place has rows that cannot be seen now.
    mutating func noteHidden() {
        refuse("items that cannot be seen now", KeychainRows.hidden)
    }

    /// Takes the rows of one place.
    mutating func sort(_ rows: [ForeignRow]) {
        var added: [[UInt8]] = []
        for row in rows {
            guard let written = row.name else {
                refuse("a name that is no text", Self.notText)
                continue
            }
            guard let name = name(written) else { continue }
            if library.layout == .expo, names.contains(Array(name.utf8)) {
                refuse(name, Self.shadowed)
            } else {
                added.append(Array(name.utf8))
                listing.items.append(
                    MigrationItem(
                        handle: row.handle, service: library.targetService, account: name,
                        protection: row.protection))
            }
        }
        names.formUnion(added)
    }

    /// The item's name; `nil` for a row that is no item of the library's user.
    private func name(_ written: String) -> String? {
        switch library.layout {
        case .withoutService(let prefix):
            guard written.utf8.starts(with: prefix.utf8) else { return nil }
            return String(decoding: written.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        case .valet: return written == Self.canary ? nil : written
        case .flutter: return written.hasPrefix(FlutterEnclave.prefix) ? nil : written
        case .plain, .expo, .archived: return written
        }
    }

    private mutating func refuse(_ name: String, _ error: KeychainError) {
        listing.obstacles.append(
            .init(service: library.targetService, name: name, error: error))
    }

    private static let canary = "VAL_KeychainCanaryUsername"

    private static let notText = KeychainError(
        .unsupported, "the item's name is not UTF-8 text",
        advice: "read it with the old library and write it with this one")
    private static let shadowed = KeychainError(
        .unsupported, "the library itself reads another item of that name, and never this one",
        advice: "decide which of the two counts and remove the other with the old library")
}
