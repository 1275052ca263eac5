import HoldfastCore
import HoldfastCrypto

/// One thing that an app asked its store, and what it was told.
struct AppOperation: Sendable {
    /// What was asked.
    enum Question: Sendable {
        case read(ItemKey)
        case write(ItemKey, SecretBytes)
        case replaceInvalidated(ItemKey, SecretBytes)
        case remove(ItemKey)
        case attributes(ItemKey)
        case list(String?)

        var key: ItemKey? {
            switch self {
            case .read(let key), .write(let key, _), .replaceInvalidated(let key, _),
                .remove(let key), .attributes(let key):
                key
            case .list: nil
            }
        }
    }

    /// What was answered.
    enum Answer: Sendable {
        case item(Item?)
        case stored(ItemProtection?)
        case removed
        case exists(Bool)
        case keys([ItemKey])
        case refused(KeychainError)
    }

    let question: Question
    /// The question in words: `reads "identity"`.
    let text: String
    let process: Int
    /// The lines of the trace that belong to it.
    var entries: Range<Int>
    /// The answer in words; `nil` if the process died before it came.
    var answer: String?
}
