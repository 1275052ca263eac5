import Glibc
import HoldfastCrypto

/// A second process of this very tool that writes one value, and may be killed while it does.
struct DemoWriter {
    /// What became of the process.
    enum End: Equatable {
        /// Its write had returned before it could be killed.
        case acknowledged
        /// It was killed, at whatever point of its work.
        case killed
        /// It ended with another status than 0.
        case failed(Int32)
    }

    let folder: String

    /// Starts `holdfast set`, hands it a value, kills it after a time, and waits for its end.
    ///
    /// - Parameters:
    ///   - name: the item's name.
    ///   - value: the value, up to what a pipe holds (65 536 bytes).
    ///   - life: how long it may live; `nil` lets it end by itself.
    /// - Returns: what became of it.
    /// - Throws: a failure to start it or to wait for it.
    func write(
        _ name: String, _ value: SecretBytes, killedAfter life: Duration?
    ) throws(Failure) -> End {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw Failure.system("cannot make a pipe", errno)
        }
        // The writer must not hold the end that we write to, or it would never see the value's end.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = try spawn(name, input: ends[0])
        close(ends[0])
        value.withUnsafeBytes { bytes in
            // A process that died early takes nothing; its end says so.
            _ = Glibc.write(ends[1], bytes.baseAddress, bytes.count)
        }
        close(ends[1])
        if let life {
            usleep(UInt32(clamping: life.components.attoseconds / 1_000_000_000_000))
            kill(process, SIGKILL)
        }
        return try wait(for: process)
    }

    private func spawn(_ name: String, input: Int32) throws(Failure) -> pid_t {
        let arguments = CStringList()
        for word in ["holdfast", "set", "--service", "demo", "--", name] {
            arguments.append(Array(word.utf8))
        }
        let environment = CStringList()
        for entry in ["HOLDFAST_HOME=\(folder)/vault", "HOLDFAST_STATE=\(folder)/state"] {
            environment.append(Array(entry.utf8))
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        var process: pid_t = 0
        let number = posix_spawn(
            &process, "/proc/self/exe", &actions, nil, arguments.pointers, environment.pointers)
        guard number == 0 else { throw Failure.system("cannot start a second process", number) }
        return process
    }

    private func wait(for process: pid_t) throws(Failure) -> End {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else {
                throw Failure.system("cannot wait for the second process", errno)
            }
        }
        // wait(2): the low seven bits are the signal, the next byte the exit status.
        if status & 0x7f == SIGKILL { return .killed }
        let exitStatus = (status >> 8) & 0xff
        return status & 0x7f == 0 && exitStatus == 0 ? .acknowledged : .failed(exitStatus)
    }
}
