#if os(Linux) && Server
internal import CMicroHTTPD
internal import Glibc
internal import HoldfastWire

// The library calls for one connection from one thread at a time; only `reply` is used by others, and
// it has a lock of its own.
/// A request on its way through libmicrohttpd.
final class Exchange: @unchecked Sendable {
    let connection: WatchedConnection
    let method: RelayRequest.Method
    let target: String
    let authorization: String?
    let address: String
    let byteCount: Int
    let reply = Reply()
    private(set) var body: [UInt8] = []
    var isStarted = false
    var isAnswered = false

    init(
        _ connection: WatchedConnection, method: RelayRequest.Method, target: String,
        authorization: String?, address: String, byteCount: Int
    ) {
        self.connection = connection
        self.method = method
        self.target = target
        self.authorization = authorization
        self.address = address
        self.byteCount = byteCount
    }

    /// Adds a piece of the body; false if it is more than was said.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= byteCount else { return false }
        // Not reserved at once: whoever announces much and sends nothing costs nothing.
        body.append(contentsOf: bytes)
        return true
    }

    /// The whole request.
    var request: RelayRequest {
        RelayRequest(
            method: method, target: target, address: address, authorization: authorization,
            body: body)
    }
}

// All formed here, outside any actor, as the library calls them on its own threads.
extension MicroHTTPServer {
    /// Called when a connection begins and when it has ended.
    static let connection: MHD_NotifyConnectionCallback = { context, connection, slot, code in
        guard let context, let connection, let slot else { return }
        let watch = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().watch
        if code == .CONNECTION_NOTIFY_STARTED {
            let watched = watch.open(
                socket: holdfast_http_socket(connection),
                address: PeerAddress.text(holdfast_http_peer(connection)))
            slot.pointee = Unmanaged.passRetained(watched).toOpaque()
        } else if let pointer = slot.pointee {
            watch.close(Unmanaged<WatchedConnection>.fromOpaque(pointer).takeRetainedValue())
            slot.pointee = nil
        }
    }

