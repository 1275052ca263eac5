import HoldfastCore
import HoldfastE2EE
import HoldfastLinux
import HoldfastWire

/// `holdfast device init`: a new account, with this vault as its first device.
enum DeviceInitCommand: Command {
    static let declaration = CommandDeclaration(
        "device init", "begin an account with this vault as its first device",
        discussion: [
            "The vault gets keys of its own, which never leave it: one that signs and one that"
                + " messages are encrypted to; with a passcode a third one, that needs the person and"
                + " removes other devices. In builds with the trait TPM they are in the machine's TPM,"
                + " if it has one. The account's device log begins in the file of --directory, which"
                + " is made if there is none; it holds nothing secret, and every vault verifies what"
                + " it reads there. The vault remembers the file.",
            "A vault that is a device already is left as it is. Where its key is lost, or the account"
                + " has other devices, 'holdfast device request' gets it back in; only with"
                + " --start-anew is a new account begun, of which contacts are told.",
        ],
        options: [.deviceName, .keyStorage, .startAnew] + .directoryPlace,
        examples: [
            .init(
                "holdfast device init --name laptop --directory ~/team/devices",
                "begin an account whose device log is in a shared folder")
        ])

    private static let action = "cannot make a device"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let device = try await VaultDevice.prepare(
            arguments, in: session, action, makesDirectory: true)
        let record = try await begin(device, arguments, action)
        try DeviceReport.write(record, in: session)
        noteRecovery(in: session)
        return 0
    }

    /// Begins an account with a vault as its first device.
    ///
    /// - Parameters:
    ///   - device: the vault, made ready.
    ///   - arguments: `--name` and `--start-anew` are looked at.
    ///   - action: what fails otherwise.
    /// - Returns: the identity.
    /// - Throws: `INVALID_ARGUMENT` if it is a device already; the decision's error if something
    ///   speaks against a new account; what kept vault or directory from it.
    static func begin(
        _ device: VaultDevice, _ arguments: ParsedArguments, _ action: String
    ) async throws(Failure) -> IdentityRecord {
        let name = try DeviceName.wanted(arguments, action)
        let wasDevice = await device.identity.examine().record != nil
        let opening = try await device.run(action) { () async throws(IdentityError) in
            try await device.identity.open(.foreground)
        }
        let startsAnew = arguments.has(.startAnew)
        switch opening.decision {
        case .firstInstall: break
        case .keyLost where startsAnew, .newDevice where startsAnew, .revoked where startsAnew:
            break
        case .proceed:
            // What an earlier try has begun, the opening has finished.
            if !wasDevice, let record = opening.record {
                try await device.keepDirectory(action)
                return record
            }
            throw Failure(
                KeychainError(
                    .invalidArgument, "this vault is a device already",
                    advice: "see 'holdfast device show'"), action)
        case let other: throw try await device.failure(other, record: opening.record, action)
        }
        let record = try await device.run(action) { () async throws(IdentityError) in
            try await device.identity.begin(named: name, recovery: nil, startsAnew: startsAnew)
        }
        try await device.keepDirectory(action)
        return record
    }

    /// Says what a new account lacks.
    static func noteRecovery(in session: Session) {
        session.note(
            "no recovery is set: if all devices of the account are lost, so is the account; 'holdfast"
                + " device request' on another machine lets a second one in")
    }
}
