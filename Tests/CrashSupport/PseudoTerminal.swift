import Glibc

/// A terminal in front of which a test plays the person.
package final class PseudoTerminal {
    /// What a person does in front of it.
    package enum Scene: Sendable {
        /// Waits until a text stands on the screen behind what was seen before.
        case see(String)
        case type([UInt8])
    }

    /// Why a play did not come to its end.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Where a process opens it.
    package let path: String
    private let screen: Int32
    private var terminal: Int32
    private let patience: Int
    private var shown: [UInt8] = []

    /// Opens a terminal that no process has yet.
    ///
    /// - Parameter patience: how many times 20 seconds a text may take to come.
    /// - Throws: ``Failure`` if there is none.
    package init(patience: Int = Patience.factor) throws(Failure) {
        var (screen, terminal): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&screen, &terminal, &name, nil, nil) == 0 else {
            throw Failure(description: "no pseudo-terminal")
        }
        (self.screen, self.terminal, self.patience) = (screen, terminal, patience)
        path = String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        if terminal >= 0 { close(terminal) }
        close(screen)
    }

    /// Has a process that is to be spawned open it as its three descriptors; in a new session it becomes
    /// that session's terminal.
    package func add(to actions: inout posix_spawn_file_actions_t) {
        for descriptor: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDWR, 0)
        }
        posix_spawn_file_actions_addclose(&actions, screen)
        posix_spawn_file_actions_addclose(&actions, terminal)
    }

    /// Plays the scenes, then reads the screen to its end.
    ///
    /// - Parameter scenes: what happens in front of it, in order.
    /// - Returns: all that was on the screen.
    /// - Throws: ``Failure`` if a text did not come in time.
    package func play(_ scenes: [Scene]) throws(Failure) -> [UInt8] {
        var seen = 0
        for scene in scenes {
            switch scene {
            case .see(let text):
                seen = try wait(for: Array(text.utf8), from: seen)
                // Whoever writes has it open: from now on the last one's end is the screen's.
                letGo()
            case .type(let bytes):
                _ = bytes.withUnsafeBytes { write(screen, $0.baseAddress, $0.count) }
            }
        }
        letGo()
        while readMore() {}
        return shown
    }

    /// Leaves it to the processes that have opened it; the end of the last one is the end of the screen.
    package func letGo() {
        if terminal >= 0 { close(terminal) }
        terminal = -1
    }

    private func wait(for text: [UInt8], from start: Int) throws(Failure) -> Int {
        while true {
            for index in start..<max(start, shown.count - text.count + 1)
            where shown[index...].starts(with: text) {
                return index + text.count
            }
            guard readMore() else {
                throw Failure(
                    description:
                        "the screen never showed '\(String(decoding: text, as: UTF8.self))'"
                        + " but: \(String(decoding: shown, as: UTF8.self))")
            }
        }
    }

    /// Reads what comes in time; `false` at the end.
    private func readMore() -> Bool {
        var entry = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, Int32(20_000 * patience)) == 1 else { return false }
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = read(screen, &chunk, chunk.count)
        guard count > 0 else { return false }
        shown += chunk[..<count]
        return true
    }
}
