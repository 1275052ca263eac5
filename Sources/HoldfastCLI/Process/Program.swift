import Glibc
import HoldfastCore
import HoldfastCrypto

/// A program that is to take the place of this process, with secrets that only it gets.
struct Program {
    private let arguments: [[UInt8]]
    private var environment: Environment
    private var secrets: [(variable: String, value: SecretBytes)] = []

    /// Takes a command line and the environment to hand on.
    ///
    /// - Parameters:
    ///   - arguments: the program's name, then its arguments: 1 or more.
    ///   - environment: what it inherits.
    init(_ arguments: [[UInt8]], environment: Environment) {
        self.arguments = arguments
        self.environment = environment
    }

    /// Sets a variable to a secret without a byte 0.
    mutating func addVariable(_ name: String, _ value: SecretBytes) {
        environment.remove(name)
        secrets.append((name, value))
    }

    /// Sets a variable to the path of a file in memory that holds a secret.
    mutating func addFile(_ name: String, _ value: SecretBytes) throws(Failure) {
        do {
            let descriptor = try MemoryFile.make(value)
            environment.set(name, to: Array("/proc/self/fd/\(descriptor)".utf8))
        } catch {
            throw Failure(error, "cannot make a file in memory")
        }
    }

    /// Replaces this process; comes back only if that is not possible.
    ///
    /// - Parameter start: what is put back, so that the program finds the process as we found it.
    /// - Returns: why it could not be started: status 127 or 126.
    func takeOver(_ start: StartState?) -> Failure {
        let argumentList = CStringList()
        for argument in arguments { argumentList.append(argument) }
        let environmentList = CStringList()
        for entry in environment.entries { environmentList.append(entry) }
        for (variable, value) in secrets {
            environmentList.append(Array("\(variable)=".utf8), value)
        }
        start?.restore()
        let number = execute(argumentList, environmentList)
        return failure(number)
    }

    /// Tries the places where the program may lie.
    ///
    /// - Returns: the system's number of the failure that says most.
    private func execute(_ arguments: CStringList, _ environment: CStringList) -> Int32 {
        var result = ENOENT
        for path in candidates {
            let file = CStringList()
            file.append(path)
            guard let filePath = file.first else { continue }
            execve(filePath, arguments.pointers, environment.pointers)
            let number = errno
            switch number {
            case ENOEXEC: return executeAsScript(path, environment)
            case ENOENT, ENOTDIR: continue
            // Found but not ours to run: another folder may still have one.
            case EACCES: result = EACCES
            default: return number
            }
        }
        return result
    }

    /// A script without a first line that names its interpreter goes to the shell, as execvp(3)
    /// does it.
    private func executeAsScript(_ path: [UInt8], _ environment: CStringList) -> Int32 {
        let shell = Array("/bin/sh".utf8)
        let list = CStringList()
        for word in [shell, path] + arguments.dropFirst() { list.append(word) }
        guard let shellPath = list.first else { return ENOEXEC }
        execve(shellPath, list.pointers, environment.pointers)
        return errno
    }

    private var candidates: [[UInt8]] {
        let name = arguments[0]
        if name.isEmpty { return [] }
        if name.contains(UInt8(ascii: "/")) { return [name] }
        let path = environment.value(of: "PATH").map(Array.init) ?? Array("/bin:/usr/bin".utf8)
        return path.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
            // An empty element is the present directory (POSIX, XBD 8.3).
            ($0.isEmpty ? [UInt8(ascii: ".")] : Array($0)) + [UInt8(ascii: "/")] + name
        }
    }

    private func failure(_ number: Int32) -> Failure {
        let name = Quoted.text(String(decoding: arguments[0], as: UTF8.self))
        let isMissing = number == ENOENT
        let advice: String? =
            switch number {
            case ENOENT: "check its name and PATH"
            case E2BIG: "give large secrets with --file"
            default: nil
            }
        return Failure.notStarted(
            KeychainError(errno: number, advice: advice), "cannot run \(name)",
            status: isMissing ? 127 : 126)
    }
}
