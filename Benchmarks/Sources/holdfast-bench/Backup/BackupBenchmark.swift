import Glibc

/// An encrypted backup to a local file, beside programs that do the same with a file.
enum BackupBenchmark {
    static let all = [
        restic, age, restore, incremental, memory, phraseChange, RelayBackupBenchmark.row,
    ]

    private static let rounds = 7
    private static let megabytes = Double(RandomFile.byteCount) / 1e6

    private static let restic = Benchmark(
        id: "backup-vs-restic",
        what: "backup of 256 MiB of random messages to a local file, from the words to the last"
            + " sync ÷ `restic backup` of as many bytes in one file, without compression",
        unit: .megabytesPerSecond, bar: 4
    ) { workshop in
        let history = try workshop.history()
        let restic = Restic(directory: workshop.path("restic"))
        return try .turns(
            rounds: rounds,
            ours: { try seconds(history, workshop, countsSwitchingOn: true) / megabytes },
            peer: {
                try restic.begin()
                return try settled { try restic.backup(history.path) } / megabytes
            })
    }

    private static let age = Benchmark(
        id: "backup-vs-age",
        what: "the same, switched on before ÷ `age` of as many bytes to one recipient, then synced",
        unit: .megabytesPerSecond, bar: 0.7
    ) { workshop in
        let history = try workshop.history()
        let age = try AgeFile(directory: workshop.path("age-file"))
        return try .turns(
            rounds: rounds,
            ours: { try seconds(history, workshop, countsSwitchingOn: false) / megabytes },
            peer: { try settled { try age.encrypt(history.path) } / megabytes })
    }

    private static let restore = Benchmark(
        id: "restore-vs-restic",
        what: "restore of these 256 MiB by the words alone, each byte verified, synced"
            + " ÷ `restic restore`, then synced",
        unit: .megabytesPerSecond, bar: 3
    ) { workshop in
        let history = try workshop.history()
        let restic = Restic(directory: workshop.path("restic"))
        try restic.begin()
        try restic.backup(history.path)
        let (file, restored) = (workshop.path("phone.backup"), workshop.path("restored"))
        let phone = try BackedUpPhone(history, backup: file)
        try phone.switchOn()
        try phone.run(messages: RandomFile.messageCount)
        defer { unlink(file) }
        return try .turns(
            rounds: rounds,
            ours: {
                defer { unlink(restored) }
                let seconds = try settled {
                    try BackedUpPhone.restore(phone.phrase, from: file, to: restored)
                }
                try requireSame(restored, history.path)
                return seconds / megabytes
            },
            peer: {
                let folder = workshop.path("restic-restored")
                defer { Directory.remove(folder) }
                let seconds = try settled { try restic.restore(history.path, to: folder) }
                try requireSame(folder + history.path, history.path)
                return seconds / megabytes
            })
    }

    private static let incremental = Benchmark(
        id: "backup-incremental",
        what: "bytes uploaded for 1 % of new messages ÷ for the first backup, of 256 MiB",
        unit: .megabytes, bar: 0.012
    ) { workshop in
        let file = workshop.path("phone.backup")
        defer { unlink(file) }
        let phone = try BackedUpPhone(workshop.history(), backup: file)
        try phone.switchOn()
        try phone.run(messages: RandomFile.messageCount)
        let first = phone.target.takeByteCount()
        try phone.run(messages: RandomFile.messageCount + RandomFile.messageCount / 100)
        var comparison = Comparison()
        comparison.add(
            ours: Double(phone.target.takeByteCount()) / 1e6, peer: Double(first) / 1e6)
        return comparison
    }

    private static let memory = Benchmark(
        id: "backup-memory",
        what: "most resident memory of a process that makes a backup of 256 MiB, and of 4 GiB, to"
            + " a file ÷ 64 MB; the worse of the two",
        unit: .megabytes, bar: 1
    ) { workshop in
        let file = workshop.path("phone.backup")
        defer { unlink(file) }
        let small = try BackupProcess.run(
            workshop.history(), backup: file, messages: RandomFile.messageCount
        ).peakByteCount
        let large = try workshop.largeBackup().peakByteCount
        let (smallMB, largeMB) = (small / 1e6, large / 1e6)
        Workshop.note(
            "backup-memory: 256 MiB in \(Table.figure(smallMB)) MB, 4 GiB in"
                + " \(Table.figure(largeMB)) MB")
        var comparison = Comparison()
        comparison.add(ours: max(smallMB, largeMB), peer: 64)
        return comparison
    }

    private static let phraseChange = Benchmark(
        id: "phrase-change",
        what: "bytes uploaded to change the phrase with 4 GiB backed up ÷ 10 KB",
        unit: .kilobytes, bar: 1
    ) { workshop in
        var comparison = Comparison()
        comparison.add(ours: try workshop.largeBackup().phraseChangeByteCount / 1e3, peer: 10)
        return comparison
    }

    /// Seconds of a first backup to a new file.
    private static func seconds(
        _ history: RandomFile, _ workshop: Workshop, countsSwitchingOn: Bool
    ) throws -> Double {
        let file = workshop.path("phone.backup")
        defer { unlink(file) }
        let phone = try BackedUpPhone(history, backup: file)
        if !countsSwitchingOn { try phone.switchOn() }
        return try settled {
            if countsSwitchingOn { try phone.switchOn() }
            try phone.run(messages: RandomFile.messageCount)
        }
    }

    /// Seconds of a body that begins when nothing waits to be written.
    private static func settled(_ body: () throws -> Void) throws -> Double {
        sync()
        let start = ContinuousClock.now
        try body()
        return (ContinuousClock.now - start).seconds
    }

    private static func requireSame(_ path: String, _ other: String) throws {
        try Prepared(["cmp", "-s", path, other], environment: ["PATH": "/usr/bin:/bin"]).run()
    }
}

extension Workshop {
    /// The messages that are backed up; their file is made at the first use.
    func history() throws -> RandomFile {
        try once(\.sharedHistory) { try RandomFile(path: path("history.bin")) }
    }

    /// What came of a backup of 4 GiB, which two rows tell of.
    func largeBackup() throws -> BackupProcess.Outcome {
        try once(\.sharedLargeBackup) {
            Workshop.note("backing 4 GiB up")
            let file = path("phone.backup")
            defer { unlink(file) }
            return try BackupProcess.run(
                history(), backup: file, messages: 16 * RandomFile.messageCount)
        }
    }
}
