import Glibc
import HoldfastCore
import HoldfastLinux

/// The demonstration's relay: a process of its own on this machine, with a database of its own.
final class DemoRelay {
    private let program: String
    private let folder: String
    private var process: DemoProcess?
    private(set) var place = "127.0.0.1:0"

    var url: String { "http://" + place }

    /// Starts a relay.
    ///
    /// - Parameters:
    ///   - program: where it lies.
    ///   - folder: where its data goes.
    /// - Throws: status 8 if it was built without its server; what kept it from starting.
    init(_ program: [UInt8], in folder: String) throws(Failure) {
        self.program = String(decoding: program, as: UTF8.self)
        self.folder = folder + "/relay"
        guard mkdir(self.folder, 0o700) == 0 else {
            throw Failure.system("cannot make a folder", errno)
        }
        try start()
    }

    /// Starts it, or starts it anew on the same data and port.
    func start() throws(Failure) {
        let process = try DemoProcess(
            path: program, [program, "serve", "--data", folder, "--listen", place], [], input: "")
        let line = try process.readLine()
        guard let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            let status = try process.wait()
            throw Failure(
                status == 8
                    ? KeychainError(.unsupported, "the relay was built without its server")
                    : KeychainError(
                        .unknown, "the relay does not start", nativeDomain: "errno",
                        nativeCode: Int(status)))
        }
        place = "127.0.0.1:\(port)"
        self.process = process
    }

    /// Ends it.
    func stop() {
        process?.end(SIGTERM)
        process = nil
    }

    /// Puts a copy of its data aside.
    func keepCopy() throws(Failure) { try Self.copy(folder, folder + "-old") }

    /// Puts the copy in the place of its data.
    func goBack() throws(Failure) {
        for name in try Self.names(in: folder) { unlink(folder + "/" + name) }
        try Self.copy(folder + "-old", folder)
    }

    private static func copy(_ source: String, _ target: String) throws(Failure) {
        guard mkdir(target, 0o700) == 0 || errno == EEXIST else {
            throw Failure.system("cannot make a folder", errno)
        }
        for name in try names(in: source) {
            do throws(KeychainError) {
                try copyFile(source + "/" + name, target + "/" + name)
            } catch {
                throw Failure(error, "cannot copy the relay's data")
            }
        }
    }

    private static func copyFile(_ source: String, _ target: String) throws(KeychainError) {
        let file = open(source, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw KeychainError(errno: errno) }
        defer { close(file) }
        let copy = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard copy >= 0 else { throw KeychainError(errno: errno) }
        defer { close(copy) }
        guard let bytes = try Descriptor.readAll(file, limit: 64 << 20) else {
            throw KeychainError(.unknown, "the relay's data is too large", nativeDomain: "errno")
        }
        try bytes.withUnsafeBytes { (bytes) throws(KeychainError) in
            try Descriptor.write(bytes, to: copy)
        }
    }

    private static func names(in folder: String) throws(Failure) -> [String] {
        guard let directory = opendir(folder) else {
            throw Failure.system("cannot list the relay's data", errno)
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            guard entry.pointee.d_type == UInt8(DT_REG) else { continue }
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }
}
