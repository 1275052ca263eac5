import Holdfast
import HoldfastCrypto

/// A vault without a passcode that holds a known number of items.
final class FilledVault {
    let vault: LinuxVault
    let location: VaultLocation
    let keys: [ItemKey]
    private var random = SplitMix64(seed: 7)

    /// Makes a vault in an empty directory and fills it by ordinary writes.
    init(directory: String, count: Int) throws {
        location = VaultLocation(
            directory: directory + "/vault", stateDirectory: directory + "/state")
        keys = try (0..<count).map {
            try ItemKey(service: "bench-\($0 % 10)", account: "item-\($0)")
        }
        try Directory.make(directory)
        let filling = LinuxVault(VaultConfiguration(location: location))
        for (number, key) in keys.enumerated() {
            if number.isMultiple(of: 1_000) { try Interruption.check() }
            try filling.writeWithoutPrompt(Self.value(of: number), for: key, options: .standard)
        }
        // Another object than the one that filled it: what it knows, it has read and verified.
        vault = LinuxVault(VaultConfiguration(location: location))
    }

    /// The value of an item: 100 bytes.
    static func value(of number: Int) -> SecretBytes {
        var random = SplitMix64(seed: UInt64(number))
        return SecretBytes(random.bytes(FilledVault.valueByteCount))
    }

    static let valueByteCount = 100

    /// One of its items by chance.
    func anyKey() -> ItemKey {
        keys[Int(random.next() % UInt64(keys.count))]
    }

    /// Reads one of its items by chance.
    func readAny() throws {
        guard let item = try vault.readWithoutPrompt(anyKey()),
            item.value.count == Self.valueByteCount
        else { throw BenchFailure("an item of the vault is not there") }
    }

    /// Replaces the value of one of its items by chance.
    func writeAny(_ value: SecretBytes) throws {
        try vault.writeWithoutPrompt(value, for: anyKey(), options: .standard)
    }
}
