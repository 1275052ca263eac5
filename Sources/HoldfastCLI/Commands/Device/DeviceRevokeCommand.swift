import HoldfastCore
import HoldfastE2EE
import HoldfastWire

/// `holdfast device revoke`: puts a device out of the account.
enum DeviceRevokeCommand: Command {
    static let declaration = CommandDeclaration(
        "device revoke", "remove a device from the account",
        discussion: [
            "Nothing is encrypted to the device from then on, and what it signs counts no more. A"
                + " device removes itself by its own word, and another one only with the key that"
                + " needs the person (the vault has a passcode, and had one when its keys were made),"
                + " and never the last other one. It cannot be undone: a device comes back by a new"
                + " request, with new keys.",
            "The reason is for contacts: messages of a device that was lost are kept apart, those of"
                + " one that was retired are not.",
        ],
        arguments: [.init("DEVICE", "8 or more digits of the device's id")],
        options: [.reason, .yes] + .directoryPlace,
        examples: [
            .init("holdfast device revoke 5f3c09ab --reason lost", "a phone was stolen")
        ])

    private static let action = "cannot remove the device"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        guard let word: ReasonWord = try arguments.choice(of: .reason) else {
            throw Failure.usage("--reason is missing", of: declaration)
        }
        let device = try await VaultDevice.find(arguments, in: session, action)
        let (record, log) = try await device.inOrder(action)
        let member = try DeviceReference.find(arguments.words[0], in: log.log.facts, action)
        let name = Quoted.text(member.record.name)
        guard member.isActive else {
            throw Failure(
                KeychainError(
                    .invalidArgument, "the device \(name) is removed already",
                    advice: "see 'holdfast device list'"), action)
        }
        try checkKey(record, member)
        if !arguments.has(.yes) {
            try await session.confirm(
                "Remove the device \(name) (\(member.record.id)) for good?", action)
        }
        try await device.takeCounter(record, action)
        _ = try await device.run(action) { () async throws(IdentityError) in
            try await device.identity.revoke(
                member.record.id, reason: word.reason, prompt: Prompt(title: "Remove \(name)"))
        }
        session.note("the device \(name) is removed")
        return 0
    }

    /// Says what is missing before anybody is asked.
    private static func checkKey(
        _ record: IdentityRecord, _ member: LogMember
    ) throws(Failure) {
        guard record.device.presenceKey == nil, member.record.id != record.device.id else { return }
        throw Failure(
            KeychainError(
                .invalidArgument, "this device has no key for its person, and removes no other",
                advice: "'holdfast passcode set' and 'holdfast device replace --new-presence-key',"
                    + " or remove it on another device"), action)
    }
}
