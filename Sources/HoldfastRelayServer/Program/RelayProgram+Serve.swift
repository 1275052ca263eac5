#if os(Linux) && Server
internal import Glibc
internal import HoldfastCrypto

extension RelayProgram {
    /// Serves until a signal says to end.
    ///
    /// - Throws: ``RelayFailure`` if it cannot start, or what has begun does not end.
    static func serve(_ arguments: RelayArguments) throws(RelayFailure) {
        // Before the first thread, which all inherit it: one thread alone takes them.
        let signals = EndSignals()
        CryptoStart.asOnlyUserInProcess()
        let clock = RelayClock.system
        let events = EventLog(clock: clock)
        let limits = OpenFiles.fit(arguments.limits, events)
        let socket = try ListeningSocket(arguments.listen)
        let watch = ConnectionWatch(limits: limits, clock: clock)
        let relay = try makeRelay(arguments, watch, clock, events, socket)
        let server = try MicroHTTPServer(
            .init(
                listener: socket.descriptor, port: socket.port,
                threadCount: arguments.threadCount, limits: limits,
                certificate: try arguments.certificate.map(readFile),
                key: try arguments.key.map(readFile)),
            context: .init(
                door: relay, watch: watch, trustsForwarded: arguments.trustsForwarded))
        write("listening on \(socket.text)\n", to: 1)
        events.write(.note, "listening on \(socket.text)")
        let ticker = try Ticker(relay: relay, watch: watch)
        let signal = signals.wait()
        events.write(.note, "ending for signal \(signal)")
        server.stopListening()
        let isDone = drain(relay, watch)
        ticker.stop()
        guard isDone else {
            throw RelayFailure(
                "requests did not end within 30 seconds; what was acknowledged is kept")
        }
        server.stop()
        relay.stop()
        events.write(.note, "ended")
    }

    /// Waits until what has begun is answered and fetched.
    ///
    /// - Returns: whether nothing waits in the relay any more; a client that fetches its answer too
    ///   slowly does not count.
    private static func drain(_ relay: Relay, _ watch: ConnectionWatch) -> Bool {
        relay.end()
        for _ in 0..<3_000 {
            if relay.metrics.inFlight == 0, watch.busyCount == 0 { return true }
            usleep(10_000)
        }
        return relay.metrics.inFlight == 0
    }

    private static func makeRelay(
        _ arguments: RelayArguments, _ watch: ConnectionWatch, _ clock: RelayClock,
        _ events: EventLog, _ socket: ListeningSocket
    ) throws(RelayFailure) -> Relay {
        let random = SystemRandom()
        if mkdir(arguments.folder, 0o700) != 0, errno != EEXIST {
            throw RelayFailure(
                "cannot make the folder of the data: \(String(cString: strerror(errno)))")
        }
        // What SQLite makes is for the relay's user alone.
        umask(0o077)
        let path = try realPath(arguments.folder)
        let scalar = try RelayKeyFile.open(path + "/relay.key", random: random)
        let key: RelayKey
        do throws(CryptoError) {
            key = try RelayKey(scalar)
        } catch {
            throw RelayFailure("the relay's key cannot be used: \(error)")
        }
        let scheme = arguments.certificate == nil ? "http" : "https"
        return try Relay(
            .init(
                origin: arguments.origin ?? "\(scheme)://\(socket.text)",
                hasPublicMetrics: arguments.hasPublicMetrics),
            limits: watch.limits, key: key,
            storage: try storage(arguments, path + "/relay.db", key, events),
            clock: clock, random: random, events: events, workerCount: workerCount(arguments),
            gauges: { [("connections", watch.count)] })
    }

    /// SQLite in the folder, or PostgreSQL where one asks for it.
    private static func storage(
        _ arguments: RelayArguments, _ path: String, _ key: RelayKey, _ events: EventLog
    ) throws(RelayFailure) -> any RelayStorage {
        guard let database = arguments.database else { return try SQLiteStorage(path: path) }
        return try openDatabase(
            database, key, connectionCount: arguments.databaseConnectionCount, events)
    }

    /// Two; with PostgreSQL, where each waits for its answers, as many as have connections to read.
    private static func workerCount(_ arguments: RelayArguments) -> Int {
        guard arguments.database != nil else { return 2 }
        return max(1, arguments.databaseConnectionCount / 2)
    }

    /// SQLite follows no link, so the folder's own are followed here.
    private static func realPath(_ path: String) throws(RelayFailure) -> String {
        guard let real = realpath(path, nil) else {
            throw RelayFailure("cannot find the folder of the data")
        }
        defer { free(real) }
        return String(cString: real)
    }

    private static func readFile(_ path: String) throws(RelayFailure) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw RelayFailure("cannot open a file of TLS: \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(file, &bytes, bytes.count)
        guard count > 0, count < bytes.count else {
            throw RelayFailure("a file of TLS is empty, too long or not readable")
        }
        return Array(bytes[..<count])
    }
}
#endif
