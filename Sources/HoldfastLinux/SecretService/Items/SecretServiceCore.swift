#if os(Linux) && SecretService
import HoldfastCore
import HoldfastCrypto

/// What the store does, on one thread at a time.
final class SecretServiceCore: StoreCore {
    let configuration: SecretServiceConfiguration
    /// What could not be done without failing.
    var warnings: [String] = []
    private let connect: @Sendable () throws(KeychainError) -> any KeyringCalls
    private var connection: (any KeyringCalls)?
    private var permission: PromptPermission?

    init(
        _ configuration: SecretServiceConfiguration,
        connect: @escaping @Sendable () throws(KeychainError) -> any KeyringCalls
    ) {
        self.configuration = configuration
        self.connect = connect
    }

    func close() {
        connection = nil
    }

    /// Does something for which the keyring may have a person asked.
    func asking<R>(
        _ permission: PromptPermission, _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        self.permission = permission
        defer { self.permission = nil }
        return try body()
    }

    func isLocked() throws(KeychainError) -> Bool {
        try reached { (place) throws(KeychainError) in
            try place.calls.isLocked(place.collection)
        }
    }

    func unlock() throws(KeychainError) {
        try reached { (place) throws(KeychainError) in
            guard try place.calls.isLocked(place.collection) else { return }
            let isDone = try place.calls.unlock(place.collection)
            // What the prompt says counts for nothing: only whether it is open.
            guard isDone, try !place.calls.isLocked(place.collection) else {
                throw KeychainError(
                    .userCanceled, "the keyring stays locked",
                    advice: "the question was declined, or there is no program to ask it: unlock"
                        + " the keyring by logging in")
            }
        }
    }

    /// Refuses what cannot be stored, before anything is asked.
    func check(_ value: SecretBytes, _ options: WriteOptions) throws(KeychainError) {
        let capabilities = SecretServiceStore.capabilities(of: configuration.layout)
        if let protection = options.protection {
            try protection.validate()
            try capabilities.check(protection)
            if protection.accessControl != .none,
                let refusal = AccessControlAvailability.unsupportedOS.refusal
            {
                throw refusal
            }
        }
        try capabilities.check(options)
        try Item.check(value)
    }

    /// Does something in the collection while it is open.
    func inCollection<R>(
        _ body: (KeyringPlace) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try reached { (place) throws(KeychainError) in
            if try place.calls.isLocked(place.collection) { throw KeychainError.keyringLocked }
            return try body(place)
        }
    }

    /// Does something in the collection that no other writer of ours may disturb.
    func exclusively<R>(
        _ body: (KeyringPlace) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try inCollection { (place) throws(KeychainError) in
            try place.calls.lockWriters()
            let result = Result { () throws(KeychainError) in try body(place) }
            do throws(KeychainError) {
                try place.calls.unlockWriters()
            } catch {
                // The lock goes with the connection. What was done is done, or not, all the same.
                connection = nil
            }
            return try result.get()
        }
    }

    /// Reaches the service and the collection; a connection that failed is not used again.
    func reached<R>(
        _ body: (KeyringPlace) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        do throws(KeychainError) {
            let calls = try opened()
            let owner = try calls.owner()
            try calls.openSession(with: owner)
            return try body(
                KeyringPlace(
                    calls: calls, owner: owner,
                    collection: try find(configuration.collection, calls)))
        } catch {
            if error.endsConnection { connection = nil }
            throw error
        }
    }

    private func opened() throws(KeychainError) -> any KeyringCalls {
        if connection?.isOpen != true { connection = nil }
        let opened = if let connection { connection } else { try connect() }
        opened.beginOperation(asking: permission)
        connection = opened
        return opened
    }

    private func find(
        _ collection: SecretServiceCollection, _ calls: any KeyringCalls
    ) throws(KeychainError) -> String {
        let session = try calls.collection(alias: "session")
        let path: String
        switch collection {
        case .standard:
            guard let standard = try calls.collection(alias: "default") else {
                throw KeychainError.noCollection
            }
            path = standard
        case .named(let name):
            path = try find(named: name, calls)
        }
        if path == session || path.hasSuffix("/collection/session") {
            throw KeychainError(
                .unsupported, "the collection 'session' forgets its items at the next login",
                advice: "choose another collection")
        }
        return path
    }

    private func find(
        named name: String, _ calls: any KeyringCalls
    ) throws(KeychainError) -> String {
        var found: [String] = []
        for path in try calls.collections()
        where try calls.label(of: path).utf8.elementsEqual(name.utf8) {
            found.append(path)
        }
        guard let path = found.first else { throw KeychainError.noCollection }
        if found.count > 1 {
            throw KeychainError(
                .invalidArgument, "\(found.count) collections have that name",
                advice: "give one of them another name")
        }
        return path
    }
}
#endif
