#if os(Linux) && SecretService
import CSecret
import HoldfastCore

/// What a keyring puts between a call and its doing: an object that has to be called, which may
/// ask a person and says when that is over.
///
/// libsecret's own way would wait without end for a keyring that never says so.
///
/// - Note: Secret Service API Draft 0.2, "Prompts and Prompting" and interface `Prompt`.
final class KeyringPrompt {
    /// How a question ended.
    private enum End {
        case completed(Variant)
        case ownerWentAway
    }

    private let path: String
    private let owner: String
    private let connection: OpaquePointer
    private let context: OpaquePointer?
    /// Set by callbacks, which run in this object's own context: on the thread that waits.
    private var end: End?

    /// Takes a prompt that a keyring answered with.
    ///
    /// - Parameters:
    ///   - path: its object path.
    ///   - owner: the unique name of the keyring, the only one that is believed.
    ///   - connection: lives for as long as this object.
    init(_ path: String, of owner: String, on connection: OpaquePointer) {
        self.path = path
        self.owner = owner
        self.connection = connection
        context = g_main_context_new()
    }

    deinit {
        g_main_context_unref(context)
    }

    /// Has the question asked, and waits for its end.
    ///
    /// - Parameters:
    ///   - limit: how long it may take.
    ///   - permission: is looked at again and again while it waits.
    ///   - dismissing: whether a question that nobody answers in time is taken back, so that a late
    ///     answer changes nothing; a keyring that is asked to may still say that it was done.
    ///   - call: calls a method of the prompt.
    /// - Returns: what the keyring says that it did.
    /// - Throws: `USER_CANCELED` if it was dismissed, `SYSTEM_CANCELED` if the time is up or the
    ///   permission was withdrawn, `UNKNOWN` (`ECONNRESET`) if the keyring went away.
    func perform(
        within limit: TimeLimit, _ permission: PromptPermission, dismissing: Bool,
        _ call: (_ method: String, _ arguments: Variant?) throws(KeychainError) -> Void
    ) throws(KeychainError) -> Variant {
        g_main_context_push_thread_default(context)
        let subscriptions = subscribe()
        defer {
            for subscription in subscriptions {
                g_dbus_connection_signal_unsubscribe(connection, subscription)
            }
            // What they still have to release waits in the context.
            while g_main_context_iteration(context, 0) != 0 {}
            g_main_context_pop_thread_default(context)
        }
        // A keyring takes an empty text for no window.
        try call("Prompt", .tuple([.string("")]))
        wait { limit.isOver || permission.isWithdrawn }
        if let end { return try Self.result(of: end) }
        if isClosed { throw KeychainError.keyringWentAway }
        if dismissing {
            do throws(KeychainError) {
                try call("Dismiss", nil)
            } catch {
                // It may have ended just now, which the wait below learns. If it did not, what is
                // thrown below says more than that it could not be dismissed either.
            }
            let grace = TimeLimit(Self.grace)
            wait { grace.isOver }
            if case .completed(let answer)? = end, answer.members[0].flag == false {
                return try Self.result(of: .completed(answer))
            }
        }
        throw permission.isWithdrawn
            ? KeychainError.keyringQuestionWithdrawn : KeychainError.keyringUnanswered
    }

    private var isClosed: Bool { g_dbus_connection_is_closed(connection) != 0 }

    private static func result(of end: End) throws(KeychainError) -> Variant {
        switch end {
        case .ownerWentAway: throw KeychainError.keyringWentAway
        case .completed(let answer):
            if answer.members[0].flag { throw KeychainError.keyringDismissed }
            guard let content = answer.members[1].content else {
                throw KeychainError.strangeKeyring
            }
            return content
        }
    }

    /// Waits for the end of the question.
    private func wait(orUntil isEnough: () -> Bool) {
        // A tick wakes the loop that looks at the clock and the permission.
        let ticks = g_timeout_source_new(50)
        g_source_set_callback(ticks, { _ in 1 }, nil, nil)
        g_source_attach(ticks, context)
        defer {
            g_source_destroy(ticks)
            g_source_unref(ticks)
        }
        while end == nil, !isClosed, !isEnough() {
            g_main_context_iteration(context, 1)
        }
    }

    /// Listens to the prompt, and for its keyring going away.
    private func subscribe() -> [guint] {
        // Not retained: callbacks run in the context's iterations alone, which only `perform` makes.
        let own = Unmanaged.passUnretained(self).toOpaque()
        return [
            g_dbus_connection_signal_subscribe(
                connection, owner, "org.freedesktop.Secret.Prompt", "Completed", path, nil,
                G_DBUS_SIGNAL_FLAGS_NONE,
                { _, _, _, _, _, parameters, data in
                    guard let parameters, let data else { return }
                    Unmanaged<KeyringPrompt>.fromOpaque(data).takeUnretainedValue()
                        .take(Variant(taking: g_variant_ref(parameters)))
                }, own, nil),
            g_dbus_connection_signal_subscribe(
                connection, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged",
                "/org/freedesktop/DBus", owner, G_DBUS_SIGNAL_FLAGS_NONE,
                { _, _, _, _, _, _, data in
                    guard let data else { return }
                    Unmanaged<KeyringPrompt>.fromOpaque(data).takeUnretainedValue().loseOwner()
                }, own, nil),
        ]
    }

    private func take(_ answer: Variant) {
        // Another form than the interface's is no answer: the time limit ends the wait.
        if end == nil, answer.isOf(type: "(bv)") { end = .completed(answer) }
    }

    private func loseOwner() {
        if end == nil { end = .ownerWentAway }
    }

    /// How long a keyring may take to say what became of a question that was dismissed.
    private static let grace = Duration.seconds(1)
}
#endif
