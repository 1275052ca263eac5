import CrashSupport
import Glibc

extension Stage {
    /// Runs a command at a terminal of its own and plays the person in front of it.
    ///
    /// - Returns: the outcome; its output is everything that the screen showed.
    func runOnTerminal(_ command: String, scenes: [Script.Step.Scene]) throws -> Outcome {
        var (screen, terminal): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&screen, &terminal, &name, nil, nil) == 0 else {
            throw Script.Malformed(description: "no pseudo-terminal")
        }
        defer { close(screen) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Opening it in a new session makes it that session's terminal.
        for descriptor: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, &name, O_RDWR, 0)
        }
        posix_spawn_file_actions_addclose(&actions, screen)
        posix_spawn_file_actions_addclose(&actions, terminal)
        let process = try spawn(command, &actions)
        close(terminal)
        do {
            let shown = try play(scenes, on: screen)
            return Outcome(status: try wait(for: process), output: shown, error: [])
        } catch {
            // Whatever went wrong, no process is left behind: Swift Testing waits for any child,
            // and one that nobody collects would keep it from seeing its own.
            end(process)
            throw error
        }
    }

    /// Plays the scenes, then reads the screen to its end.
    private func play(_ scenes: [Script.Step.Scene], on screen: Int32) throws -> [UInt8] {
        var shown: [UInt8] = []
        var seen = 0
        for scene in scenes {
            switch scene {
            case .see(let text):
                seen = try wait(for: Array(text.utf8), on: screen, &shown, from: seen)
            case .type(let bytes):
                _ = bytes.withUnsafeBytes { write(screen, $0.baseAddress, $0.count) }
            }
        }
        while Self.readMore(screen, &shown) {}
        return shown
    }

    /// Reads until a text stands on the screen behind what was seen before.
    private func wait(
        for text: [UInt8], on screen: Int32, _ shown: inout [UInt8], from start: Int
    ) throws -> Int {
        while true {
            for index in start..<max(start, shown.count - text.count + 1)
            where shown[index...].starts(with: text) {
                return index + text.count
            }
            guard Self.readMore(screen, &shown) else {
                throw Script.Malformed(
                    description:
                        "the screen never showed '\(String(decoding: text, as: UTF8.self))'"
                        + " but: \(String(decoding: shown, as: UTF8.self))")
            }
        }
    }

    /// Reads what comes within 20 seconds (times the run's patience); `false` at the end.
    private static func readMore(_ screen: Int32, _ shown: inout [UInt8]) -> Bool {
        var entry = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, Int32(20_000 * Patience.factor)) == 1 else { return false }
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = read(screen, &chunk, chunk.count)
        guard count > 0 else { return false }
        shown += chunk[..<count]
        return true
    }
}
