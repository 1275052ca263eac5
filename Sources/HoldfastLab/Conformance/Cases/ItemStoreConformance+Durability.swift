import HoldfastCore
import HoldfastCrypto

extension ItemStoreConformance {
    static let durability: [ConformanceCase] = [
        ConformanceCase("P5: what a write returned is there after reopening") { exam in
            for (index, accessibility) in exam.usableAccessibilities.enumerated() {
                let options = WriteOptions(protection: .init(accessibility: accessibility))
                let key = try exam.key(accessibility.rawValue)
                try await exam.store.write(.one, for: key, options: options)
                try await exam.store.write(pattern(count: 500 * index, seed: 2), for: key)
            }
            let before = try await exam.store.list(service: nil)
            let reopened = try await exam.reopen()
            try exam.expect(
                try await reopened.list(service: nil) == before,
                "the list of \(before.count) items is the same")
            for (index, accessibility) in exam.usableAccessibilities.enumerated() {
                try exam.expect(
                    try await reopened.read(exam.key(accessibility.rawValue)),
                    is: pattern(count: 500 * index, seed: 2), "\(accessibility), reopened")
            }
        },
        ConformanceCase("P5: a removal holds after reopening") { exam in
            let key = try exam.key("gone")
            try await exam.store.write(.one, for: key)
            try await exam.store.write(.one, for: exam.key("stays"))
            try await exam.store.remove(key)
            let reopened = try await exam.reopen()
            try exam.expect(try await reopened.read(key) == nil, "it stays gone")
            let listed = try await reopened.list(service: nil)
            try exam.expect(listed.count == 1, "one item is left, not \(listed.count)")
        },
        ConformanceCase("P5: versions go on after reopening, over a removal too") { exam in
            try exam.needVersions()
            let key = try exam.key("again")
            let first = try await exam.store.write(.one, for: key)
            let second = try await exam.store.write(.one, for: key)
            try await exam.store.remove(key)
            let reopened = try await exam.reopen()
            let third = try await reopened.write(.one, for: key)
            try exam.expect(first < second && second < third, "versions only grow")
        },
    ]
}
