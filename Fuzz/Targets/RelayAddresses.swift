import HoldfastRelayClient

/// A relay's address has one form, and without TLS it is this machine's.
func fuzzRelayAddresses(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    guard let address = read(text) else { return 0 }
    precondition(read(address.origin) == address, "the form of a form is another one")
    precondition(address.origin.utf8.allSatisfy { (0x21..<0x7f).contains($0) })
    precondition(!address.origin.contains { "/@?#%\\".contains($0) && $0 != "/" })
    precondition(address.origin.hasPrefix(address.isPlain ? "http://" : "https://"))
    if address.isPlain {
        let host = address.origin.dropFirst("http://".count)
        precondition(
            ["localhost", "[::1]", "127."].contains { host.hasPrefix($0) }, "it leaves the machine")
    }
    return 0
}

private func read(_ text: String) -> RelayAddress? {
    do throws(RelayAddress.Fault) {
        return try RelayAddress(text)
    } catch {
        // Refused, as most texts are.
        return nil
    }
}
