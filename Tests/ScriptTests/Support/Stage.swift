import CrashSupport
import FoundationEssentials
import Glibc

/// Where one script runs: a folder of its own, with a home, a vault and a state folder in it.
final class Stage {
    let folder: String
    private let environment: [String]
    /// The command started last, for messages.
    private var running = ""

    /// What a command did.
    struct Outcome {
        var status: Int32
        var output: [UInt8]
        var error: [UInt8]
    }

    init() throws {
        let temporary = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var template = Array((temporary + "/holdfast-script-XXXXXX").utf8CString)
        let made = template.withUnsafeMutableBufferPointer {
            $0.baseAddress.map { mkdtemp($0) } != nil
        }
        guard made else { throw Script.Malformed(description: "no temporary folder") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        // Some scripts have a part that another user runs.
        chmod(folder, 0o755)
        environment = [
            "WORK=" + folder, "HOME=" + folder + "/home", "HOLDFAST_HOME=" + folder + "/vault",
            "HOLDFAST_STATE=" + folder + "/state", "LC_ALL=C.UTF-8", "TERM=xterm",
            "PATH=" + Self.toolFolder + ":/usr/bin:/bin:/usr/sbin:/sbin",
            "UNPRIVILEGED=" + (getuid() == 0 ? Self.asNobody : ""),
            "MEMORY_KIB=" + Self.memoryLimit,
        ]
        mkdir(folder + "/home", 0o700)
    }

    deinit {
        // The kernel's keyring is shared by all processes of this user: leave no keys behind. It
        // fails where the script left no vault with a passcode, which is as well.
        _ = try? run(
            "for v in \"$HOLDFAST_HOME\" \"$WORK\"/*/; do holdfast lock --all --vault \"$v\"; done")
        _ = try? run("chmod -R u+rwX \"$WORK\"; rm -rf \"$WORK\"")
    }

    /// The address space that a script may give the tool; a sanitizer maps more than any limit.
    private static let memoryLimit =
        ProcessInfo.processInfo.environment["HOLDFAST_TEST_SANITIZER"] == nil
        ? "1500000" : "unlimited"

    private static let asNobody = "setpriv --reuid=65534 --regid=65534 --clear-groups"

    /// The tool lies beside the test bundle, or beside the folder that the bundle is.
    static let toolFolder: String = {
        var folder = (CommandLine.arguments.first ?? "").split(separator: "/").dropLast()
        while !folder.isEmpty {
            let path = "/" + folder.joined(separator: "/")
            if access(path + "/holdfast", X_OK) == 0 { return path }
            folder = folder.dropLast()
        }
        return "/nonexistent"
    }()

    /// Runs a command with files as its standard streams.
    func run(_ command: String, input: [UInt8] = []) throws -> Outcome {
        let streams = ["stdin", "stdout", "stderr"].map { folder + "/." + $0 }
        try Data(input).write(to: URL(filePath: streams[0]))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, streams[0], O_RDONLY, 0)
        for (descriptor, path) in zip([1, 2] as [Int32], streams[1...]) {
            posix_spawn_file_actions_addopen(
                &actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        let status = try wait(for: spawn(command, &actions))
        return Outcome(
            status: status, output: Array(try Data(contentsOf: URL(filePath: streams[1]))),
            error: Array(try Data(contentsOf: URL(filePath: streams[2]))))
    }

    /// Starts a shell in the stage's folder, in a session of its own without a terminal.
    func spawn(_ command: String, _ actions: inout posix_spawn_file_actions_t) throws -> pid_t {
        Inheritance.close(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The test runner's own mask and ignored signals are no part of what is tested.
        var (none, defaults) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&defaults)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | 0x80  // POSIX_SPAWN_SETSID
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let words = ["/bin/bash", "-c", "cd \"$WORK\" || exit 99\n" + command]
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for string in arguments + variables { free(string) } }
        running = command
        var process: pid_t = 0
        let number = posix_spawn(
            &process, "/bin/bash", &actions, &attributes, &arguments, &variables)
        guard number == 0 else { throw Script.Malformed(description: "spawn: errno \(number)") }
        return process
    }

    /// Waits for a process, for a minute (and the run's patience) and no longer.
    func wait(for process: pid_t) throws -> Int32 {
        var status: Int32 = 0
        for _ in 0..<6000 * Patience.factor {
            if waitpid(process, &status, WNOHANG) == process { return Self.exitStatus(status) }
            usleep(10_000)
        }
        end(process)
        throw Script.Malformed(
            description: "a command did not end within \(Patience.factor) min: \(running)")
    }

    /// Kills a process and its group, and collects it if that has not happened.
    func end(_ process: pid_t) {
        kill(-process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    private static func exitStatus(_ status: Int32) -> Int32 {
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : 128 + signal
    }
}
