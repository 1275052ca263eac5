import HoldfastCore
import HoldfastCrypto
@testable import HoldfastMigration

/// Files in which other libraries keep preferences on Android: what is read once is read the same
/// again, and what is cut out takes nothing else with it.
func fuzzPreferenceFiles(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let kind = input.byte()
    let bytes = [UInt8](input.rest)
    let text = String(decoding: bytes, as: UTF8.self)
    refusable { () throws(KeychainError) in
        switch kind % 6 {
        case 0: try xml(bytes)
        case 1: try proto(bytes)
        case 2: _ = try FlatJSON(text)
        case 3: _ = try TinkKeyset.wrapped(text)
        case 4: _ = try TinkKeyset(SecretBytes(bytes))
        default: codings(text)
        }
    }
    return 0
}

private func xml(_ bytes: [UInt8]) throws(KeychainError) {
    let file = try PreferencesXML(bytes)
    for entry in file.entries {
        let rest = try PreferencesXML(file.removing([entry.name]))
        precondition(rest.text(entry.name) == nil, "an entry is still there")
        precondition(
            rest.entries.map(\.name) == file.entries.map(\.name).filter { !same($0, entry.name) },
            "another entry is gone")
    }
    precondition(file.removing([]) == bytes)
}

private func proto(_ bytes: [UInt8]) throws(KeychainError) {
    let file = try PreferencesProto(bytes)
    for entry in file.entries {
        let rest = try PreferencesProto(file.removing([entry.name]))
        precondition(rest.text(entry.name) == nil, "an entry is still there")
        precondition(
            rest.entries.map(\.name) == file.entries.map(\.name).filter { !same($0, entry.name) },
            "another entry is gone")
    }
    precondition(file.removing([]) == bytes)
}

/// Names are the same by their bytes, not by how they look.
private func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

private func codings(_ text: String) {
    if let bytes = ForeignText.hex(text) { precondition(bytes.count * 2 == text.utf8.count) }
    if let bytes = ForeignText.base64(text) { precondition(bytes.count <= text.utf8.count * 3 / 4) }
}

private func refusable(_ body: () throws(KeychainError) -> Void) {
    do throws(KeychainError) {
        try body()
    } catch {
        precondition(error.code == .dataCorrupted || error.code == .unsupported, "\(error)")
    }
}
