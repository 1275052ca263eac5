import HoldfastCore
import HoldfastLinux

extension Session {
    /// The service where none is named.
    static let standardService = "default"

    /// The item that a command line names.
    ///
    /// - Parameters:
    ///   - name: the NAME.
    ///   - service: the value of `--service`, or of an option like it.
    /// - Returns: its key.
    /// - Throws: `INVALID_ARGUMENT` for a name that cannot be one.
    func key(_ name: String, service: String?) throws(Failure) -> ItemKey {
        do {
            return try ItemKey(service: service ?? Self.standardService, account: name)
        } catch {
            throw Failure(error, "cannot use the name \(Quoted.text(name))")
        }
    }

    /// The item that the first word of a command line names.
    func key(_ arguments: ParsedArguments) throws(Failure) -> ItemKey {
        try key(arguments.words[0], service: arguments.value(of: .service))
    }

    /// An item's name for an error line; the service only where it is not the standard one.
    static func shown(_ key: ItemKey) -> String {
        let name = Quoted.text(key.account)
        let isStandard = key.service.utf8.elementsEqual(standardService.utf8)
        return isStandard ? name : "\(name) of \(Quoted.text(key.service))"
    }

    /// Reads an item, asking only where its protection says so.
    ///
    /// The prompt-free call goes first: it answers without another thread, which is what makes a
    /// `get` fast.
    ///
    /// - Returns: the item, or `nil` if the store answered that there is none (P1).
    func read(_ key: ItemKey, purpose: String) async throws(Failure) -> Item? {
        let store = try await storeForItems()
        let prompt = Prompt(title: "\(purpose) \(Self.shown(key))")
        return try await attempt("cannot read \(Self.shown(key))") {
            () async throws(KeychainError) -> Item? in
            do throws(KeychainError) {
                return try store.readWithoutPrompt(key)
            } catch  where error.code == .authRequired {
                return try await store.read(key, prompt: prompt)
            }
        }
    }
}
