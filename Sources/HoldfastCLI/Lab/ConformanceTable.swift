import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastLinux

/// The suite of all stores on each store of this package.
struct ConformanceTable {
    /// One store and what came of every case.
    struct Row: Sendable {
        let store: String
        let outcomes: [(name: String, outcome: Outcome)]

        func count(_ isCounted: (Outcome) -> Bool) -> Int {
            outcomes.filter { isCounted($0.outcome) }.count
        }
    }

    /// What came of one case.
    enum Outcome: Sendable, Equatable {
        case kept
        case notChecked(String)
        case broken(String)
    }

    let rows: [Row]

    /// Runs the suite; each case has a store of its own.
    ///
    /// - Parameters:
    ///   - folder: where vaults are made.
    ///   - signals: end it before the next case.
    ///   - progress: is shown how many cases are done.
    @MainActor
    init(in folder: String, _ signals: TerminalSignals, progress: Progress) async {
        let subjects = Self.subjects(in: folder)
        let cases = ItemStoreConformance.cases
        let all = subjects.count * cases.count
        var rows: [Row] = []
        for (name, makeSubject) in subjects {
            var outcomes: [(name: String, outcome: Outcome)] = []
            for (number, promise) in cases.enumerated() where !signals.haveCome {
                progress.show(rows.count * cases.count + number, all)
                outcomes.append((promise.name, await Self.outcome(promise, number, makeSubject)))
            }
            rows.append(Row(store: name, outcomes: outcomes))
        }
        self.rows = rows
    }

    private typealias Maker = @Sendable (_ number: Int) async throws -> ConformanceSubject

    private static func outcome(
        _ promise: ConformanceCase, _ number: Int, _ makeSubject: Maker
    ) async -> Outcome {
        do {
            switch try await promise.check(try await makeSubject(number)) {
            case .kept: return .kept
            case .notApplicable(let reason): return .notChecked(reason)
            }
        } catch let failure as ConformanceFailure {
            return .broken(failure.description)
        } catch {
            return .broken("the store could not be made: \(error)")
        }
    }

    private static func subjects(in folder: String) -> [(String, Maker)] {
        let inMemory: Maker = { _ in memory() }
        let inVault: Maker = { try await vault(in: "\(folder)/\($0)") }
        let onPhones = PhoneSystem.allCases.map { system -> (String, Maker) in
            let onPhone: Maker = { _ in .phone(system.profile, with: .good(on: system)) }
            return ("\(system) phone store", onPhone)
        }
        return [("memory store", inMemory), ("Linux vault", inVault)] + onPhones
    }

    private static func memory() -> ConformanceSubject {
        let store = MemoryStore(answerPrompt: { _ in .confirmed })
        var subject = ConformanceSubject(store)
        subject.lock = { store.setAvailability(.locked) }
        subject.unlock = { store.setAvailability(.unlocked) }
        subject.simulateReboot = { store.setAvailability(.beforeFirstUnlock) }
        subject.reopen = { store.reopened() }
        subject.invalidate = { store.invalidate($0, reason: .keyLost) }
        subject.answerPrompts = { store.answerPrompts($0) }
        return subject
    }

    private static func vault(in folder: String) async throws -> ConformanceSubject {
        guard mkdir(folder, 0o700) == 0 else {
            throw Failure.system("cannot make a directory", errno)
        }
        let person = AnsweringPerson()
        var configuration = VaultConfiguration(
            location: VaultLocation(
                directory: folder + "/vault", stateDirectory: folder + "/state"))
        configuration.keepKeysInProcess()
        configuration.passcodeSource = person
        // The cost of guessing is no promise of the suite.
        configuration.passcodeMemoryKiB = 8 * 1_024
        configuration.passcodeIterations = 1
        let settings = configuration
        let vault = LinuxVault(settings)
        try await vault.setPasscode(AnsweringPerson.passcode)
        var subject = ConformanceSubject(vault)
        subject.lock = { try await vault.lock() }
        subject.unlock = { try await vault.unlock(with: AnsweringPerson.passcode) }
        subject.simulateReboot = { try await vault.lock(alsoAfterFirstUnlock: true) }
        subject.reopen = { LinuxVault(settings) }
        subject.invalidatableProtection.accessibility = .whenPasscodeSetThisDeviceOnly
        subject.invalidate = { _ in try await vault.removePasscode(AnsweringPerson.passcode) }
        subject.answerPrompts = { person.answer($0) }
        return subject
    }
}

/// Types the passcode when asked, or ends the prompt as the suite says.
private final class AnsweringPerson: PasscodeSource {
    static let passcode = SecretBytes(utf8: "conformance")
    private let answer = Locked(PromptAnswer.confirmed)

    func answer(_ answer: PromptAnswer) {
        self.answer.withLock { $0 = answer }
    }

    func passcode(for prompt: Prompt) async throws(KeychainError) -> SecretBytes {
        if case .failed(let code) = answer.withLock({ $0 }) {
            throw KeychainError(code, "the suite ends the prompt")
        }
        return Self.passcode
    }
}
