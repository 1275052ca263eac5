#if Server
import CrashSupport
import Glibc
import HoldfastCrypto
import HoldfastWire
import Testing

@Suite("What a relay knows", .serialized)
struct BlindnessTests {
    /// Everything that a real message and its keys are made of, which a relay must never have.
    fileprivate struct Secrets {
        var all: [(name: String, bytes: [UInt8])] = []

        mutating func add(_ name: String, _ bytes: [UInt8]) { all.append((name, bytes)) }

        /// The names of those that occur in some bytes.
        func found(in bytes: [UInt8]) -> [String] {
            all.filter { Self.contains(bytes, $0.bytes) }.map(\.name)
        }

        static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
            guard let first = part.first, bytes.count >= part.count else { return false }
            return bytes.withUnsafeBytes { bytes in
                part.withUnsafeBytes { part in
                    guard let start = bytes.baseAddress, let needle = part.baseAddress else {
                        return false
                    }
                    var offset = 0
                    let last = bytes.count - part.count
                    while offset <= last {
                        guard
                            let found = memchr(
                                start + offset, Int32(first), last - offset + 1)
                        else { return false }
                        offset = UnsafeRawPointer(found) - start
                        if memcmp(found, needle, part.count) == 0 { return true }
                        offset += 1
                    }
                    return false
                }
            }
        }
    }

    @Test(
        "P8: Its files, its log, its metrics and its memory hold no plaintext and no private key",
        .eachStorage)
    func blind() throws {
        let relay = try RelayProcess(
            options: RelayProcess.generous + ["--public-metrics"], keepsLog: true)
        var secrets = Secrets()
        let plaintext = Array("the plaintext that nobody else may read 5f2c".utf8)
        secrets.add("plaintext", plaintext)
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        for client in [ada, ben] {
            secrets.add("signing key", client.device.signing.scalar.copyBytes())
            secrets.add("agreement key", client.device.agreement.scalar.copyBytes())
        }
        let key = try SystemRandom().secret(32)
        secrets.add("content key", key.copyBytes())
        let envelope = try TestMessage.sealed(
            plaintext, key: key, from: ada.device, of: adaAccount, to: [(benAccount, ben.device)])
        #expect(try ada.call("POST", "/v1/messages", envelope.bytes).status == 200)
        #expect(try ben.inbox().items.count == 1)
        let memory = try image(of: relay.id)
        #expect(memory.count > 1_000_000)
        #expect(
            Secrets.contains(memory, envelope.message.body), "the image is of the relay's memory")
        #expect(secrets.found(in: memory).isEmpty)
        #expect(try secrets.found(in: ada.plain("GET", "/metrics").body).isEmpty)
        for (name, bytes) in try Files.contents(of: relay.folder.path) {
            #expect(secrets.found(in: bytes).isEmpty, "\(name)")
        }
        let log = try #require(try Files.read(relay.log))
        #expect(Secrets.contains(log, Array("listening on".utf8)), "the log is the relay's")
        #if PostgreSQL
        guard let database = relay.database else { return }
        let files = try PostgreSQLCluster.shared.get().files(of: database)
        #expect(
            files.contains { Secrets.contains($0.value, envelope.message.body) },
            "the files are the database's")
        for (name, bytes) in files { #expect(secrets.found(in: bytes).isEmpty, "\(name)") }
        #endif
    }

    @Test("Its log and metrics hold nothing of whom it serves", .eachStorage)
    func silent() throws {
        let relay = try RelayProcess(
            options: RelayProcess.generous + ["--public-metrics"], keepsLog: true)
        let (ada, account) = try TestClient.founder("ada's phone", port: relay.port)
        _ = try ada.inbox()
        _ = try ada.plain("GET", "/v1/accounts/\(hex(account.id.bytes))/log")
        _ = try ada.plain("GET", "/v1/nothing/\(hex(account.id.bytes))")
        let text = String(decoding: try ada.plain("GET", "/metrics").body, as: UTF8.self)
        #expect(text.contains("route=\"inbox\",status=\"200\""))
        #expect(!text.contains("127.0.0.1"))
        #expect(try relay.terminate() == .exit(0))
        let log = String(decoding: try #require(try Files.read(relay.log)), as: UTF8.self)
        #expect(log.contains("note: ended"), "the whole log")
        for word in [hex(account.id.bytes), hex(ada.device.id.bytes), "ada", "nothing"] {
            #expect(!text.contains(word) && !log.contains(word), "\(word)")
        }
    }

    /// All memory of a process that it can write.
    private func image(of id: pid_t) throws -> [UInt8] {
        let maps = String(decoding: try Files.read("/proc/\(id)/maps") ?? [], as: UTF8.self)
        let memory = open("/proc/\(id)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw SystemCallError("open mem") }
        defer { close(memory) }
        var image: [UInt8] = []
        for line in maps.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 1, fields[1].hasPrefix("rw") else { continue }
            let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard ends.count == 2, ends[1] - ends[0] < 256 << 20 else { continue }
            var buffer = [UInt8](repeating: 0, count: Int(ends[1] - ends[0]))
            let count = pread(memory, &buffer, buffer.count, off_t(ends[0]))
            if count > 0 { image += buffer[..<count] }
        }
        return image
    }
}
#endif
