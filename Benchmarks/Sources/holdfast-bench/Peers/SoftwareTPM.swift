import CRawTPM
import Glibc

/// A swtpm of this run's own.
final class SoftwareTPM {
    /// Where the TPM's library finds it.
    let address: String
    private let child: Child

    init(directory: String) throws {
        try Directory.make(directory)
        // A socket's path has little room.
        let socket = "/tmp/holdfast-bench-tpm-\(getpid())"
        address = "swtpm:path=\(socket)"
        child = try Child.start(
            [
                "swtpm", "socket", "--tpm2", "--tpmstate", "dir=\(directory)", "--server",
                "type=unixio,path=\(socket)", "--ctrl", "type=unixio,path=\(socket).ctrl",
                "--flags", "not-need-init,startup-clear", "--log", "file=\(directory)/log",
            ], environment: ["PATH": "/usr/bin:/bin"])
        for _ in 0..<400 where access(socket + ".ctrl", F_OK) != 0 || access(socket, F_OK) != 0 {
            usleep(5_000)
        }
    }

    deinit {
        child.stop()
        let socket = address.dropFirst("swtpm:path=".count)
        unlink(String(socket))
        unlink(socket + ".ctrl")
    }
}

/// The bare calls of the TPM's library.
final class BareTPM {
    private let tpm: OpaquePointer

    init(_ address: String) throws {
        var tpm: OpaquePointer?
        let code = raw_tpm_open(address, &tpm)
        guard code == 0, let tpm else {
            raw_tpm_close(tpm)
            throw Self.failure(code)
        }
        self.tpm = tpm
    }

    deinit { raw_tpm_close(tpm) }

    func sign(_ digest: [UInt8]) throws {
        var signature = [UInt8](repeating: 0, count: 64)
        let code = raw_tpm_sign(tpm, digest, &signature)
        guard code == 0, signature.contains(where: { $0 != 0 }) else { throw Self.failure(code) }
    }

    /// - Returns: the common point's first coordinate.
    func agree(_ point: [UInt8]) throws -> [UInt8] {
        var secret = [UInt8](repeating: 0, count: 32)
        let code = raw_tpm_agree(tpm, Array(point[1..<33]), Array(point[33...]), &secret)
        guard code == 0 else { throw Self.failure(code) }
        return secret
    }

    private static func failure(_ code: UInt32) -> BenchFailure {
        BenchFailure("the TPM answers 0x\(String(code, radix: 16))")
    }
}
