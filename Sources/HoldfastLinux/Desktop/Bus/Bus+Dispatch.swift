#if os(Linux) && Desktop
import Dispatch
import HoldfastCrypto

extension Bus {
    /// As ``call(_:timeout:)``, on the caller's thread, which waits at most for the time-out.
    ///
    /// - Parameters:
    ///   - call: whom and what.
    ///   - timeout: how long to wait for the answer.
    /// - Returns: the answer.
    /// - Throws: as ``call(_:timeout:)``.
    package func callAndWait(
        _ call: BusCall, timeout: Duration = standardTimeout
    ) throws(BusFailure) -> BusMessage {
        let done = DispatchSemaphore(value: 0)
        let answer = Locked<Result<BusMessage, BusFailure>>(.failure(.timedOut))
        mailbox.post(
            .call(call, timeout: timeout) { result in
                answer.withLock { $0 = result }
                done.signal()
            })
        done.wait()
        return try answer.withLock { $0 }.get()
    }
}
#endif
