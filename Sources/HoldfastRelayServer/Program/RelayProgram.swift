#if os(Linux)
internal import Glibc

/// The program `holdfast-relay`.
public enum RelayProgram {
    /// The version that `--version` prints.
    public static let version = "0.1.0"

    /// Runs the command line of this process, and ends the process.
    public static func main() -> Never {
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs one command line.
    ///
    /// - Parameter words: the words behind the program's name.
    /// - Returns: the exit status.
    static func run(_ words: [String]) -> Int32 {
        do throws(RelayFailure) {
            switch try RelayArguments.parse(words) {
            case .help: write(RelayArguments.help, to: 1)
            case .version: write("holdfast-relay \(version)\n", to: 1)
            case .serve(let arguments): try serve(arguments)
            }
            return 0
        } catch {
            write("holdfast-relay: \(error.message)\n", to: 2)
            return error.exitStatus
        }
    }

    /// Writes a text; whoever does not read it does not miss it.
    static func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
#else
/// The program `holdfast-relay`, which runs on Linux.
public enum RelayProgram {
    /// Ends the process with status 8.
    public static func main() -> Never {
        fatalError("holdfast-relay runs on Linux")
    }
}
#endif
