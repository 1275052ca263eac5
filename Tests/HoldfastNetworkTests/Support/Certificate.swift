#if Network && Server
import CrashSupport
import Testing

/// A certificate that signs itself, for one host and this machine.
struct Certificate {
    let path: String
    let keyPath: String

    init(for host: String, in folder: Folder) throws {
        path = folder.path + "/cert.pem"
        keyPath = folder.path + "/key.pem"
        let openssl = try ChildProcess(
            path: "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-keyout", keyPath, "-out", path, "-days", "2", "-subj", "/CN=" + host,
                "-addext", "subjectAltName=DNS:\(host),IP:127.0.0.1",
            ])
        try #require(try openssl.wait() == .exit(0))
    }
}
#endif
