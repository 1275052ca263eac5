import CrashSupport
import Glibc

extension Stage {
    /// Runs a command at a terminal of its own and plays the person in front of it.
    ///
    /// - Returns: the outcome; its output is everything that the screen showed.
    func runOnTerminal(_ command: String, scenes: [PseudoTerminal.Scene]) throws -> Outcome {
        let terminal = try PseudoTerminal()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        terminal.add(to: &actions)
        let process = try spawn(command, &actions)
        terminal.letGo()
        do {
            let shown = try terminal.play(scenes)
            return Outcome(status: try wait(for: process), output: shown, error: [])
        } catch {
            // Whatever went wrong, no process is left behind: Swift Testing waits for any child,
            // and one that nobody collects would keep it from seeing its own.
            end(process)
            throw Script.Malformed(description: "\(error)")
        }
    }
}
