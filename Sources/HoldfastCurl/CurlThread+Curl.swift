#if os(Linux) && Network
internal import CCurl
internal import Glibc
import HoldfastRelayClient
internal import Synchronization

// The library's handle is used by its thread alone, but for curl_multi_wakeup, which libcurl
// documents as safe from any other one; that is called under the lock, and the handle is freed only
// after the lock has shown the end, so it is there while it is woken.
/// A thread that runs all transfers of a transport and sleeps while there are none.
final class CurlThread: @unchecked Sendable {
    private struct Orders {
        var new: [CurlTransfer] = []
        var isEnding = false
    }

    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let multi: UnsafeMutableRawPointer
    private let orders = Mutex(Orders())

    private init(_ multi: UnsafeMutableRawPointer) {
        self.multi = multi
    }

    /// Starts a thread, which lives until ``end()``.
    static func start() throws(TransportFailure) -> CurlThread {
        guard isReady, let multi = curl_multi_init() else {
            throw TransportFailure(
                .failed, nativeDomain: "curl", nativeCode: Int(CURLE_FAILED_INIT.rawValue))
        }
        let thread = CurlThread(multi)
        let context = Unmanaged.passRetained(thread)
        var number = pthread_t()
        let code = pthread_create(&number, nil, entry, context.toOpaque())
        guard code == 0 else {
            context.release()
            curl_multi_cleanup(multi)
            throw TransportFailure(.failed, nativeDomain: "errno", nativeCode: Int(code))
        }
        pthread_detach(number)
        return thread
    }

    /// Hands a transfer over.
    func begin(_ transfer: CurlTransfer) {
        let isTaken = orders.withLock { orders in
            guard !orders.isEnding else { return false }
            orders.new.append(transfer)
            curl_multi_wakeup(multi)
            return true
        }
        if !isTaken { transfer.finish(.failure(TransportFailure(.cancelled))) }
    }

    /// Ends a transfer soon.
    func cancel(_ transfer: CurlTransfer) {
        transfer.cancel()
        orders.withLock { orders in
            if !orders.isEnding { curl_multi_wakeup(multi) }
        }
    }

    /// Ends the thread, and all that it does.
    func end() {
        orders.withLock { orders in
            orders.isEnding = true
            curl_multi_wakeup(multi)
        }
    }

    // Formed here and not in an actor's context: the system calls it on a thread of no actor.
    private static let entry:
        @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            guard let context else { return nil }
            Unmanaged<CurlThread>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }

    /// How long it sleeps at most; the library wakes for its own times before.
    private static let longestSleep: Int32 = 60_000

    private func run() {
        var active: [UnsafeMutableRawPointer: CurlTransfer] = [:]
        while true {
            let (new, isEnding) = orders.withLock { orders in
                defer { orders.new = [] }
                return (orders.new, orders.isEnding)
            }
            guard !isEnding else { return close(Array(active.values) + new) }
            for transfer in new {
                if let easy = transfer.start(in: multi) { active[easy] = transfer }
            }
            for (easy, transfer) in active where transfer.isCancelled {
                active[easy] = nil
                transfer.end(in: multi, .failure(TransportFailure(.cancelled)))
            }
            if !step(&active) { return close(Array(active.values)) }
        }
    }

    /// Does what there is to do, then sleeps; false if the library fails.
    private func step(_ active: inout [UnsafeMutableRawPointer: CurlTransfer]) -> Bool {
        var count: Int32 = 0
        guard curl_multi_perform(multi, &count) == CURLM_OK else { return false }
        var code = CURLE_OK
        while let easy = holdfast_curl_ended(multi, &code) {
            active.removeValue(forKey: easy)?.end(in: multi, code)
        }
        return curl_multi_poll(multi, nil, 0, Self.longestSleep, nil) == CURLM_OK
    }

    private func close(_ transfers: [CurlTransfer]) {
        let late = orders.withLock { orders in
            orders.isEnding = true
            defer { orders.new = [] }
            return orders.new
        }
        for transfer in transfers + late {
            transfer.end(in: multi, .failure(TransportFailure(.cancelled)))
        }
        curl_multi_cleanup(multi)
    }
}
#endif
