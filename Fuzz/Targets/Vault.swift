import Glibc
@testable import HoldfastCore
@testable import HoldfastCrypto
@testable import HoldfastLinux

/// A vault whose file is patched in many places: every read is the truth or damage.
private enum Sample {
    static let names = (0..<6).map { "name \($0)" }

    static let location = VaultLocation(
        directory: Scratch.path + "/vault", stateDirectory: Scratch.path + "/state")

    static func open() -> LinuxVault { LinuxVault(VaultConfiguration(location: location)) }

    static func key(_ name: String) throws(KeychainError) -> ItemKey {
        try ItemKey(service: "fuzz", account: name)
    }

    static func value(_ name: String) -> SecretBytes {
        SecretBytes([UInt8](repeating: name.utf8.last ?? 0, count: 10 + name.utf8.count * 30))
    }

    /// The file as it was written.
    static let file: [UInt8] = {
        do throws(KeychainError) {
            let vault = open()
            for name in names {
                try vault.writeWithoutPrompt(value(name), for: try key(name), options: .standard)
            }
        } catch {
            fatalError("\(error)")
        }
        return Scratch.read("vault/vault.db")
    }()
}

/// Patches the file, reads everything, compares.
func fuzzVault(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let file = patched(Sample.file, &input)
    file.withUnsafeBytes { Scratch.write($0, to: "vault/vault.db") }
    defer { for end in ["-wal", "-shm"] { unlink(Sample.location.directory + "/vault.db" + end) } }
    let vault = Sample.open()
    for name in Sample.names {
        check { () throws(KeychainError) in
            let item = try vault.readWithoutPrompt(try Sample.key(name))
            precondition(item?.value == Sample.value(name), "nil or a wrong value")
        }
    }
    check { () throws(KeychainError) in
        let names = try vault.listWithoutPrompt(service: nil).map(\.key.account)
        precondition(names == Sample.names, "a wrong list")
    }
    check { () throws(KeychainError) in
        let item = try vault.readWithoutPrompt(try Sample.key("absent"))
        precondition(item == nil, "an item that nobody wrote")
    }
    return 0
}

private func check(_ body: () throws(KeychainError) -> Void) {
    do throws(KeychainError) {
        try body()
    } catch {
        precondition(
            error.code == .dataCorrupted || error.code == .unsupported, "\(error)")
    }
}

/// Overwrites, exchanges and cuts, wherever the input says.
private func patched(_ file: [UInt8], _ input: inout Input) -> [UInt8] {
    var file = file
    for _ in 0..<16 where !input.isOver && !file.isEmpty {
        let place = input.number() % file.count
        switch input.byte() % 4 {
        case 0: file[place] ^= max(1, input.byte())
        case 1:
            for byte in input.array(Int(input.byte() % 32)).enumerated()
            where place + byte.offset < file.count {
                file[place + byte.offset] = byte.element
            }
        case 2:
            let other = input.number() % file.count
            let length = min(Int(input.byte()) * 17, file.count - max(place, other))
            file.replaceSubrange(
                place..<(place + length), with: Array(file[other..<(other + length)]))
        default: file.removeLast(min(file.count, input.number() % file.count))
        }
    }
    return file
}
