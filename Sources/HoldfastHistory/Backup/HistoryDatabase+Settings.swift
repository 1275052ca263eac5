#if os(Linux)
public import HoldfastCore
public import HoldfastCrypto
import HoldfastRecovery
import HoldfastWire

extension HistoryDatabase {
    /// A setting of the app that a backup takes along.
    ///
    /// - Parameter name: the setting's name.
    /// - Returns: its value, or `nil` if the history answered that there is none (P1).
    /// - Throws: what kept the history from answering.
    public func setting(_ name: String) async throws(KeychainError) -> SecretBytes? {
        try await reading { (rows) throws(KeychainError) in try rows.setting(name) }
    }

    /// Keeps a setting of the app, or removes it, durably.
    ///
    /// - Parameters:
    ///   - name: the setting's name: 1 to 200 bytes of UTF-8.
    ///   - value: up to 1,048,576 bytes; `nil` to remove it.
    /// - Throws: `INVALID_ARGUMENT` outside these ranges; what kept the history from writing.
    ///   Nothing was changed.
    public func setSetting(
        _ name: String, to value: SecretBytes?
    ) async throws(KeychainError) {
        guard (1...200).contains(name.utf8.count), value?.count ?? 0 <= Item.maximumByteCount
        else {
            throw KeychainError(.invalidArgument, "the setting or its name is too long")
        }
        try await changing { (rows) throws(KeychainError) in
            if let value {
                try rows.putSetting(name, value)
            } else {
                try rows.remove(.setting, Array(name.utf8))
            }
        }
    }
}

/// A setting of the app.
struct Setting: Sendable {
    let name: String
    let value: SecretBytes
}

extension HistoryRows {
    func setting(_ name: String) throws(KeychainError) -> SecretBytes? {
        try value(.setting, Array(name.utf8))?.secret
    }

    func putSetting(_ name: String, _ value: SecretBytes) throws(KeychainError) {
        let name = Array(name.utf8)
        try put(.setting, name, RowValue(clear: name, secret: value))
    }

    func settings() throws(KeychainError) -> [Setting] {
        var all: [Setting] = []
        for value in try values(.setting) {
            guard let name = String(validating: value.clear, as: UTF8.self) else {
                throw .damagedHistory
            }
            all.append(Setting(name: name, value: value.secret))
        }
        return all
    }
}
#endif
