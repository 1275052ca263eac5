import HoldfastCore
import HoldfastCrypto

extension ItemStoreConformance {
    static let locks: [ConformanceCase] = [
        ConformanceCase("P1: before the first unlock a read throws and is never nil") { exam in
            let (there, never) = (try exam.key("there"), try exam.key("never"))
            try await exam.store.write(.one, for: there)
            try await exam.reboot()
            for key in [there, never] {
                try await exam.expectError(.interactionNotAllowed, from: "a read") {
                    () throws(KeychainError) in
                    try await exam.store.read(key)
                }
                try await exam.expectError(.interactionNotAllowed, from: "a prompt-free read") {
                    () throws(KeychainError) in
                    try exam.store.readWithoutPrompt(key)
                }
            }
            try await exam.unlock()
            try await exam.expect(there, holds: .one, "after the first unlock")
        },
        ConformanceCase("P1: before the first unlock no name is looked up") { exam in
            let (there, never) = (try exam.key("there"), try exam.key("never"))
            try await exam.store.write(.one, for: there)
            try await exam.reboot()
            for key in [there, never] { try await expectNothingLookedUp(key, exam) }
            try await exam.unlock()
            try await exam.expect(there, holds: .one, "after the first unlock")
            try await exam.expectMissing(never, "after the first unlock")
        },
        ConformanceCase("P1: while locked each class is readable as it says") { exam in
            for accessibility in exam.usableAccessibilities {
                try await exam.store.write(
                    .one, for: exam.key(accessibility.rawValue),
                    options: WriteOptions(protection: .init(accessibility: accessibility)))
            }
            try await exam.lock()
            for accessibility in exam.usableAccessibilities {
                let key = try exam.key(accessibility.rawValue)
                if accessibility.isReadableWhileLocked {
                    try await exam.expect(key, holds: .one, "\(accessibility) while locked")
                } else {
                    try await expectUnreadable(key, "\(accessibility) while locked", exam)
                }
            }
            try await exam.unlock()
            for accessibility in exam.usableAccessibilities {
                try await exam.expect(
                    exam.key(accessibility.rawValue), holds: .one, "\(accessibility) unlocked")
            }
        },
        ConformanceCase("P2: a write that the lock refuses leaves the old value") { exam in
            for accessibility in exam.usableAccessibilities {
                try await exam.store.write(
                    .one, for: exam.key(accessibility.rawValue),
                    options: WriteOptions(protection: .init(accessibility: accessibility)))
            }
            try await exam.lock()
            for accessibility in exam.usableAccessibilities {
                let key = try exam.key(accessibility.rawValue)
                if accessibility.isReadableWhileLocked {
                    try await exam.store.write(SecretBytes([2]), for: key)
                } else {
                    try await expectUnwritable(key, accessibility, exam)
                }
            }
            try await exam.unlock()
            for accessibility in exam.usableAccessibilities {
                let value = SecretBytes([accessibility.isReadableWhileLocked ? 2 : 1])
                try await exam.expect(
                    exam.key(accessibility.rawValue), holds: value, "\(accessibility) afterwards")
            }
        },
        ConformanceCase("P1: while locked, names and attributes of every item are there") { exam in
            for accessibility in exam.usableAccessibilities {
                try await exam.store.write(
                    .one, for: exam.key(accessibility.rawValue),
                    options: WriteOptions(protection: .init(accessibility: accessibility)))
            }
            let before = try await exam.store.list(service: nil)
            try await exam.lock()
            try exam.expect(
                try await exam.store.list(service: nil) == before,
                "the list of \(before.count) items is the same while locked")
            for known in before {
                try exam.expect(
                    try await exam.store.attributes(of: known.key) == known,
                    "attributes of \(known.protection.accessibility) are readable while locked")
            }
            try exam.expect(
                try await exam.store.attributes(of: exam.key("never")) == nil,
                "a missing item has no attributes while locked")
        },
        ConformanceCase("P6: an item can be removed while locked") { exam in
            for accessibility in exam.usableAccessibilities {
                try await exam.store.write(
                    .one, for: exam.key(accessibility.rawValue),
                    options: WriteOptions(protection: .init(accessibility: accessibility)))
            }
            try await exam.lock()
            for accessibility in exam.usableAccessibilities {
                let key = try exam.key(accessibility.rawValue)
                try exam.expect(
                    try await exam.store.remove(key), "\(accessibility) can be removed")
            }
            try await exam.unlock()
            for accessibility in exam.usableAccessibilities {
                try await exam.expectMissing(
                    exam.key(accessibility.rawValue), "\(accessibility), removed while locked")
            }
        },
        ConformanceCase("P1: readOrCreate creates nothing while the store cannot answer") {
            exam in
            let (there, never) = (try exam.key("there"), try exam.key("never"))
            try await exam.store.write(.one, for: there)
            try await exam.reboot()
            for key in [there, never] {
                try await exam.expectError(.interactionNotAllowed, from: "readOrCreate") {
                    () throws(KeychainError) in
                    try await exam.store.readOrCreate(key) { () throws(KeychainError) in
                        SecretBytes([9])
                    }
                }
            }
            try await exam.unlock()
            try await exam.expect(there, holds: .one, "after the first unlock")
            try await exam.expectMissing(never, "after the first unlock")
        },
    ]

