import Glibc

/// `age`, which encrypts one small file to many recipients.
struct AgeRecipients {
    private let directory: String
    private static let environment = ["PATH": "/usr/bin:/bin"]

    /// Makes a key, and lists of its recipient: age wraps once for each line.
    ///
    /// - Parameters:
    ///   - directory: an empty directory for its files.
    ///   - counts: how many lines each list has.
    /// - Throws: ``BenchFailure`` if there is no age, or a file could not be written.
    init(directory: String, counts: [Int]) throws {
        self.directory = directory
        try Directory.make(directory)
        let recipient = try Self.newRecipient() + "\n"
        for count in counts {
            try Self.write(String(repeating: recipient, count: count), to: path(count))
        }
        try Self.write("Meet at 10, gate B", to: directory + "/text")
    }

    /// Seconds of processor time that one more recipient takes.
    ///
    /// - Parameters:
    ///   - few: a list's number of lines.
    ///   - many: a longer list's.
    /// - Returns: the difference of two runs, by the difference of their recipients.
    /// - Throws: ``BenchFailure`` if age failed.
    func secondsPerRecipient(few: Int, many: Int) throws -> Double {
        (try seconds(many) - seconds(few)) / Double(many - few)
    }

    /// The processor time of one run, of all its threads.
    private func seconds(_ count: Int) throws -> Double {
        let before = try Self.childrenSeconds()
        let child = try Child.start(
            ["/usr/bin/age", "-R", path(count), "-o", directory + "/sealed", directory + "/text"],
            environment: Self.environment)
        guard try child.wait() == 0 else { throw BenchFailure("age failed") }
        return try Self.childrenSeconds() - before
    }

    /// Makes a key and tells its recipient; nothing is ever decrypted.
    static func newRecipient() throws -> String {
        let key = try Child.output(of: ["age-keygen"], environment: environment, error: nil)
        let lines = String(decoding: key, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("# public key: ") }) else {
            throw BenchFailure("age-keygen made no key")
        }
        return String(line.dropFirst("# public key: ".count))
    }

    private func path(_ count: Int) -> String { "\(directory)/recipients-\(count)" }

    private static func childrenSeconds() throws -> Double {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage) == 0 else {
            throw BenchFailure.system("no processor time of children", errno)
        }
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }

    private static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "we") else {
            throw BenchFailure.system("cannot write \(path)", errno)
        }
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten else {
            throw BenchFailure.system("cannot write \(path)", errno)
        }
    }
}
