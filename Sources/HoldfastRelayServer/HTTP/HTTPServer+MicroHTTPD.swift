#if os(Linux) && Server
internal import CMicroHTTPD
internal import Glibc
internal import HoldfastWire
internal import Synchronization

// Written before the server runs, and by the one thread that stops it.
/// The HTTP server on libmicrohttpd: a few threads that poll, none per connection.
final class MicroHTTPServer: HTTPServer, @unchecked Sendable {
    let port: UInt16
    private let context: Context
    private var daemon: OpaquePointer?
    private let listener: Int32

    /// What the library's calls find behind their pointer.
    final class Context: Sendable {
        let door: any RelayDoor
        let watch: ConnectionWatch
        let budget = BodyBudget()
        let trustsForwarded: Bool

        init(door: any RelayDoor, watch: ConnectionWatch, trustsForwarded: Bool) {
            self.door = door
            self.watch = watch
            self.trustsForwarded = trustsForwarded
        }
    }

    /// How a server is set up.
    struct Setup {
        let listener: Int32
        let port: UInt16
        let threadCount: Int
        let limits: RelayLimits
        let certificate: [UInt8]?
        let key: [UInt8]?
    }

    /// Starts a server on a socket that listens.
    ///
    /// - Throws: ``RelayFailure`` if the library refuses, as for a certificate that is none.
    init(_ setup: Setup, context: Context) throws(RelayFailure) {
        self.context = context
        port = setup.port
        listener = setup.listener
        var options = holdfast_http_options()
        options.flags =
            MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_USE_SUSPEND_RESUME.rawValue
            | MHD_USE_PEDANTIC_CHECKS.rawValue
            | (setup.certificate == nil ? 0 : MHD_USE_TLS.rawValue)
        options.listen_socket = setup.listener
        options.thread_count = UInt32(setup.threadCount)
        options.connection_limit = UInt32(setup.limits.connectionCount)
        options.per_address_limit = UInt32(setup.limits.connectionCountPerAddress)
        options.timeout_seconds = UInt32(setup.limits.idleSeconds + 5)
        options.connection_memory = RelayLimits.headerByteCount
        options.access = MicroHTTPServer.access
        options.completed = MicroHTTPServer.completed
        options.connection = MicroHTTPServer.connection
        options.target = MicroHTTPServer.target
        options.context = Unmanaged.passUnretained(context).toOpaque()
        daemon = (setup.certificate ?? []).withCString { certificate in
            (setup.key ?? []).withCString { key in
                if setup.certificate != nil {
                    options.tls_certificate = certificate
                    options.tls_key = key
                }
                return holdfast_http_start(&options)
            }
        }
        guard daemon != nil else {
            throw RelayFailure(
                setup.certificate == nil
                    ? "the HTTP server cannot start"
                    : "the HTTP server cannot start; are certificate and key a pair, in PEM?")
        }
    }

    func stopListening() {
        guard let daemon else { return }
        let socket = MHD_quiesce_daemon(daemon)
        if socket >= 0 { close(socket) }
    }

    func stop() {
        guard let daemon else { return }
        MHD_stop_daemon(daemon)
        self.daemon = nil
    }
}

extension [UInt8] {
    /// Lends the bytes with a zero behind them.
    fileprivate func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
        (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else {
                preconditionFailure("an array with an element has an address")
            }
            return body(base)
        }
    }
}
#endif
