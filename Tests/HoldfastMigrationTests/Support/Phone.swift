import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastMigration

/// A simulated iPhone with an app in front that changes libraries.
struct Phone {
    let phone = SimulatedPhone(.iPhone())
    let app: AppIdentifier = "org.example.chat"

    /// - Parameter accessGroups: the keychain access groups of the app; `nil` for its own only.
    init(accessGroups: [String]? = nil) {
        if let accessGroups { phone.setBuild(AppBuild(accessGroups: accessGroups), of: app) }
        phone.send(.install(app))
        phone.send(.foreground(app))
    }

    /// What another process of the app reaches.
    var platform: ApplePlatform { phone.launch(app).apple }

    /// Lays a row as another library does.
    ///
    /// - Returns: the `OSStatus`.
    func lay(
        service: String?, account: SecItemValue, _ value: SecretBytes,
        _ more: SecItemDictionary = [:]
    ) -> Int32 {
        var row: SecItemDictionary = [
            SecItemName.itemClass: .text(SecItemName.genericPassword),
            SecItemName.account: account, SecItemName.valueData: .data(value),
        ]
        if let service { row[SecItemName.service] = .text(service) }
        for (name, value) in more.entries { row[name] = value }
        return platform.secItem.add(row)
    }

    /// Lays a value as flutter_secure_storage does with `useSecureEnclave`; `access` is demanded by
    /// the value and by its wrapped key.
    func layEnclaveFlutter(
        _ service: String, _ name: String, _ value: String, access: AccessControlObject? = nil
    ) throws {
        let key = SecretBytes([UInt8](1...32))
        let nonce = [UInt8](repeating: 7, count: 12)
        let sealed = try AES256GCM.seal(
            SecretBytes(utf8: value), key: key, nonce: nonce, associatedData: [])
        let wrapped = try phone.wrapForeign(
            key, under: Array("fss.enclave.\(service)".utf8), of: app)
        let more: SecItemDictionary =
            access.map { [SecItemName.accessControl: .accessControl($0)] } ?? [:]
        for (account, bytes) in [("fss.wrapped.\(name)", wrapped), (name, nonce + sealed)] {
            let status = lay(
                service: service, account: .text(account), SecretBytes(bytes), more)
            guard status == 0 else { throw UnlaidRow(status: status) }
        }
    }

    /// A row that the keychain refused.
    struct UnlaidRow: Error { let status: Int32 }

    /// The value of another library's row; `nil` if there is none.
    func foreignValue(service: String, account: SecItemValue) -> SecretBytes? {
        let answer = platform.secItem.copyMatching([
            SecItemName.itemClass: .text(SecItemName.genericPassword),
            SecItemName.account: account, SecItemName.service: .text(service),
            SecItemName.synchronizable: .text(SecItemName.synchronizableAny),
            SecItemName.returnData: .flag(true), SecItemName.matchLimit: .text("m_LimitOne"),
        ])
        guard case .data(let data)? = answer.rows.first?[SecItemName.valueData] else { return nil }
        return data
    }

    /// Moves everything of a library into the keychain of another process of the app.
    func migrate(
        _ library: KeychainLibrary, _ options: MigrationOptions
    ) async throws(KeychainError) -> MigrationReport {
        let platform = platform
        return try await Migration(
            from: KeychainSource(library, in: platform), to: AppleKeychain(platform)
        ).run(options)
    }

    /// Lays an internet password as KeychainAccess does.
    ///
    /// - Returns: the `OSStatus`.
    func layInternet(
        _ server: String, _ account: String, port: Int, _ value: SecretBytes
    ) -> Int32 {
        platform.secItem.add([
            SecItemName.itemClass: .text(SecItemName.internetPassword),
            SecItemName.server: .text(server), SecItemName.account: .text(account),
            SecItemName.port: .number(port), SecItemName.internetProtocol: .text("htps"),
            SecItemName.authenticationType: .text("dflt"), SecItemName.valueData: .data(value),
        ])
    }

    /// The ports of the internet passwords of a server.
    func internetPorts(_ server: String) -> [Int] {
        let answer = platform.secItem.copyMatching([
            SecItemName.itemClass: .text(SecItemName.internetPassword),
            SecItemName.server: .text(server), SecItemName.returnAttributes: .flag(true),
            SecItemName.matchLimit: .text(SecItemName.matchLimitAll),
        ])
        return answer.rows.compactMap { row in
            if case .number(let port)? = row[SecItemName.port] { port } else { nil }
        }
    }
}
