import CRawSecret
import Glibc
import HoldfastCrypto

/// A gnome-keyring of our own with 1,000 items, reached through libsecret as any program would.
///
/// It runs on a bus of its own and in directories of its own; nothing of the user's session is
/// seen or touched.
final class Keyring {
    static let itemCount = 1_000
    let environment: [String: String]
    private let daemons: KeyringDaemons
    private var random = SplitMix64(seed: 13)

    /// Starts the bus and the keyring, and waits until an item can be stored and read.
    static func start(directory: String) throws -> Keyring {
        let daemons = try KeyringDaemons(directory: directory)
        let keyring = Keyring(daemons)
        do {
            try keyring.waitUntilReady()
        } catch {
            daemons.stop()
            throw error
        }
        return keyring
    }

    private init(_ daemons: KeyringDaemons) {
        self.daemons = daemons
        environment = daemons.environment
        // libsecret in this process finds the bus by this variable, once.
        setenv("DBUS_SESSION_BUS_ADDRESS", daemons.busAddress, 1)
    }

    func stop() {
        daemons.stop()
    }

    /// Stores all items.
    func fill() throws {
        for number in 0..<Self.itemCount {
            if number.isMultiple(of: 50) { try Interruption.check() }
            try Libsecret.store(FilledVault.value(of: number).copyBytes(), as: Self.name(number))
        }
        let count = try Libsecret.count()
        guard count == Self.itemCount else {
            throw BenchFailure("the keyring holds \(count) items instead of \(Self.itemCount)")
        }
    }

    static func name(_ number: Int) -> String { "item-\(number)" }

    /// Reads one of its items by chance.
    func readAny() throws {
        guard try Libsecret.lookup(Self.name(anyNumber()))?.count == FilledVault.valueByteCount
        else { throw BenchFailure("an item of the keyring is not there") }
    }

    /// Replaces the value of one of its items by chance.
    func writeAny(_ value: [UInt8]) throws {
        try Libsecret.store(value, as: Self.name(anyNumber()))
    }

    private func anyNumber() -> Int { Int(random.next() % UInt64(Self.itemCount)) }

    /// A daemon that cannot unlock ends with success too, so only storing tells.
    private func waitUntilReady() throws {
        var last: any Error = BenchFailure("the keyring does not answer")
        for _ in 0..<100 {
            do {
                try Interruption.check()
                try Libsecret.store([1, 2, 3], as: Self.name(0))
                if try Libsecret.lookup(Self.name(0)) == [1, 2, 3] { return }
            } catch {
                last = error
            }
            usleep(100_000)
        }
        throw last
    }
}
