import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast export`: items in one file that another machine can read.
enum ExportCommand: Command {
    static let declaration = CommandDeclaration(
        "export", "write items to a file, encrypted under a passphrase",
        discussion: [
            "The file opens on any machine with the passphrase alone, so choose a long one: it is"
                + " asked for twice, or read with --passphrase-fd. Items of the ThisDeviceOnly"
                + " classes are left out, and so are items whose key is gone; items that ask for the"
                + " passcode or a finger at each use are left out where nobody can be asked. How many"
                + " were left out is said on standard error, and by 'holdfast doctor' after --all. An item that cannot be read now fails the export.",
            "--plain writes JSON that anybody can read, with values in base64; it asks for"
                + " confirmation unless --yes is given. FILE is made readable by its owner alone,"
                + " and is there in full or not at all.",
        ],
        options: [.service, .all, output, plain, .yes, .force, .passphraseFD],
        examples: [
            .init("holdfast export --all --output backup.holdfast", "make a backup"),
            .init("holdfast export | ssh other holdfast import -", "copy the default service"),
        ])

    private static let output = OptionDeclaration(
        "output", value: "FILE", "write to FILE instead of standard output", completion: .file)
    private static let plain = OptionDeclaration("plain", "write JSON without encryption")

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        try check(arguments, in: session)
        let passphrase = try await permission(arguments, in: session)
        let collection = try await ItemCollection.collect(
            service: service(arguments), in: session)
        let destination = try Destination(
            path: arguments.value(of: output), replaces: arguments.has(.force), session)
        if let passphrase {
            try seal(collection.json.buffer, passphrase, to: destination)
        } else {
            collection.json.buffer.append(UInt8(ascii: "\n"))
            try destination.write(collection.json.buffer)
        }
        try destination.finish()
        session.note(collection.summary)
        if arguments.has(.all) { await note(collection, session) }
        return 0
    }

    /// The export is made; that the doctor cannot know of it is worth a word.
    private static func note(_ collection: ItemCollection, _ session: Session) async {
        do {
            try await session.vault().noteExport(
                omissions: collection.omissions, misses: collection.misses)
        } catch let error as KeychainError {
            session.note("the time of the export could not be noted: \(error.message)")
        } catch {
            session.note("the time of the export could not be noted")
        }
    }

    /// What can be refused before anybody is asked or anything is read.
    private static func check(
        _ arguments: ParsedArguments, in session: Session
    ) throws(Failure) {
        if arguments.has(.all), arguments.has(.service) {
            throw Failure.usage("--all and --service exclude each other", of: declaration)
        }
        if arguments.has(plain), arguments.has(.passphraseFD) {
            throw Failure.usage("--plain uses no passphrase", of: declaration)
        }
        if let path = arguments.value(of: output) {
            guard !arguments.has(.force) else { return }
            do {
                try OutputFile.checkAbsent(path)
            } catch {
                throw Failure(error, "cannot write \(Quoted.text(path))")
            }
        } else if session.output.isTerminal, !arguments.has(plain) {
            throw Failure(
                KeychainError(
                    .invalidArgument, "an encrypted export is not for a terminal",
                    advice: "use --output FILE or a pipe"), "cannot export")
        }
    }

    private static func service(_ arguments: ParsedArguments) throws(Failure) -> String? {
        if arguments.has(.all) { return nil }
        let service = arguments.value(of: .service) ?? Session.standardService
        do {
            try ItemKey.check(service, as: "service")
        } catch {
            throw Failure(error)
        }
        return service
    }

    /// Gets the passphrase, or for `--plain` the confirmation.
    private static func permission(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> SecretBytes? {
        let action = "cannot export"
        if arguments.has(plain) {
            if !arguments.has(.yes) {
                try await session.confirm(
                    "Whoever can read the export will know all values in it. Go on?", action)
            }
            return nil
        }
        let descriptor = try arguments.number(of: .passphraseFD, in: 0...1_048_576)
        return try await session.attempt(action) { () async throws(KeychainError) -> SecretBytes in
            let passphrase =
                if let descriptor {
                    try SuppliedSecret.secret(Int32(descriptor), "the passphrase")
                } else {
                    try session.terminal.askHiddenTwice(
                        "Passphrase for the export: ", "The same again: ")
                }
            try ExportContainer.check(passphrase)
            return passphrase
        }
    }

    private static func seal(
        _ payload: SecretBuffer, _ passphrase: SecretBytes, to destination: Destination
    ) throws(Failure) {
        do {
            try payload.withUnsafeBytes { (payload) throws(KeychainError) in
                try ExportContainer.seal(
                    payload, passphrase: passphrase, cost: ExportContainer.standardCost(),
                    random: SystemRandom(), to: destination.writePiece)
            }
        } catch {
            throw destination.failure(error)
        }
    }
}

/// Where an export goes: a file that is made, or standard output.
@MainActor
private struct Destination {
    private let file: OutputFile?
    private let path: String?
    private let output: StandardOutput

    init(path: String?, replaces: Bool, _ session: Session) throws(Failure) {
        self.path = path
        output = session.output
        do {
            file = try path.map { (path) throws(KeychainError) in
                try OutputFile(path: path, replaces: replaces, random: SystemRandom())
            }
        } catch {
            throw Failure(error, "cannot write \(Quoted.text(path ?? "-"))")
        }
    }

    func write(_ buffer: SecretBuffer) throws(Failure) {
        do {
            try buffer.withUnsafeBytes { (bytes) throws(KeychainError) in try write(bytes) }
        } catch {
            throw failure(error)
        }
    }

    var writePiece: ([UInt8]) throws(KeychainError) -> Void {
        { [self] (piece) throws(KeychainError) in
            try piece.withRawBytes { (bytes) throws(KeychainError) in try write(bytes) }
        }
    }

    func finish() throws(Failure) {
        do {
            try file?.finish()
        } catch {
            throw failure(error)
        }
    }

    func failure(_ error: KeychainError) -> Failure {
        guard let path else {
            return error.nativeDomain == "errno" && error.nativeCode == Int(EPIPE)
                ? Failure.readerGone(EPIPE) : Failure(error, "cannot write to standard output")
        }
        return Failure(error, "cannot write \(Quoted.text(path))")
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
        if let file {
            try file.write(bytes)
        } else {
            try Descriptor.write(bytes, to: output.descriptor)
        }
    }
}
