import HoldfastCore
import HoldfastE2EE
import HoldfastLinux
import HoldfastWire

/// What the doctor says of a vault that is a device of an account; it changes nothing.
@MainActor
struct DeviceDoctor {
    private var findings: [VaultFinding] = []
    private static let topic = "device"
    private static let decisionCount = 3

    /// Everything that was found; nothing for a vault that never was a device.
    ///
    /// - Parameters:
    ///   - arguments: `--directory` and `--relay` are looked at.
    ///   - session: the surroundings.
    /// - Returns: the findings; what kept something from being found out is one.
    static func findings(
        _ arguments: ParsedArguments, in session: Session
    ) async -> [VaultFinding] {
        var doctor = DeviceDoctor()
        do throws(Failure) {
            guard try await VaultDevice.isKnown(in: session) else { return [] }
            try await doctor.examine(try await VaultDevice.find(arguments, in: session, topic))
        } catch {
            doctor.add(error.error)
        }
        return doctor.findings
    }

    private mutating func examine(_ device: VaultDevice) async throws(Failure) {
        let found = await device.identity.examine()
        examineState(found)
        if let error = found.error { add(error) }
        for line in try await device.decisions(Self.topic).suffix(Self.decisionCount) {
            add(.note, "decided \(line)")
        }
        guard let record = found.record else { return }
        examineKeys(record.device)
        do throws(KeychainError) {
            let account = try await AccountLog.read(
                record.account, from: device.directory, after: found.progress?.head)
            examineAccount(account)
            if found.error == nil { try await examineContacts(ContactBook(device.vault)) }
        } catch {
            add(error)
        }
    }

    private mutating func examineState(_ found: IdentityExamination) {
        let decision = found.decision
        let name = found.record.map { " (\(Quoted.text($0.device.name)))" } ?? ""
        let body = DecisionText.body(decision).map { ": \($0)" } ?? ""
        let grade: VaultFinding.Grade =
            switch decision {
            case .proceed(isConfirmed: true): .good
            case .proceed, .registerAgain: .warning
            case .notYet, .firstInstall, .newDevice: .note
            default: .bad
            }
        add(
            grade, DecisionText.title(decision) + name + body,
            advice: DecisionText.advice(decision))
    }

    private mutating func examineKeys(_ device: DeviceRecord) {
        let isHard = device.signingGrade != .software && device.agreementGrade != .software
        add(
            isHard ? .good : .note, "keys: " + GradeText.line(device),
            advice: isHard
                ? nil
                : "with a tool built with the trait TPM, 'holdfast device replace --key-storage tpm'"
                    + " moves them into this machine's TPM")
        if device.presenceKey == nil {
            add(
                .note, "it has no key for its person, and removes no other device",
                advice: "'holdfast passcode set' and 'holdfast device replace --new-presence-key'")
        }
    }

    private mutating func examineAccount(_ account: AccountLog) {
        let facts = account.log.facts
        let count = facts.activeDevices.count { !$0.isRecoveryRecipient }
        let isAlone = count == 1
        if facts.recoveryKey == nil {
            add(
                isAlone ? .warning : .note,
                "no recovery is set: the account is lost with "
                    + (isAlone ? "this device" : "its \(count) devices"),
                advice: isAlone
                    ? "'holdfast device request' on another machine lets a second device in" : nil)
        }
        if !account.log.pending.isEmpty {
            add(
                .warning, "\(account.log.pending.count) changes of the account wait",
                advice: "'holdfast device list' says which, and how to undo them")
        }
    }

    private mutating func examineContacts(_ book: ContactBook) async throws(KeychainError) {
        for contact in try await book.all()
        where !contact.pin.maySend || contact.pin.standing == .noLongerVerified {
            add(
                .warning, "contact \(contact.line)",
                advice: "'holdfast device verify' with the contact's code")
        }
    }

    private mutating func add(_ error: KeychainError) {
        let isLater = ErrorCatalogue.exitStatus(for: error) == 3
        add(isLater ? .note : .bad, error.message, advice: ToolAdvice.of(error))
    }

    private mutating func add(
        _ grade: VaultFinding.Grade, _ text: String, advice: String? = nil
    ) {
        findings.append(VaultFinding(grade, Self.topic, text, advice: advice))
    }
}
