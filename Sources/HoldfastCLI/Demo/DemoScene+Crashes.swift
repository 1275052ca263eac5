import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

extension DemoScene {
    private static let roundCount = 40

    /// P2, with processes that are killed while they write.
    static let oldOrNew = DemoScene(
        title: "P2  Old or new, never neither",
        lossElsewhere: "delete, then add: the process dies in between, and the secret is gone"
    ) { (stage) throws(DemoProblem) in
        let key = try await stage.key("token")
        var last = value(0)
        let clock = ContinuousClock()
        let start = clock.now
        try await finish(try stage.startSet("token", in: "p2", value: last), on: stage)
        // A kill then comes at any moment of a write, as likely as at any other.
        let duration = start.duration(to: clock.now)
        var (killed, survived) = (0, 0)
        for round in 1...roundCount {
            let next = value(round)
            let process = try stage.startSet("token", in: "p2", value: next)
            usleep(try delay(upTo: duration))
            kill(process, SIGKILL)
            let status = try await stage.must { () throws(KeychainError) in
                try DemoProcess.wait(for: process)
            }
            let found = try await stage.must { () async throws(KeychainError) in
                try await stage.vault("p2").read(key)?.value
            }
            guard let found, found == last || found == next else {
                throw .notKept("round \(round): neither the old value nor the new one is there")
            }
            try stage.require(status != 0 || found == next, "round \(round): a done write is lost")
            if status == 0 { survived += 1 } else { killed += 1 }
            last = found
        }
        let findings = await stage.vault("p2").doctor()
        try stage.require(!findings.contains { $0.grade == .bad }, "the vault is damaged")
        return [
            "\(roundCount) processes got kill -9 while they wrote 200000 bytes: \(killed) died,"
                + " \(survived) were faster",
            "after each of them the old value was there, or the new one, whole; the vault is sound",
        ]
    }

    /// P5, with a copy of the files taken at the moment of the answer.
    static let durable = DemoScene(
        title: "P5  Done means durable",
        lossElsewhere: "the call returned, the power went, and the value was still in a buffer"
    ) { (stage) throws(DemoProblem) in
        let key = try await stage.key("receipt")
        let rounds = 5
        for round in 1...rounds {
            let value = value(round)
            let process = try stage.startSet("receipt", in: "p5", value: value)
            try await finish(process, on: stage)
            let (source, copy) = (stage.location("p5"), stage.location("p5-copy-\(round)"))
            let isCopied = zip(
                [source.directory, source.stateDirectory], [copy.directory, copy.stateDirectory]
            ).allSatisfy { DemoProcess.run(["/bin/cp", "-a", "--", $0, $1], environment: []) == 0 }
            try stage.require(isCopied, "the files could not be copied")
            let found = try await stage.must { () async throws(KeychainError) in
                try await stage.vault("p5-copy-\(round)").read(key)?.value
            }
            try stage.require(found == value, "a done write is not in the files")
        }
        return [
            "\(rounds) times a process wrote and ended; the files as they lay there then, copied and"
                + " opened elsewhere, held the value",
            "a write returns after the disk has confirmed it; the tests cut the power at each sync",
        ]
    }

    /// P6, with values that other stores take for nothing.
    static let removeOnly = DemoScene(
        title: "P6  Delete is never a write",
        lossElsewhere: "writing an empty or missing value quietly deletes the item"
    ) { (stage) throws(DemoProblem) in
        let key = try await stage.key("empty")
        let vault = stage.vault("p6")
        let read = try await stage.must { () async throws(KeychainError) in
            _ = try await vault.write(SecretBytes(utf8: "something"), for: key)
            _ = try await vault.write(SecretBytes([]), for: key)
            return try await stage.vault("p6").read(key)
        }
        try stage.require(read?.value.isEmpty == true, "an empty value became a missing item")
        let wasThere = try await stage.must { () async throws(KeychainError) in
            try await vault.remove(key)
        }
        let after = try await stage.must { () async throws(KeychainError) in
            try await vault.read(key)
        }
        try stage.require(wasThere && after == nil, "the item could not be removed")
        return [
            "an empty value is a value: the item is there and has 0 bytes",
            "only remove takes it away, and then the store's answer is nil",
        ]
    }

    /// A value that says which round it is from, long enough that writing it takes a while.
    private static func value(_ round: Int) -> SecretBytes {
        SecretBytes([UInt8](repeating: UInt8(truncatingIfNeeded: round), count: 200_000))
    }

    private static func finish(
        _ process: pid_t, on stage: DemoStage
    ) async throws(DemoProblem) {
        let status = try await stage.must { () throws(KeychainError) in
            try DemoProcess.wait(for: process)
        }
        try stage.require(status == 0, "a write failed with status \(status)")
    }

    /// A time of at most a second, in microseconds.
    private static func delay(upTo duration: Duration) throws(DemoProblem) -> UInt32 {
        let microseconds = Int(duration.components.attoseconds / 1_000_000_000_000)
        do {
            return UInt32(try SystemRandom().uniform(below: max(1, microseconds)))
        } catch {
            throw .broken(Failure(KeychainError(.unknown, "the system gave no random bytes")))
        }
    }
}
