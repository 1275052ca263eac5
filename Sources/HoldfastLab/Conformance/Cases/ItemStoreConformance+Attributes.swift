import HoldfastCore
import HoldfastCrypto

extension ItemStoreConformance {
    static let attributes: [ConformanceCase] = [
        ConformanceCase("P1: attributes say what was written") { exam in
            let key = try exam.key("described")
            for kind in ItemKind.allCases.filter(exam.store.capabilities.kinds.contains) {
                let version = try await exam.store.write(
                    pattern(count: 300, seed: 1), for: key, options: WriteOptions(kind: kind))
                let known = try await exam.store.attributes(of: key)
                try exam.expect(known?.key == key, "the key is the item's")
                try exam.expect(known?.kind == kind, "the kind is the one written")
                try exam.expect(known?.version == version, "the version is the write's answer")
                try exam.expect(known?.byteCount == 300, "the byte count is the value's")
                try exam.expect(
                    known?.protection == exam.standardProtection, "the protection is the standard")
                try exam.expect(known?.invalidation == nil, "a live item is not invalidated")
                let item = try await exam.store.read(key)
                try exam.expect(item?.attributes == known, "a read brings the same attributes")
                let promptFree = try exam.store.attributesWithoutPrompt(of: key)
                try exam.expect(promptFree == known, "a prompt-free call too")
            }
        },
        ConformanceCase("P2: a rewrite keeps when an item was created") { exam in
            let key = try exam.key("dated")
            try await exam.store.write(SecretBytes([1]), for: key)
            let first = try await exam.store.attributes(of: key)
            try await exam.store.write(SecretBytes([2]), for: key)
            guard let first, let second = try await exam.store.attributes(of: key) else {
                throw ConformanceFailure("a written item has no attributes")
            }
            try exam.expect(second.created == first.created, "created stays")
            try exam.expect(second.modified >= first.modified, "modified does not go back")
            if exam.store.capabilities.hasVersions {
                try exam.expect(second.version > first.version, "the version grows")
            }
        },
        ConformanceCase("P1: a list holds every item once, ordered by key") { exam in
            let services = ["b", "a", "ab", "\u{e9}", "e\u{301}", "Z"]
            var keys: Set<ItemKey> = []
            for service in services {
                for account in ["2", "1", "10", "é"] {
                    let key = try exam.key(account, service: service)
                    keys.insert(key)
                    try await exam.store.write(SecretBytes([1]), for: key)
                    try await exam.store.write(SecretBytes([2]), for: key)
                }
            }
            let listed = try await exam.store.list(service: nil).map(\.key)
            try exam.expect(listed.count == keys.count, "\(listed.count) of \(keys.count) items")
            try exam.expect(Set(listed) == keys, "the listed keys are the written ones")
            try exam.expect(listed == listed.sorted(), "the list is ordered by key")
            let promptFree = try exam.store.listWithoutPrompt(service: nil).map(\.key)
            try exam.expect(promptFree == listed, "a prompt-free list is the same")
        },
        ConformanceCase("P1: a list of a service holds that service alone") { exam in
            let services = ["a", "ab", "A", "\u{e9}", "e\u{301}", "%", "_", "*", "a%"]
            for service in services {
                for account in ["1", "2"] {
                    try await exam.store.write(
                        SecretBytes([1]), for: exam.key(account, service: service))
                }
            }
            for (index, service) in services.enumerated() {
                let wanted = [
                    try exam.key("1", service: service), try exam.key("2", service: service),
                ]
                let listed = try await exam.store.list(service: service)
                try exam.expect(
                    listed.map(\.key) == wanted,
                    "service \(index) has its 2 items alone, not \(listed.count)")
                let promptFree = try exam.store.listWithoutPrompt(service: service)
                try exam.expect(promptFree == listed, "a prompt-free list is the same")
            }
            let none = try await exam.store.list(service: "nobody")
            try exam.expect(none.isEmpty, "a service that nobody wrote to has an empty list")
        },
        ConformanceCase("P1: a list and a single look agree") { exam in
            for accessibility in exam.usableAccessibilities {
                try await exam.store.write(
                    pattern(count: accessibility.rawValue.utf8.count, seed: 1),
                    for: exam.key(accessibility.rawValue),
                    options: WriteOptions(protection: .init(accessibility: accessibility)))
            }
            for listed in try await exam.store.list(service: nil) {
                let known = try await exam.store.attributes(of: listed.key)
                try exam.expect(known == listed, "the same attributes by both ways")
            }
        },
    ]

    static let removals: [ConformanceCase] = [
        ConformanceCase("P6: removing what is not there is false and no error") { exam in
            let key = try exam.key("never")
            try exam.expect(try await exam.store.remove(key) == false, "false for a missing item")
            try exam.expect(
                try exam.store.removeWithoutPrompt(key) == false, "false prompt-free too")
        },
        ConformanceCase("P6: a removal is reported once and final") { exam in
            let key = try exam.key("gone")
            try await exam.store.write(SecretBytes([1]), for: key)
            try exam.expect(try await exam.store.remove(key), "true for an item that was there")
            try await exam.expectMissing(key, "after its removal")
            try exam.expect(try await exam.store.remove(key) == false, "false the second time")
            try await exam.store.write(SecretBytes([2]), for: key)
            try await exam.expect(key, holds: SecretBytes([2]), "written anew")
            try exam.expect(try await exam.removePromptFree(key), "true prompt-free")
            try await exam.expectMissing(key, "after its prompt-free removal")
        },
        ConformanceCase("P6: a removal takes one item") { exam in
            let gone = try exam.key("gone")
            let neighbours = [
                try exam.key("gone2"), try exam.key("gon"), try exam.key("gone", service: "other"),
            ]
            for key in [gone] + neighbours {
                try await exam.store.write(pattern(count: 9, seed: 5), for: key)
            }
            try await exam.store.remove(gone)
            for (index, key) in neighbours.enumerated() {
                try await exam.expect(
                    key, holds: pattern(count: 9, seed: 5), "neighbour \(index)")
            }
        },
        ConformanceCase("P6: wiping a service empties it alone and counts") { exam in
            for index in 0..<5 { try await exam.store.write(.one, for: exam.key("\(index)")) }
            let other = try exam.key("0", service: "conformance2")
            try await exam.store.write(.one, for: other)
            let count = try await exam.store.wipe(service: "conformance")
            try exam.expect(count == 5, "5 items removed, not \(count)")
            let left = try await exam.store.list(service: "conformance")
            try exam.expect(left.isEmpty, "nothing left, not \(left.count) items")
            try await exam.expect(other, holds: .one, "another service's item")
            try exam.expect(
                try await exam.store.wipe(service: "conformance") == 0, "nothing to wipe twice")
        },
    ]
}

extension SecretBytes {
    /// A value where any does.
    static let one = SecretBytes([1])
}
