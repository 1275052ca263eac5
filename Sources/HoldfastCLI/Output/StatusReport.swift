import HoldfastCore
import HoldfastLinux

/// The state of a vault, for people and for scripts.
enum StatusReport {
    /// One object; what is not known, or does not apply, is null.
    static func json(_ status: VaultStatus) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            json.member("directory", status.location.directory)
            json.member("stateDirectory", status.location.stateDirectory)
            json.member("exists", status.exists)
            json.member("formatVersion", status.formatVersion)
            json.member("vaultID", status.vaultID)
            json.member("created", status.created?.description)
            json.member("hasPasscode", status.hasPasscode)
            json.member("state", state(status.availability))
            json.member("isLockAdvisory", status.isLockAdvisory)
            json.member("isWatchedByAgent", status.isWatched)
            json.member("unlockedForSeconds", status.unlockedUntilSeconds)
            json.member("itemCount", status.itemCount)
            json.member("deviceSecret", status.deviceSecret.rawValue)
            json.member("sealedToRegisters", status.sealedToRegisters.map(registers))
            json.member("rescueCodeCreated", status.rescueCodeCreated?.description)
            json.member("lastExport", status.lastExport?.description)
            json.member("lastExportOmissions", status.lastExportOmissions)
            json.member("lastExportMisses", status.lastExportMisses)
            json.name("classes")
            json.array { json in for item in status.classes { add(item, to: &json) } }
            json.member("hasMoved", status.hasMoved)
            json.member("tpmProblemCode", status.tpmProblem?.code.rawValue)
            json.member("failedTries", status.failedTries)
            json.member("lockout", status.lockout?.rawValue)
            json.member("nextTryInSeconds", status.nextTryInSeconds)
            json.member("nextTry", status.nextTry?.description)
            json.member("unavailableCode", problem(status.availability)?.code.rawValue)
        }
        return json
    }

    private static func add(_ item: ClassProtection, to json: inout JSONWriter) {
        json.object { json in
            json.member("class", item.accessibility.rawValue)
            json.name("needs")
            json.array { json in for need in item.needs { json.element(need.rawValue) } }
            json.member("isOpenedByRescueCode", item.isOpenedByRescueCode)
        }
    }

    private static func registers(_ numbers: [Int]) -> String {
        numbers.map(String.init).joined(separator: ",")
    }

    /// Lines of `what: how`.
    static func lines(_ status: VaultStatus, _ style: Style) -> String {
        var rows = [("vault", Quoted.lineEscaped(status.location.directory))]
        if !status.exists {
            rows.append(("exists", "no; it is made at the first 'holdfast set'"))
            return text(rows)
        }
        rows.append(("passcode", status.hasPasscode ? "set" : "none"))
        rows.append(("locked", locked(status, style)))
        if status.hasPasscode {
            rows.append(("agent", status.isWatched ? "locks it with the screen" : "none"))
        }
        if let count = status.itemCount { rows.append(("items", String(count))) }
        rows.append(("device secret", deviceSecret(status, style)))
        rows.append(("rescue code", status.rescueCodeCreated.map { "of \($0)" } ?? "none"))
        if status.failedTries > 0 {
            rows.append(("failed tries", String(status.failedTries)))
        }
        if let lockout = status.lockout {
            rows.append(("next try", style.warning(nextTry(lockout, status))))
        }
        if let version = status.formatVersion { rows.append(("format", String(version))) }
        if let created = status.created { rows.append(("created", created.description)) }
        return text(rows)
    }

    private static func text(_ rows: [(String, String)]) -> String {
        rows.map { "\($0.0): \($0.1)\n" }.joined()
    }

    private static func locked(_ status: VaultStatus, _ style: Style) -> String {
        if let problem = problem(status.availability) {
            return style.bad(
                Quoted.lineEscaped("not available: \(problem.message); \(ToolAdvice.of(problem))"))
        }
        if status.isLockAdvisory {
            return style.warning("advisory")
                + " (no passcode: any process of this user can read every item)"
        }
        switch status.availability {
        case .beforeFirstUnlock: return "not unlocked since the start"
        case .locked: return "yes"
        case .unlocked, .unavailable:
            guard let seconds = status.unlockedUntilSeconds else { return "no" }
            return "no, for \(seconds) s"
        }
    }

    private static func nextTry(_ lockout: VaultStatus.Lockout, _ status: VaultStatus) -> String {
        guard let seconds = status.nextTryInSeconds, let time = status.nextTry else {
            return "when the TPM has forgotten a wrong one; it does not say when"
        }
        switch lockout {
        case .brake: return "in \(seconds) s, at \(time)"
        case .tpm:
            return "when the TPM has forgotten a wrong one, in \(seconds) s (at \(time)) or sooner"
        }
    }

    private static func deviceSecret(_ status: VaultStatus, _ style: Style) -> String {
        let moved = status.hasMoved ? style.warning(" (the vault is on another machine)") : ""
        switch status.deviceSecret {
        case .file: return "file" + moved
        case .sealed:
            let numbers = status.sealedToRegisters ?? []
            let problem = status.tpmProblem.map {
                style.warning(Quoted.lineEscaped(" (it cannot be asked: \($0.message))"))
            }
            return "sealed in the TPM" + (numbers.isEmpty ? "" : " (PCR \(registers(numbers)))")
                + (problem ?? "")
        case .missing: return style.bad("missing") + moved
        case .otherDevice: return style.bad("another device's") + moved
        case .damaged: return style.bad("damaged") + moved
        }
    }

    private static func state(_ availability: StoreAvailability) -> String {
        switch availability {
        case .beforeFirstUnlock: "beforeFirstUnlock"
        case .locked: "locked"
        case .unlocked: "unlocked"
        case .unavailable: "unavailable"
        }
    }

    private static func problem(_ availability: StoreAvailability) -> KeychainError? {
        guard case .unavailable(let error) = availability else { return nil }
        return error
    }
}
