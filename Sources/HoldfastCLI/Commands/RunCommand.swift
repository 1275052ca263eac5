import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// `holdfast run`: gives secrets to a program and to nobody else.
enum RunCommand: Command {
    static let declaration = CommandDeclaration(
        "run", "run a program with secrets in its environment",
        discussion: [
            "All secrets are read before anything is started; if one cannot be, nothing is. The"
                + " program then takes the place of this process: its exit status, its signals, its"
                + " standard streams and its job control are its own.",
            "--file puts the secret into a sealed file in memory, which has no name on any disk, and"
                + " its path into the variable; the path holds good for the program itself. It takes"
                + " any bytes, where a variable cannot hold a byte 0 and ends at 128 KiB.",
            "Exit status 127: there is no such program; 126: it cannot be run.",
        ],
        options: [env, file, .service],
        takesProgram: true,
        examples: [
            .init(
                "holdfast run --env GITHUB_TOKEN=github-token -- gh release list",
                "a token for one program"),
            .init(
                "holdfast run --file SSL_KEY=server-key -- ./server --key-from SSL_KEY",
                "a key as a file that is on no disk"),
        ])

    private static let env = OptionDeclaration(
        "env", value: "VAR=NAME", "set the variable VAR to the value of the item NAME",
        isRepeatable: true)
    private static let file = OptionDeclaration(
        "file", value: "VAR=NAME", "set VAR to the path of a file in memory with the value of NAME",
        isRepeatable: true)

    private struct Assignment {
        let variable: String
        let key: ItemKey
        let isFile: Bool
    }

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let assignments = try assignments(arguments, in: session)
        var program = Program(arguments.program, environment: session.environment)
        for assignment in assignments {
            let value = try await value(of: assignment, in: session)
            if assignment.isFile {
                try program.addFile(assignment.variable, value)
            } else {
                program.addVariable(assignment.variable, value)
            }
        }
        if let descriptor = session.passcodeDescriptor, descriptor > 2 { close(descriptor) }
        session.close()
        throw program.takeOver(session.start)
    }

    private static func assignments(
        _ arguments: ParsedArguments, in session: Session
    ) throws(Failure) -> [Assignment] {
        var assignments: [Assignment] = []
        for (option, isFile) in [(env, false), (file, true)] {
            for text in arguments.values(of: option) {
                let parts = text.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let variable = String(parts[0])
                guard parts.count == 2, isVariable(variable) else {
                    throw Failure.usage(
                        "--\(option.name) takes VAR=NAME, where VAR is the name of a variable",
                        of: declaration)
                }
                if assignments.contains(where: { $0.variable == variable }) {
                    throw Failure.usage("the variable \(variable) is set twice", of: declaration)
                }
                let key = try session.key(
                    String(parts[1]), service: arguments.value(of: .service))
                assignments.append(Assignment(variable: variable, key: key, isFile: isFile))
            }
        }
        return assignments
    }

    /// A name as POSIX has it (XBD 8.1), of letters, digits and underscores.
    private static func isVariable(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
                || $0 == 0x5f
        }
    }

    private static func value(
        of assignment: Assignment, in session: Session
    ) async throws(Failure) -> SecretBytes {
        let shown = Session.shown(assignment.key)
        guard let item = try await session.read(assignment.key, purpose: "Give to a program") else {
            throw await session.noSuchItem("cannot read \(shown)")
        }
        let hasZero = item.value.withUnsafeBytes { $0.contains(0) }
        if hasZero, !assignment.isFile {
            throw Failure(
                KeychainError(
                    .invalidArgument, "a variable cannot hold a byte 0", advice: "use --file"),
                "cannot put \(shown) into the variable \(assignment.variable)")
        }
        return item.value
    }
}
