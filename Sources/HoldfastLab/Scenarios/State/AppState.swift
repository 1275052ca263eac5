import HoldfastCore
import HoldfastCrypto

/// What the app of the state scenarios persists: what it shows, and the secret beside it.
struct AppState: Codable, Sendable, Equatable {
    var draft = AppState.empty
    var session = AppState.empty

    /// How stories call the state of a first start.
    static let empty = "an empty state"

    /// The state that stories call by a label.
    init(_ label: String = AppState.empty) {
        draft = label
        session = label
    }

    /// The label of a state whose halves belong together; of another one, both.
    var label: String { draft == session ? draft : "half of \(draft), half of \(session)" }
}

/// Finds a state's label in the bytes that hold it, whatever envelope they are in.
///
/// Where a payload holds an older content as well, the present one stands before it.
enum StateLabel {
    /// All labels that the scenarios use.
    static let all = [AppState.empty] + (1...9).map { "state \($0)" }

    private static let bytes = all.map { Array($0.utf8) }

    /// The label that stands first; every play asks for dozens, so the bytes are gone through once.
    static func find(in value: SecretBytes) -> String? {
        value.withUnsafeBytes { value in
            for start in value.indices {
                for (index, label) in bytes.enumerated()
                where value[start] == label[0] && value[start...].starts(with: label) {
                    return all[index]
                }
            }
            return nil
        }
    }
}
