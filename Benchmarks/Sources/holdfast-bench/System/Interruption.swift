import Glibc
import Synchronization

/// Turns Ctrl-C into an ordinary error, so that daemons are stopped and directories removed.
enum Interruption {
    private static let wasAsked = Atomic<Bool>(false)

    /// Notes the first SIGINT or SIGTERM; a second one ends the process at once.
    static func watch() {
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                Interruption.wasAsked.store(true, ordering: .relaxed)
                signal(number, SIG_DFL)
            }
        }
    }

    /// Stops the run if somebody asked for it; called between batches.
    static func check() throws {
        if wasAsked.load(ordering: .relaxed) { throw BenchFailure("interrupted") }
    }
}
