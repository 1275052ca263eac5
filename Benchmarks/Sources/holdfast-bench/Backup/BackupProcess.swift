import Glibc

/// A backup in a process of its own, which tells how much memory it took at most.
///
/// It is this program once more: `--backup HISTORY FILE MESSAGES`.
enum BackupProcess {
    static let option = "--backup"

    /// What came of it.
    struct Outcome {
        /// Most bytes that were resident during the backup, the program's own included.
        let peakByteCount: Double
        /// Bytes that the target got when the phrase was changed afterwards.
        let phraseChangeByteCount: Double
    }

    /// Starts the process and waits for its end.
    ///
    /// - Parameters:
    ///   - history: what the messages are read from.
    ///   - path: the backup's file.
    ///   - count: how many messages.
    /// - Returns: what it told.
    /// - Throws: ``BenchFailure`` if it failed.
    static func run(_ history: RandomFile, backup path: String, messages count: Int) throws
        -> Outcome
    {
        let output = try Child.output(
            of: [
                ListeningProcess.sibling("holdfast-bench"), option, history.path, path,
                String(count),
            ], environment: ["PATH": "/usr/bin:/bin"])
        let numbers = String(decoding: output, as: UTF8.self).split { $0 == " " || $0 == "\n" }
            .compactMap { Double($0) }
        guard numbers.count == 2 else { throw BenchFailure("a backup told nothing of itself") }
        return Outcome(peakByteCount: numbers[0], phraseChangeByteCount: numbers[1])
    }

    /// The process's side: backs up, changes the phrase, and prints both numbers.
    static func main(_ words: ArraySlice<String>) throws {
        let words = Array(words)
        guard words.count == 3, let count = Int(words[2]) else {
            throw BenchFailure("\(option) takes HISTORY FILE MESSAGES")
        }
        let phone = try BackedUpPhone(RandomFile(existing: words[0]), backup: words[1])
        try phone.switchOn()
        // The words become keys once, with the 64 MiB of Argon2id; each backup is without.
        try SystemText.write("5", toFile: "/proc/self/clear_refs")
        try phone.run(messages: count)
        let peak = try peakByteCount()
        _ = phone.target.takeByteCount()
        try phone.changePhrase()
        print(peak, phone.target.takeByteCount())
    }

    private static func peakByteCount() throws -> Int {
        let status = SystemText.ofFile("/proc/self/status") ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let number = line?.split(separator: " ").dropLast().last.flatMap({ Int($0) })
        else { throw BenchFailure("the system does not tell the peak of memory") }
        return number * 1_024
    }
}