    private static func expectNothingLookedUp(
        _ key: ItemKey, _ exam: Examination
    ) async throws {
        let store = exam.store
        try await exam.expectError(.interactionNotAllowed, from: "attributes") {
            () throws(KeychainError) in
            try await store.attributes(of: key)
        }
        try await exam.expectError(.interactionNotAllowed, from: "contains") {
            () throws(KeychainError) in
            try await store.contains(key)
        }
        try await exam.expectError(.interactionNotAllowed, from: "a prompt-free contains") {
            () throws(KeychainError) in
            try store.containsWithoutPrompt(key)
        }
        for service in [nil, key.service, "nobody"] {
            try await exam.expectError(.interactionNotAllowed, from: "a list") {
                () throws(KeychainError) in
                try await store.list(service: service)
            }
        }
        try await exam.expectError(.interactionNotAllowed, from: "a removal") {
            () throws(KeychainError) in
            try await store.remove(key)
        }
        for condition in [WriteCondition.always, .ifAbsent] {
            let options = WriteOptions(condition: condition)
            try await exam.expectError(.interactionNotAllowed, from: "a write") {
                () throws(KeychainError) in
                try await store.write(SecretBytes([2]), for: key, options: options)
            }
        }
        try await exam.expectError(.interactionNotAllowed, from: "a replacement") {
            () throws(KeychainError) in
            try await store.replaceInvalidated(
                key, with: SecretBytes([2]), options: .standard, prompt: .standard)
        }
    }

    private static func expectUnreadable(
        _ key: ItemKey, _ what: String, _ exam: Examination
    ) async throws {
        try await exam.expectError(.interactionNotAllowed, from: what) {
            () throws(KeychainError) in
            try await exam.store.read(key)
        }
        try await exam.expectError(.interactionNotAllowed, from: what + ", prompt-free") {
            () throws(KeychainError) in
            try exam.store.readWithoutPrompt(key)
        }
    }

    private static func expectUnwritable(
        _ key: ItemKey, _ accessibility: Accessibility, _ exam: Examination
    ) async throws {
        let kept = WriteOptions.standard
        let stated = WriteOptions(protection: ItemProtection(accessibility: accessibility))
        for options in [kept, stated] {
            try await exam.expectError(.interactionNotAllowed, from: "a write to \(accessibility)")
            {
                () throws(KeychainError) in
                try await exam.store.write(SecretBytes([2]), for: key, options: options)
            }
        }
        let new = try exam.key("new " + accessibility.rawValue)
        try await exam.expectError(.interactionNotAllowed, from: "a new \(accessibility) item") {
            () throws(KeychainError) in
            try await exam.store.write(.one, for: new, options: stated)
        }
        try exam.expect(
            try await exam.store.attributes(of: new) == nil, "a refused item does not exist")
    }
}
