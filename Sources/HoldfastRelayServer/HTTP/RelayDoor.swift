#if os(Linux)
internal import HoldfastWire

/// What stands behind the HTTP server: takes each request and sees that it is answered.
protocol RelayDoor: Sendable {
    /// Why a request's body is not to be read.
    ///
    /// - Parameters:
    ///   - head: the request, without its body.
    ///   - byteCount: how many bytes the body is said to have.
    /// - Returns: the refusal's code, or nil.
    func objection(to head: RelayRequest, byteCount: Int) -> RelayRefusal.Code?

    /// Takes a request; must not block for long, as it runs on the thread that polls.
    func take(_ request: RelayRequest, reply: Reply)

    /// What is answered to a request that the server refuses by itself.
    func refuse(_ code: RelayRefusal.Code, target: String, address: String) -> RelayResponse
}
#endif
