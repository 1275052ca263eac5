import Glibc

/// A Synapse of this run's own, on SQLite, with people who have devices.
///
/// Its limits are lifted and its log is off, so that what is measured is its work.
final class SynapseServer {
    let port: UInt16
    /// The sender's access token.
    let token: String
    /// Who can be written to, and their devices.
    let people: [(user: String, devices: [String])]
    private let child: Child

    /// Starts it, and makes the people.
    ///
    /// - Parameters:
    ///   - workshop: gives the folders; Synapse itself lies in `Benchmarks/.build/synapse`.
    ///   - people: how many people.
    ///   - devices: how many devices each of them has.
    /// - Throws: ``BenchFailure`` if it is not installed or does not start.
    init(_ workshop: Workshop, people: Int, devices: Int) throws {
        let python = workshop.root + "/Benchmarks/.build/synapse/bin/python"
        guard access(python, X_OK) == 0 else {
            throw BenchFailure("\(python) is missing; run `Scripts/setup --bench`")
        }
        let folder = workshop.path("synapse")
        try Directory.make(folder)
        port = try FreePort.find()
        let secret = "a secret of this run"
        try Self.write(folder: folder, port: port, secret: secret)
        let server = ["-m", "synapse.app.homeserver", "-c", folder + "/homeserver.yaml"]
        _ = try Child.output(
            of: [python] + server + ["--generate-keys"], environment: Self.environment(folder))
        child = try Child.start(
            ["setpriv", "--pdeathsig", "TERM", python] + server,
            environment: Self.environment(folder), .init(error: nil))
        do {
            try FreePort.waitUntilListening(port)
            let made = try Child.output(
                of: [
                    python, workshop.root + "/Benchmarks/Peers/synapse_people.py", String(port),
                    secret, String(people), String(devices),
                ], environment: Self.environment(folder))
            (token, self.people) = try Self.read(String(decoding: made, as: UTF8.self))
        } catch {
            child.stop()
            throw error
        }
    }

    deinit { child.stop() }

    /// A request with the sender's token.
    func request(_ method: String, _ target: String, json: String) -> [UInt8] {
        RawRequest.bytes(
            method, target,
            headers: ["Authorization: Bearer \(token)", "Content-Type: application/json"],
            body: Array(json.utf8))
    }

    private static func environment(_ folder: String) -> [String: String] {
        ["PATH": "/usr/bin:/bin", "HOME": folder, "PYTHONDONTWRITEBYTECODE": "1"]
    }

    private static func read(
        _ text: String
    ) throws -> (String, [(user: String, devices: [String])]) {
        let lines = text.split(separator: "\n")
        guard let token = lines.first, lines.count > 1 else {
            throw BenchFailure("Synapse has no people")
        }
        return (
            String(token),
            lines.dropFirst().map { line in
                let words = line.split(separator: " ").map(String.init)
                return (words[0], Array(words.dropFirst()))
            }
        )
    }

    private static func write(folder: String, port: UInt16, secret: String) throws {
        let rate = "{per_second: 1000000, burst_count: 1000000}"
        try SystemText.write(
            """
            server_name: bench.test
            report_stats: false
            pid_file: \(folder)/pid
            signing_key_path: \(folder)/signing.key
            media_store_path: \(folder)/media
            log_config: \(folder)/log.yaml
            registration_shared_secret: \(secret)
            macaroon_secret_key: \(secret)
            form_secret: \(secret)
            bcrypt_rounds: 4
            trusted_key_servers: []
            listeners:
              - port: \(port)
                type: http
                bind_addresses: ["127.0.0.1"]
                resources: [{names: [client], compress: false}]
            database: {name: sqlite3, args: {database: \(folder)/homeserver.db}}
            rc_message: \(rate)
            rc_registration: \(rate)
            rc_login: {address: \(rate), account: \(rate), failed_attempts: \(rate)}

            """, toFile: folder + "/homeserver.yaml")
        try SystemText.write(
            """
            version: 1
            handlers: {none: {class: logging.NullHandler}}
            root: {level: CRITICAL, handlers: [none]}
            disable_existing_loggers: true

            """, toFile: folder + "/log.yaml")
    }
}
