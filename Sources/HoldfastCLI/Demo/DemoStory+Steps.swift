import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

extension DemoStory {
    private static let killCount = 40

    // MARK: P2 and P5

    /// Kills writers at growing moments of their life and looks at what they left.
    func kills() async throws(Failure) {
        try heading("P2, P5", "a process is killed in the middle of a write")
        let key = try key("token")
        let first = Self.value(0)
        _ = try await must { () async throws(KeychainError) in
            try await vault.write(
                first, for: key,
                options: WriteOptions(
                    protection: ItemProtection(accessibility: .afterFirstUnlock)))
        }
        let start = ContinuousClock.now
        _ = try writer.write("token", Self.value(0), killedAfter: nil)
        // From before the writer's first step to a while after its last.
        let life = (ContinuousClock.now - start) * 1.4
        var last = 0
        var (old, new, acknowledged, bad) = (0, 0, 0, 0)
        for round in 1...Self.killCount {
            let end = try writer.write(
                "token", Self.value(round), killedAfter: life * round / Self.killCount)
            let found = try await must { () async throws(KeychainError) in
                try await vault.read(key)?.value
            }
            switch found {
            case Self.value(round): (new, last) = (new + 1, round)
            case Self.value(last) where end != .acknowledged: old += 1
            default: bad += 1
            }
            if end == .acknowledged { acknowledged += 1 }
        }
        try check(
            "\(Self.killCount) writers, SIGKILL at any moment",
            "\(old) times the old value, \(new) the new one, \(bad) neither",
            bad == 0 && old + new == Self.killCount)
        try check(
            "writes that had returned before the kill", "\(acknowledged), all of them there",
            bad == 0)
        try elsewhere("delete, then add: killed in between, the value is gone")
    }

    /// 32 KiB that tell which round wrote them.
    private static func value(_ round: Int) -> SecretBytes {
        SecretBytes([UInt8](repeating: UInt8(truncatingIfNeeded: round + 1), count: 32_768))
    }

    // MARK: P1 and P4

    func setUp() async throws(Failure) {
        try await must { () async throws(KeychainError) in
            try await vault.setPasscode(passcode)
            try await vault.write(
                SecretBytes(utf8: "the old session"), for: try sessionKey(),
                options: WriteOptions(
                    protection: ItemProtection(accessibility: .whenUnlocked)))
        }
        let status = try await must { () async throws(KeychainError) in try await vault.status() }
        if status.availability != .unlocked {
            scope = .process
            try await unlock()
        }
    }

    private func sessionKey() throws(KeychainError) -> ItemKey {
        try ItemKey(service: "demo", account: "session")
    }

    private func unlock() async throws(Failure) {
        try await must { () async throws(KeychainError) in
            try await vault.unlock(with: passcode, keeping: scope)
        }
    }

    /// A restart, as the vault sees it: no key is in reach before the passcode is given.
    func restart() async throws(Failure) {
        try heading("P1", "unreadable is not missing: the machine starts anew, a job runs at once")
        let token = try key("token")
        try await must { () async throws(KeychainError) in
            try await vault.lock(alsoAfterFirstUnlock: true)
        }
        let early = await answer { () async throws(KeychainError) in
            try await vault.read(token) == nil ? "nil" : "a value"
        }
        try check(
            "get token, before the first unlock", early.text, early.code == .interactionNotAllowed)
        try elsewhere("\"not found\"; the job signs the person out, or makes a new key")
        try heading("P4", "what cannot be loaded is not created")
        let created = await answer { () async throws(KeychainError) in
            _ = try await vault.readOrCreate(token) { () throws(KeychainError) in
                SecretBytes(utf8: "a new, empty state")
            }
            return "created"
        }
        try check("readOrCreate token", created.text, created.code == .interactionNotAllowed)
        try await unlock()
        let value = await answer { () async throws(KeychainError) in
            try await vault.read(token)?.value.count == 32_768 ? "the old value" : "another value"
        }
        try check("get token, after the unlock", value.text, value.text == "the old value")
        let missing = await answer { () async throws(KeychainError) in
            try await vault.read(try ItemKey(service: "demo", account: "never stored")) == nil
                ? "no such item" : "a value"
        }
        try check("get never-stored", missing.text, missing.text == "no such item")
        try elsewhere("an empty state is made and saved over the old one")
    }

