import Glibc

/// What the benchmarks share: a directory, filled vaults, the keyring; made at the first use.
final class Workshop {
    /// The repository.
    let root: String
    /// A directory of this run, in the file system of the repository.
    let directory: String
    private var vaults: [Int: FilledVault] = [:]
    private var sharedKeyring: Keyring?
    var sharedHistory: RandomFile?
    var sharedLargeBackup: BackupProcess.Outcome?
    private var nextNumber = 0

    init(root: String) throws {
        self.root = root
        directory = "\(root)/.build/bench/run-\(getpid())"
        try Directory.make(directory)
    }

    /// Stops what was started and removes what was made.
    func close() {
        vaults = [:]
        sharedKeyring?.stop()
        sharedKeyring = nil
        Directory.remove(directory)
    }

    /// A new path in the run's directory.
    func path(_ name: String) -> String {
        nextNumber += 1
        return "\(directory)/\(nextNumber)-\(name)"
    }

    /// What a place holds, made at the first use.
    func once<Value>(
        _ place: ReferenceWritableKeyPath<Workshop, Value?>, _ make: () throws -> Value
    ) throws -> Value {
        if let value = self[keyPath: place] { return value }
        let value = try make()
        self[keyPath: place] = value
        return value
    }

    /// The vault with a number of items.
    func vault(of count: Int) throws -> FilledVault {
        if let vault = vaults[count] { return vault }
        Self.note("filling a vault with \(count) items")
        let vault = try FilledVault(directory: path("vault-\(count)"), count: count)
        vaults[count] = vault
        return vault
    }

    /// The keyring, with exactly 1,000 items of 100 bytes.
    func keyring() throws -> Keyring {
        if let sharedKeyring { return sharedKeyring }
        Self.note("filling a gnome-keyring with \(Keyring.itemCount) items")
        let keyring = try Keyring.start(directory: path("keyring"))
        sharedKeyring = keyring
        try keyring.fill()
        return keyring
    }

    /// Tells the person what goes on, beside the table.
    static func note(_ text: String) {
        let line = Array("bench: \(text)\n".utf8)
        // A terminal that is gone is no reason to stop measuring.
        _ = write(STDERR_FILENO, line, line.count)
    }
}
