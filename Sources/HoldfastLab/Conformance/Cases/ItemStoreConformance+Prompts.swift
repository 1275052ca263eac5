import HoldfastCore
import HoldfastCrypto

extension ItemStoreConformance {
    static let prompts: [ConformanceCase] = [
        ConformanceCase("P11: a prompt-free call on a protected item is AUTH_REQUIRED") { exam in
            for accessControl in try promptingControls(exam) {
                let key = try exam.key(accessControl.rawValue)
                try await exam.store.write(
                    .one, for: key,
                    options: WriteOptions(protection: .init(accessControl: accessControl)))
                try await exam.expectError(.authRequired, from: "a read of \(accessControl)") {
                    () throws(KeychainError) in
                    try exam.store.readWithoutPrompt(key)
                }
                let wasWritten = try writeWithoutPrompt(SecretBytes([2]), key, exam)
                try exam.expect(
                    try await exam.store.read(key), is: SecretBytes([wasWritten ? 2 : 1]),
                    "\(accessControl) after a prompt-free write")
            }
        },
        ConformanceCase("P11: looking and removing never prompt") { exam in
            let refuse = try exam.need(\.answerPrompts, "answerPrompts")
            for accessControl in try promptingControls(exam) {
                let key = try exam.key(accessControl.rawValue)
                let protection = ItemProtection(accessControl: accessControl)
                try await refuse(.confirmed)
                try await exam.store.write(
                    .one, for: key, options: WriteOptions(protection: protection))
                // From here on every prompt would fail the call that shows it.
                try await refuse(.failed(.userCanceled))
                let known = try await exam.store.attributes(of: key)
                try exam.expect(known?.protection == protection, "attributes of \(accessControl)")
                try exam.expect(try exam.store.containsWithoutPrompt(key), "it is contained")
                let listed = try exam.store.listWithoutPrompt(service: key.service)
                try exam.expect(listed.count == 1, "it is listed")
                try exam.expect(try await exam.store.remove(key), "it can be removed")
            }
        },
        ConformanceCase("P2: a prompt that is not confirmed changes nothing") { exam in
            let answer = try exam.need(\.answerPrompts, "answerPrompts")
            for accessControl in try promptingControls(exam) {
                let key = try exam.key(accessControl.rawValue)
                try await answer(.confirmed)
                try await exam.store.write(
                    .one, for: key,
                    options: WriteOptions(protection: .init(accessControl: accessControl)))
                for code in [KeychainError.Code.userCanceled, .authFailed, .lockout] {
                    try await answer(.failed(code))
                    try await exam.expectError(code, from: "a read that ends in \(code)") {
                        () throws(KeychainError) in
                        try await exam.store.read(key)
                    }
                    let wasWritten = try await write(SecretBytes([1]), key, orFailsWith: code, exam)
                    try await answer(.confirmed)
                    try exam.expect(
                        try await exam.store.read(key), is: .one,
                        "\(accessControl) after \(code), written: \(wasWritten)")
                }
            }
        },
    ]

    private static func promptingControls(_ exam: Examination) throws -> [AccessControl] {
        let controls = try AccessControl.allCases.filter { accessControl in
            try accessControl != .none && exam.store.canUse(accessControl) == .available
        }
        if controls.isEmpty {
            throw MissingControl(reason: "no access control is available on the subject")
        }
        return controls
    }

    /// Whether the store takes a write without asking; refusing it is as good.
    private static func writeWithoutPrompt(
        _ value: SecretBytes, _ key: ItemKey, _ exam: Examination
    ) throws -> Bool {
        do {
            try exam.store.writeWithoutPrompt(value, for: key, options: .standard)
            return true
        } catch KeychainError.Code.authRequired {
            return false
        }
    }

    private static func write(
        _ value: SecretBytes, _ key: ItemKey, orFailsWith code: KeychainError.Code,
        _ exam: Examination
    ) async throws -> Bool {
        do {
            try await exam.store.write(value, for: key)
            return true
        } catch {
            if error.code == code { return false }
            throw error
        }
    }
}
