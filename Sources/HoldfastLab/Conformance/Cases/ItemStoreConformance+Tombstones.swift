import HoldfastCore
import HoldfastCrypto

extension ItemStoreConformance {
    static let tombstones: [ConformanceCase] = [
        ConformanceCase("P1: an item whose key is lost is KEY_INVALIDATED until handled") { exam in
            let key = try exam.key("lost")
            try await bury(key, exam)
            for _ in 0..<3 { try await expectBuried(key, exam) }
            let known = try await exam.store.attributes(of: key)
            try exam.expect(known?.invalidation != nil, "attributes say that it is invalidated")
            try exam.expect(known?.byteCount == 0, "its value is gone")
            try exam.expect(try await exam.store.contains(key), "it is contained")
            let listed = try await exam.store.list(service: key.service)
            try exam.expect(listed.map(\.key) == [key], "it is listed")
        },
        ConformanceCase("P1: a tombstone is not created over or updated") { exam in
            let key = try exam.key("lost")
            try await bury(key, exam)
            try await exam.expectError(.keyInvalidated, from: "readOrCreate") {
                () throws(KeychainError) in
                try await exam.store.readOrCreate(key) { () throws(KeychainError) in .one }
            }
            try await exam.expectError(.keyInvalidated, from: "update") {
                () throws(KeychainError) in
                try await exam.store.update(key) { _ throws(KeychainError) in .one }
            }
            try await exam.expectConflict(.alreadyExists, from: "a write if absent") {
                () throws(KeychainError) in
                try await exam.store.write(
                    .one, for: key,
                    options: WriteOptions(protection: .standard, condition: .ifAbsent))
            }
            try await expectBuried(key, exam)
        },
        ConformanceCase("P2: replaceInvalidated goes through a tombstone once") { exam in
            let key = try exam.key("lost")
            try await bury(key, exam)
            let options = WriteOptions(protection: .standard)
            try await exam.store.replaceInvalidated(
                key, with: SecretBytes([2]), options: options, prompt: .standard)
            try await exam.expect(key, holds: SecretBytes([2]), "replaced")
            try await exam.expectConflict(.notInvalidated, from: "a second replacement") {
                () throws(KeychainError) in
                try await exam.store.replaceInvalidated(
                    key, with: SecretBytes([3]), options: options, prompt: .standard)
            }
            try await exam.expect(key, holds: SecretBytes([2]), "after a second replacement")
            let known = try await exam.store.attributes(of: key)
            try exam.expect(known?.invalidation == nil, "no longer invalidated")
        },
        ConformanceCase("P2: replaceInvalidated leaves live and missing items alone") { exam in
            let (live, never) = (try exam.key("live"), try exam.key("never"))
            try await exam.store.write(.one, for: live)
            for key in [live, never] {
                try await exam.expectConflict(.notInvalidated, from: "a replacement") {
                    () throws(KeychainError) in
                    try await exam.store.replaceInvalidated(
                        key, with: SecretBytes([2]), options: .standard, prompt: .standard)
                }
            }
            let conditional = WriteOptions(condition: .ifAbsent)
            try await exam.expectError(.invalidArgument, from: "one with a condition") {
                () throws(KeychainError) in
                try await exam.store.replaceInvalidated(
                    live, with: SecretBytes([2]), options: conditional, prompt: .standard)
            }
            try await exam.expect(live, holds: .one, "the live item")
            try await exam.expectMissing(never, "the missing item")
        },
        ConformanceCase("P2: a plain write replaces a tombstone") { exam in
            let key = try exam.key("lost")
            try await bury(key, exam)
            let before = try await exam.store.attributes(of: key)?.version
            let version = try await exam.store.write(
                SecretBytes([2]), for: key, options: WriteOptions(protection: .standard))
            try await exam.expect(key, holds: SecretBytes([2]), "written over its tombstone")
            try exam.expect(before.map { $0 < version } ?? false, "under a newer version")
        },
        ConformanceCase("P6: a tombstone can be removed") { exam in
            let key = try exam.key("lost")
            try await bury(key, exam)
            try exam.expect(try await exam.store.remove(key), "there was something to remove")
            try await exam.expectMissing(key, "after its tombstone's removal")
            try exam.expect(
                try await exam.store.remove(key) == false, "and nothing the second time")
        },
        ConformanceCase("P5: a tombstone is there after reopening") { exam in
            let key = try exam.key("lost")
            try await bury(key, exam)
            let before = try await exam.store.attributes(of: key)
            let reopened = try await exam.reopen()
            try await exam.expectError(.keyInvalidated, from: "a read after reopening") {
                () throws(KeychainError) in
                try await reopened.read(key)
            }
            try exam.expect(
                try await reopened.attributes(of: key) == before, "the same attributes")
        },
    ]

    /// Writes an item and has its key lost.
    private static func bury(_ key: ItemKey, _ exam: Examination) async throws {
        _ = try exam.need(\.invalidate, "invalidate")
        try await exam.store.write(
            .one, for: key,
            options: WriteOptions(protection: exam.subject.invalidatableProtection))
        try await exam.invalidate(key)
    }

    private static func expectBuried(_ key: ItemKey, _ exam: Examination) async throws {
        try await exam.expectError(.keyInvalidated, from: "a read") { () throws(KeychainError) in
            try await exam.store.read(key)
        }
        try await exam.expectError(.keyInvalidated, from: "a prompt-free read") {
            () throws(KeychainError) in
            try exam.store.readWithoutPrompt(key)
        }
    }
}
