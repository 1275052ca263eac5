import Foundation
import HoldfastCore
import HoldfastCrypto

@testable import HoldfastLab

/// A right store, as small as one can be: all items in one file, which is replaced in one step.
///
/// The controls of the explorer's own tests: it must find nothing in this one.
struct ContainerStore: PromptlessStore {
    let container: any AppContainer

    fileprivate struct Record: Codable {
        let service: String
        let account: String
        let value: [UInt8]
        let accessibility: Accessibility
        let accessControl: AccessControl
        let version: UInt64

        func attributes() throws(KeychainError) -> ItemAttributes {
            ItemAttributes(
                key: try ItemKey(service: service, account: account),
                protection: ItemProtection(
                    accessibility: accessibility, accessControl: accessControl),
                kind: .bytes, version: ItemVersion(rawValue: version),
                created: UnixTime(seconds: 0), modified: UnixTime(seconds: 0),
                byteCount: value.count, invalidation: nil)
        }
    }

    var capabilities: StoreCapabilities { .memory }

    func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability { .available }

    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        guard let record = try load().first(where: { $0.is(key) }) else { return nil }
        return Item(value: SecretBytes(record.value), attributes: try record.attributes())
    }

    func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        var records = try load()
        let present = records.first { $0.is(key) }
        switch options.condition {
        case .always: break
        case .ifAbsent: if present != nil { throw StoreConflict.alreadyExists.error }
        case .ifVersion(let version):
            if present?.version != version.rawValue { throw StoreConflict.versionChanged.error }
        }
        let version = (records.map(\.version).max() ?? 0) + 1
        let protection = options.protection ?? .standard
        records.removeAll { $0.is(key) }
        records.append(
            Record(
                service: key.service, account: key.account, value: value.copyBytes(),
                accessibility: protection.accessibility, accessControl: protection.accessControl,
                version: version))
        try save(records)
        return ItemVersion(rawValue: version)
    }

    func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        let records = try load()
        let rest = records.filter { !$0.is(key) }
        guard rest.count < records.count else { return false }
        try save(rest)
        return true
    }

    func attributesWithoutPrompt(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        try load().first { $0.is(key) }?.attributes()
    }

    func listWithoutPrompt(service: String?) throws(KeychainError) -> [ItemAttributes] {
        var found: [ItemAttributes] = []
        for record in try load() where service ?? record.service == record.service {
            found.append(try record.attributes())
        }
        return found.sorted { $0.key < $1.key }
    }

    private func load() throws(KeychainError) -> [Record] {
        guard let bytes = try container.readFile("items") else { return [] }
        do {
            return try JSONDecoder().decode([Record].self, from: Data(bytes))
        } catch {
            throw KeychainError(.dataCorrupted, "the file of items does not decode")
        }
    }

    private func save(_ records: [Record]) throws(KeychainError) {
        let data: Data
        do {
            data = try JSONEncoder().encode(records)
        } catch {
            throw KeychainError(.invalidArgument, "the items cannot be encoded")
        }
        try container.replaceFile("items", with: Array(data))
    }
}

extension ContainerStore.Record {
    fileprivate func `is`(_ key: ItemKey) -> Bool {
        service == key.service && account == key.account
    }
}

extension LabStore {
    /// Its file lies in a folder that a reinstallation empties, so only scenarios without one
    /// suit it.
    static let container = LabStore("container", summary: "all items in one file") {
        ContainerStore(container: SimulatedContainer($0, .local))
    }
}
