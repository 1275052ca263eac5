import Glibc

/// A Python process that lists sealed rows whenever it is told to.
final class PythonLister {
    private let child: Child
    private let commands: Pipe
    private let answers: Pipe

    /// Starts it, and waits until its file is filled.
    ///
    /// - Parameters:
    ///   - script: the script's path.
    ///   - database: where it makes its file.
    ///   - count: how many rows.
    /// - Throws: if it ends before it is ready.
    init(script: String, database: String, count: Int) throws {
        commands = try Pipe()
        answers = try Pipe()
        // The system's interpreter: another one on the PATH need not have the package.
        child = try Child.start(
            ["/usr/bin/python3", script, database, String(count)],
            environment: ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"],
            .init(input: commands.reading, output: answers.writing))
        answers.closeWriting()
        guard try answer() == "ready" else { throw BenchFailure("the Python peer does not start") }
    }

    /// Lets it list all rows once.
    ///
    /// - Returns: the seconds that it took, by its own clock.
    func list() throws -> Double {
        try SystemText.write([UInt8(ascii: "\n")], to: commands.writing)
        guard let seconds = Double(try answer()) else {
            throw BenchFailure("the Python peer answers no number")
        }
        return seconds
    }

    func stop() {
        commands.closeWriting()
        child.stop()
        commands.close()
        answers.close()
    }

    private func answer() throws -> String {
        guard let line = answers.line() else { throw BenchFailure("the Python peer ended") }
        return line
    }
}