    /// Called when a request's first line has come.
    static let target:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
        ) -> UnsafeMutableRawPointer? = { context, text, connection in
            guard let context, let text, let connection,
                let watched = watched(connection)
            else { return nil }
            let watch = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().watch
            watched.begin(target: String(cString: text))
            watch.enter(.headers, watched)
            return nil
        }

    /// Called when an answer has gone out, or the request ended otherwise.
    static let completed: MHD_RequestCompletedCallback = { context, connection, slot, _ in
        guard let context, let slot, let pointer = slot.pointee else { return }
        slot.pointee = nil
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
        let server = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
        server.budget.give(exchange.byteCount, from: exchange.address)
        server.watch.enter(.idle, exchange.connection)
    }

    /// Called when the headers have come, for each piece of the body, and at its end.
    static let access: MHD_AccessHandlerCallback = {
        context, connection, _, method, _, data, count, slot in
        guard let context, let connection, let method, let count, let slot else {
            return .NO
        }
        let server = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
        guard let pointer = slot.pointee else {
            return begin(server, connection, String(cString: method), slot)
        }
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
        if count.pointee > 0 {
            let piece = UnsafeRawBufferPointer(start: data, count: count.pointee)
            count.pointee = 0
            return exchange.append(piece) ? .YES : .NO
        }
        return proceed(exchange, server, connection)
    }

    /// Looks at a request before any of its body is read.
    private static func begin(
        _ server: Context, _ connection: OpaquePointer, _ method: String,
        _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> MHD_Result {
        guard let watched = watched(connection) else { return .NO }
        let target = watched.takeTarget() ?? ""
        let address = peer(of: connection, watched, server)
        func refuse(_ code: RelayRefusal.Code) -> MHD_Result {
            let response = server.door.refuse(code, target: target, address: address)
            server.watch.enter(.answer(response.body.count), watched)
            return queue(response, on: connection, closes: true)
        }
        guard target.utf8.count <= 2_048 else { return refuse(.headersTooLarge) }
        guard let method = RelayRequest.Method(rawValue: method) else {
            return refuse(.methodNotAllowed)
        }
        guard header("Transfer-Encoding", connection) == nil else {
            return refuse(.lengthRequired)
        }
        let length = header("Content-Length", connection)
        guard length != nil || method == .get else { return refuse(.lengthRequired) }
        guard let byteCount = Int(length ?? "0"), byteCount >= 0 else {
            return refuse(.malformed)
        }
        guard byteCount <= RelayLimits.bodyByteCount else { return refuse(.tooLarge) }
        if byteCount > 0, header("Content-Type", connection) != "application/octet-stream" {
            return refuse(.wrongType)
        }
        let exchange = Exchange(
            watched, method: method, target: target,
            authorization: header("Authorization", connection), address: address,
            byteCount: byteCount)
        if let code = server.door.objection(to: exchange.request, byteCount: byteCount) {
            return refuse(code)
        }
        guard server.budget.take(byteCount, for: address) else { return refuse(.unavailable) }
        slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
        server.watch.enter(.body(byteCount), watched)
        return .YES
    }

    /// Hands the whole request on, and answers it or waits.
    private static func proceed(
        _ exchange: Exchange, _ server: Context, _ connection: OpaquePointer
    ) -> MHD_Result {
        guard !exchange.isAnswered else { return .YES }
        if !exchange.isStarted {
            exchange.isStarted = true
            server.watch.enter(.work, exchange.connection)
            server.door.take(exchange.request, reply: exchange.reply)
        }
        let handle = ConnectionHandle(pointer: connection)
        let response = exchange.reply.take(
            orWait: { MHD_suspend_connection(connection) },
            wake: { MHD_resume_connection(handle.pointer) })
        guard let response else { return .YES }
        exchange.isAnswered = true
        server.watch.enter(.answer(response.body.count), exchange.connection)
        return queue(response, on: connection, closes: false)
    }

    private static func watched(_ connection: OpaquePointer) -> WatchedConnection? {
        holdfast_http_context(connection).map {
            Unmanaged<WatchedConnection>.fromOpaque($0).takeUnretainedValue()
        }
    }

    private static func header(_ name: String, _ connection: OpaquePointer) -> String? {
        MHD_lookup_connection_value(connection, .HEADER_KIND, name).map {
            String(cString: $0)
        }
    }

    /// Behind a proxy of one's own, the last address of the header is the one that the proxy saw.
    private static func peer(
        of connection: OpaquePointer, _ watched: WatchedConnection, _ server: Context
    ) -> String {
        guard server.trustsForwarded, let list = header("X-Forwarded-For", connection),
            let last = list.split(separator: ",").last
        else { return watched.address }
        return String(last.drop { $0 == " " }.prefix(64))
    }

    private static func queue(
        _ response: RelayResponse, on connection: OpaquePointer, closes: Bool
    ) -> MHD_Result {
        let made = response.body.withUnsafeBytes { bytes in
            MHD_create_response_from_buffer(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                .RESPMEM_MUST_COPY)
        }
        guard let made else { return .NO }
        defer { MHD_destroy_response(made) }
        MHD_add_response_header(made, "Content-Type", response.contentType)
        MHD_add_response_header(made, "Cache-Control", "no-store")
        MHD_add_response_header(made, "X-Content-Type-Options", "nosniff")
        if response.retryAfterSeconds > 0 {
            MHD_add_response_header(made, "Retry-After", String(response.retryAfterSeconds))
        }
        if response.status == 405 { MHD_add_response_header(made, "Allow", "GET, PUT, POST") }
        if closes { MHD_add_response_header(made, "Connection", "close") }
        return MHD_queue_response(connection, response.status, made)
    }
}

// Only handed to the library, which takes this call from any thread; the connection lives on until
// it is resumed.
private struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer
}
#endif
