import HoldfastCore
import HoldfastCrypto

extension ItemStoreConformance {
    static let conditions: [ConformanceCase] = [
        ConformanceCase("P2: ifAbsent creates once and then leaves the old value") { exam in
            let key = try exam.key("once")
            let options = WriteOptions(condition: .ifAbsent)
            try await exam.store.write(SecretBytes([1]), for: key, options: options)
            try await exam.expectConflict(.alreadyExists, from: "a second creation") {
                () throws(KeychainError) in
                try await exam.store.write(SecretBytes([2]), for: key, options: options)
            }
            try await exam.expectConflict(.alreadyExists, from: "a prompt-free one") {
                () throws(KeychainError) in
                try exam.store.writeWithoutPrompt(SecretBytes([3]), for: key, options: options)
            }
            try await exam.expect(key, holds: SecretBytes([1]), "after two refused creations")
            try await exam.store.remove(key)
            try await exam.store.write(SecretBytes([4]), for: key, options: options)
            try await exam.expect(key, holds: SecretBytes([4]), "created again after its removal")
        },
        ConformanceCase("P2: ifVersion replaces what was read and nothing else") { exam in
            try exam.needVersions()
            let key = try exam.key("versioned")
            let first = try await exam.store.write(SecretBytes([1]), for: key)
            let second = try await exam.store.write(
                SecretBytes([2]), for: key, options: WriteOptions(condition: .ifVersion(first)))
            for stale in [first, ItemVersion(rawValue: second.rawValue + 1)] {
                let options = WriteOptions(condition: .ifVersion(stale))
                try await exam.expectConflict(.versionChanged, from: "another version") {
                    () throws(KeychainError) in
                    try await exam.store.write(SecretBytes([3]), for: key, options: options)
                }
                try await exam.expectConflict(.versionChanged, from: "the same prompt-free") {
                    () throws(KeychainError) in
                    try exam.store.writeWithoutPrompt(SecretBytes([3]), for: key, options: options)
                }
            }
            try await exam.expect(key, holds: SecretBytes([2]), "after four refused writes")
            let version = try await exam.store.attributes(of: key)?.version
            try exam.expect(version == second, "a refused write does not change the version")
        },
        ConformanceCase("P2: ifVersion creates nothing") { exam in
            try exam.needVersions()
            let key = try exam.key("absent")
            let options = WriteOptions(condition: .ifVersion(ItemVersion(rawValue: 1)))
            try await exam.expectConflict(.versionChanged, from: "a version of a missing item") {
                () throws(KeychainError) in
                try await exam.store.write(SecretBytes([1]), for: key, options: options)
            }
            try await exam.expectMissing(key, "after the refusal")
        },
        ConformanceCase("P2: a version is never used twice, not even after a removal") { exam in
            try exam.needVersions()
            let key = try exam.key("again")
            var versions: [ItemVersion] = []
            for _ in 0..<4 {
                versions.append(try await exam.store.write(SecretBytes([1]), for: key))
                versions.append(try await exam.store.write(SecretBytes([1]), for: key))
                try await exam.store.remove(key)
            }
            for (earlier, later) in zip(versions, versions.dropFirst()) {
                try exam.expect(earlier < later, "versions grow over 4 removals")
            }
            try await exam.store.write(SecretBytes([5]), for: key)
            for stale in versions {
                let options = WriteOptions(condition: .ifVersion(stale))
                try await exam.expectConflict(.versionChanged, from: "a version before a removal") {
                    () throws(KeychainError) in
                    try await exam.store.write(SecretBytes([9]), for: key, options: options)
                }
            }
            try await exam.expect(key, holds: SecretBytes([5]), "the item made anew")
        },
        ConformanceCase("P2: a change that fails leaves the old value") { exam in
            let key = try exam.key("unchanged")
            try await exam.store.write(SecretBytes([1]), for: key)
            let refusal = KeychainError(.invalidArgument, "the change was refused")
            try await exam.expectError(.invalidArgument, from: "an update") {
                () throws(KeychainError) in
                try await exam.store.update(key) { _ throws(KeychainError) in throw refusal }
            }
            try await exam.expect(key, holds: SecretBytes([1]), "after the failed change")
        },
    ]
}
