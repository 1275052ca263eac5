import HoldfastCore
import HoldfastCrypto

extension ItemStoreConformance {
    static let concurrency: [ConformanceCase] = [
        ConformanceCase("P2: updates by eight tasks lose no increment") { exam in
            try exam.needVersions()
            let key = try exam.key("counter")
            try await exam.store.write(SecretBytes([0]), for: key)
            try await eightTimes { _ in
                for _ in 0..<8 { try await increment(key, exam.store) }
            }
            try await exam.expect(key, holds: SecretBytes([64]), "64 increments")
        },
        ConformanceCase("P2: of eight creators one creates, and all get its value") { exam in
            let key = try exam.key("created")
            let values = try await eightTimes { number in
                try await exam.store.readOrCreate(key) { () throws(KeychainError) in
                    pattern(count: 32, seed: UInt8(number))
                }.value
            }
            for (number, value) in values.enumerated() {
                try await exam.expect(key, holds: value, "what creator \(number) got")
            }
        },
        ConformanceCase("P2: readers see whole values while others write") { exam in
            try exam.needVersions()
            let key = try exam.key("busy")
            try await exam.store.write(pattern(count: 4_000, seed: 0), for: key)
            let written = (0..<8).map { pattern(count: 4_000 + $0, seed: UInt8($0)) }
            try await eightTimes { number in
                var last = ItemVersion(rawValue: 0)
                for _ in 0..<8 {
                    try await exam.store.write(written[number], for: key)
                    let item = try await exam.store.read(key)
                    try exam.expect(
                        written.contains { $0 == item?.value }, "a read gives a written value")
                    let version = item?.version ?? last
                    try exam.expect(last < version, "versions do not go back for a reader")
                    last = version
                }
            }
        },
        ConformanceCase("P2: eight tasks on their own keys do not disturb each other") { exam in
            try await eightTimes { number in
                for round in 0..<8 {
                    let key = try exam.key("own \(number) \(round)")
                    let value = pattern(count: 100 * number + round, seed: UInt8(number))
                    try await exam.store.write(value, for: key)
                    try await exam.expect(key, holds: value, "task \(number), round \(round)")
                    if round % 2 == 1 {
                        try exam.expect(try await exam.store.remove(key), "its own removal")
                    }
                }
            }
            let listed = try await exam.store.list(service: nil)
            try exam.expect(listed.count == 32, "32 items are left, not \(listed.count)")
        },
    ]

    /// Runs a body in eight tasks at once.
    @discardableResult
    private static func eightTimes<Answer: Sendable>(
        _ body: @escaping @Sendable (Int) async throws -> Answer
    ) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
            for number in 0..<8 {
                group.addTask { (number, try await body(number)) }
            }
            var answers: [Int: Answer] = [:]
            for try await (number, answer) in group { answers[number] = answer }
            return answers.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// Adds one, starting again when eight retries were not enough against seven others.
    private static func increment(_ key: ItemKey, _ store: any ItemStore) async throws {
        for _ in 0..<1_000 {
            do {
                try await store.update(key, plusOne)
                return
            } catch {
                guard error == StoreConflict.versionChanged.error else { throw error }
            }
        }
        throw ConformanceFailure("an update met a conflict 1000 times")
    }

    private static func plusOne(_ item: Item?) throws(KeychainError) -> SecretBytes {
        guard let count = item?.value.copyBytes().first else {
            throw KeychainError(.dataCorrupted, "the counter is not there")
        }
        return SecretBytes([count + 1])
    }
}