    // MARK: P3

    func blindWrites() async throws(Failure) {
        try heading("P3", "no blind overwrite: the vault locks, and a save comes in")
        let key = try key("session")
        let token = try self.key("token")
        try await must { () async throws(KeychainError) in try await vault.lock() }
        let write = await answer { () async throws(KeychainError) in
            try await vault.write(SecretBytes(utf8: "an empty session"), for: key)
            return "written"
        }
        try check("set session, while locked", write.text, write.code == .interactionNotAllowed)
        let background = await answer { () async throws(KeychainError) in
            try await vault.read(token) == nil ? "nil" : "a value"
        }
        try check(
            "get token (afterFirstUnlock), while locked", background.text,
            background.text == "a value")
        try await unlock()
        let value = await answer { () async throws(KeychainError) in
            try await vault.readText(key) ?? "nil"
        }
        try check("get session, after the unlock", value.text, value.text == "the old session")
        try elsewhere("the session that could not be read is overwritten")
    }

    // MARK: P6

    func removals() async throws(Failure) {
        try heading("P6", "delete is never a write")
        let key = try key("session")
        let empty = await answer { () async throws(KeychainError) in
            try await vault.write(SecretBytes([]), for: key)
            return try await vault.read(key).map { "a value of \($0.value.count) bytes" } ?? "nil"
        }
        try check("set session to nothing", empty.text, empty.text == "a value of 0 bytes")
        let removed = await answer { () async throws(KeychainError) in
            try await vault.remove(key) ? "removed" : "was not there"
        }
        try check("rm session", removed.text, removed.text == "removed")
        try elsewhere("an encoder that returns nil by mistake deletes the item")
    }

    // MARK: Damage

    func damage() async throws(Failure) {
        try heading("P1", "damaged is not missing: one byte of the file flips")
        let key = try key("token")
        let place = VaultLocation(
            directory: location.directory + "-2", stateDirectory: location.stateDirectory)
        try await must { () async throws(KeychainError) in
            let other = LinuxVault(VaultConfiguration(location: place))
            try await other.write(Self.value(1), for: key)
            other.close()
        }
        try flipLastByte(of: place.directory + "/vault.db")
        let flipped = await answer { () async throws(KeychainError) in
            try await LinuxVault(VaultConfiguration(location: place)).read(key) == nil
                ? "nil" : "a value"
        }
        try check("get token", flipped.text, flipped.code == .dataCorrupted)
        try heading("P1", "and the device secret is lost: never a new, empty vault in its place")
        let secret = location.stateDirectory + "/device-secret"
        guard rename(secret, secret + ".away") == 0 else {
            throw Failure.system("cannot move the device secret", errno)
        }
        let third = LinuxVault(VaultConfiguration(location: location))
        let lost = await answer { () async throws(KeychainError) in
            try await third.read(key) == nil ? "nil" : "a value"
        }
        try check("get token", lost.text, lost.code == .keyInvalidated)
        guard rename(secret + ".away", secret) == 0 else {
            throw Failure.system("cannot move the device secret back", errno)
        }
        try elsewhere("the store starts empty, and the next backup overwrites the last good one")
    }

    /// Flips the last byte of a file that is not zero; in a new vault it is one of the value's.
    private func flipLastByte(of path: String) throws(Failure) {
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw Failure.system("cannot open the vault's file", errno) }
        defer { close(file) }
        var byte: UInt8 = 0
        var offset = lseek(file, 0, SEEK_END) - 1
        while offset >= 0, pread(file, &byte, 1, offset) == 1, byte == 0 { offset -= 1 }
        byte ^= 1
        guard offset >= 0, pwrite(file, &byte, 1, offset) == 1 else {
            throw Failure.system("cannot change the vault's file", errno)
        }
    }
}
