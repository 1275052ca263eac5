import HoldfastCore
import HoldfastCrypto
import HoldfastRelayClient
import HoldfastWire

/// A relay as a vault knows it: where it is, whose certificates it may have, and its own key.
struct RelayPlace: Sendable, Equatable {
    /// Scheme, host and port.
    let address: RelayAddress
    /// The path of a file of certificate authorities; `nil` for the system's.
    var authorities: String?
    /// The key that it has shown; `nil` before the first login.
    var key: P256PublicKey?

    /// The place as the vault keeps it: a line for each.
    var text: String {
        let key = key.map { Hexadecimal.text(of: $0.bytes) }
        return [address.origin, authorities ?? "", key ?? ""].joined(separator: "\n")
    }
}

extension RelayPlace {
    /// Reads what ``text`` wrote; `nil` for anything else.
    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 3 else { return nil }
        do throws(RelayAddress.Fault) {
            address = try RelayAddress(lines[0])
        } catch {
            return nil
        }
        authorities = lines[1].isEmpty ? nil : lines[1]
        guard !lines[2].isEmpty else {
            key = nil
            return
        }
        guard let bytes = Hexadecimal.bytes(lines[2]) else { return nil }
        do throws(CryptoError) {
            key = try P256PublicKey(bytes)
        } catch {
            return nil
        }
    }
}
