/// What the command line asks for.
struct RelayArguments: Sendable, Equatable {
    /// The folder of the database and the relay's key.
    var folder = ""
    /// The database in PostgreSQL; nil for SQLite in the folder.
    var database: String?
    /// Most connections to it.
    var databaseConnectionCount = 8
    /// Where to listen: `ADDRESS:PORT`.
    var listen = "127.0.0.1:8787"
    /// Scheme, host and port under which clients reach the relay; nil for the listening address.
    var origin: String?
    /// The certificate chain's file, in PEM.
    var certificate: String?
    /// The private key's file, in PEM.
    var key: String?
    /// Whether the last address of `X-Forwarded-For` counts as the client's.
    var trustsForwarded = false
    /// Whether `/metrics` answers everybody.
    var hasPublicMetrics = false
    /// Threads that poll.
    var threadCount = 2
    /// What is taken from whom.
    var limits = RelayLimits()

    /// What a line can ask for beside serving.
    enum Wish: Sendable, Equatable {
        case serve(RelayArguments)
        case help
        case version
    }

    /// Reads a command line.
    ///
    /// - Parameter words: the words behind the program's name.
    /// - Returns: what the line asks for.
    /// - Throws: ``RelayFailure`` with status 2 for what is no command line.
    static func parse(_ words: [String]) throws(RelayFailure) -> Wish {
        guard let verb = words.first else {
            throw usage("the command is missing; there is 'serve'")
        }
        if verb == "--help" || verb == "-h" { return .help }
        if verb == "--version" { return .version }
        guard verb == "serve" else { throw usage("there is no such command; there is 'serve'") }
        var arguments = RelayArguments()
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
            if word == "--help" || word == "-h" { return .help }
            try arguments.take(word, &rest)
        }
        guard !arguments.folder.isEmpty else { throw usage("--data DIR is missing") }
        guard (arguments.certificate == nil) == (arguments.key == nil) else {
            throw usage("--tls-cert and --tls-key go together")
        }
        return .serve(arguments)
    }

    private mutating func take(
        _ word: String, _ rest: inout ArraySlice<String>
    ) throws(RelayFailure) {
        switch word {
        case "--trust-forwarded": trustsForwarded = true
        case "--public-metrics": hasPublicMetrics = true
        case "--data": folder = try Self.value(word, &rest)
        case "--database": database = try Self.value(word, &rest)
        case "--database-connections":
            databaseConnectionCount = try Self.number(word, &rest, 2...256)
        case "--listen": listen = try Self.value(word, &rest)
        case "--origin": origin = try Self.origin(Self.value(word, &rest))
        case "--tls-cert": certificate = try Self.value(word, &rest)
        case "--tls-key": key = try Self.value(word, &rest)
        case "--threads": threadCount = try Self.number(word, &rest, 1...64)
        case "--connections":
            limits.connectionCount = try Self.number(word, &rest, 16...1_000_000)
        case "--connections-per-address":
            limits.connectionCountPerAddress = try Self.number(word, &rest, 0...1_000_000)
        case "--requests-per-address":
            limits.requestsPerAddress = try Self.number(word, &rest, 1...100_000_000)
        case "--logins-per-address":
            limits.loginsPerAddress = try Self.number(word, &rest, 1...100_000_000)
        case "--requests-per-account":
            limits.requestsPerAccount = try Self.number(word, &rest, 1...100_000_000)
        case "--entries-per-account":
            limits.entriesPerAccount = try Self.number(word, &rest, 1...100_000_000)
        case "--claims-per-caller":
            limits.claimsPerCaller = try Self.number(word, &rest, 1...100_000_000)
        case "--claims-per-target":
            limits.claimsPerTarget = try Self.number(word, &rest, 1...100_000_000)
        case "--messages-per-target":
            limits.messagesPerTarget = try Self.number(word, &rest, 1...100_000_000)
        case "--quota-mib":
            limits.bytesPerAccount =
                Int64(try Self.number(word, &rest, 1...1_048_576)) << 20
        case "--idle-seconds":
            limits.idleSeconds = Int64(try Self.number(word, &rest, 1...3_600))
        case "--step-seconds":
            limits.stepSeconds = Int64(try Self.number(word, &rest, 1...3_600))
        default: throw Self.usage("unknown option; see 'holdfast-relay --help'")
        }
    }

    private static func value(
        _ option: String, _ rest: inout ArraySlice<String>
    ) throws(RelayFailure) -> String {
        guard let value = rest.popFirst(), !value.isEmpty else {
            throw usage("\(option) needs a value")
        }
        return value
    }

    private static func number(
        _ option: String, _ rest: inout ArraySlice<String>, _ range: ClosedRange<Int>
    ) throws(RelayFailure) -> Int {
        guard let number = Int(try value(option, &rest)), range.contains(number) else {
            throw usage("\(option) takes \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Without a slash at the end, so that there is one way to write it.
    private static func origin(_ text: String) throws(RelayFailure) -> String {
        let hasScheme = text.hasPrefix("https://") || text.hasPrefix("http://")
        guard hasScheme, !text.hasSuffix("/"), text.utf8.count <= 255 else {
            throw usage("--origin takes https://HOST or https://HOST:PORT")
        }
        return text
    }

    private static func usage(_ message: String) -> RelayFailure {
        RelayFailure(message, exitStatus: 2)
    }

    /// The help page.
    static let help = """
        usage: holdfast-relay serve --data DIR [options]

        Stores and forwards messages, device lists, prekeys and backups that it cannot read.

          --data DIR                    the folder of the relay's key and, without --database, of
                                        its SQLite database
          --database postgresql://...   a database in PostgreSQL, which several relays may share;
                                        libpq's words, several hosts too, and no password
          --database-connections N      most connections to it, beside two (default: 8)
          --listen ADDRESS:PORT         where to listen (default: 127.0.0.1:8787); [::]:PORT for all
          --origin URL                  how clients reach it, such as https://relay.example
          --tls-cert FILE               certificate chain in PEM; with --tls-key
          --tls-key FILE                private key in PEM
          --trust-forwarded             behind a proxy: take X-Forwarded-For as the address
          --public-metrics              let /metrics answer other machines
          --threads N                   threads that poll (default: 2)
          --connections N               most open connections (default: 12000)
          --connections-per-address N   of one address, 0 for no limit (default: 1000)
          --requests-per-address N      per minute (default: 6000)
          --requests-per-account N      per minute (default: 3000)
          --logins-per-address N        logins and new accounts per minute (default: 120)
          --entries-per-account N       log entries per minute (default: 60)
          --claims-per-caller N         claims of one device at another, per minute (default: 30)
          --claims-per-target N         claims at one device, per minute (default: 120)
          --messages-per-target N       messages to one account, per minute (default: 1200)
          --quota-mib N                 backups of one account in MiB (default: 1024)
          --idle-seconds N              connections without a request (default: 60)
          --step-seconds N              headers, and each 64 KiB of a body (default: 10)

        SIGTERM ends it when what has begun is done. Exit status: 0 ended, 2 usage, 5 a file holds
        something else, 8 not in this build or a newer database, 9 the system.

        """
}
