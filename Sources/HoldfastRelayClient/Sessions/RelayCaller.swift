import HoldfastCrypto
import HoldfastWire

/// Why one try gave nothing.
enum CallFailure: Error, Sendable, Equatable {
    case transport(TransportFailure)
    case refused(RelayRefusal)
    case notARelay(status: Int)

    /// What it comes to when it is not tried again.
    var error: RelayError {
        switch self {
        case .transport(let failure):
            failure.reason == .cancelled ? .cancelled : .transport(failure)
        case .refused(let refusal): .refused(refusal)
        case .notARelay(let status): .notARelay(status: status)
        }
    }

    /// Whether the same request may go better later.
    var isTemporary: Bool {
        switch self {
        case .transport(let failure): failure.isTemporary
        case .refused(let refusal):
            switch refusal.code {
            case .tooMany, .failed, .unavailable, .tooSlow: true
            case .malformed, .notLoggedIn, .wrongTime, .forbidden, .notFound, .methodNotAllowed,
                .conflict, .stale, .removed, .lengthRequired, .tooLarge, .wrongType,
                .refusedEntry, .storageFull, .quota, .headersTooLarge:
                false
            }
        // What a proxy says in a relay's place, as 502.
        case .notARelay(let status): status >= 500 || status == 429 || status == 408
        }
    }

    /// The seconds that the relay asks for; 0 if it asks for none.
    var seconds: Int64 {
        guard case .refused(let refusal) = self else { return 0 }
        return Int64(clamping: refusal.retryAfterSeconds)
    }
}

/// Makes requests, and decides whether and when one is made again.
struct RelayCaller: Sendable {
    let transport: any RelayTransport
    let patience: RelayPatience
    let clock: any Clock<Duration>
    let random: any SecureRandom

    /// Most bytes of a refusal: its logs, and what stands in front of them.
    private static let refusalLimit = RelayRefusal.logByteLimit + 64

    /// A request with the usual bounds.
    func request(
        _ method: RelayHTTPRequest.Method, _ target: String, authorization: String? = nil,
        body: [UInt8]? = nil, answerLimit: Int, waits seconds: Int = 0
    ) -> RelayHTTPRequest {
        RelayHTTPRequest(
            method, target, authorization: authorization, body: body,
            timeout: patience.timeout + .seconds(seconds),
            answerLimit: max(answerLimit, Self.refusalLimit))
    }

    /// Makes a request once.
    func attempt(_ request: RelayHTTPRequest) async throws(CallFailure) -> [UInt8] {
        let answer: RelayHTTPAnswer
        do throws(TransportFailure) {
            answer = try await transport.exchange(request)
        } catch {
            throw .transport(error)
        }
        guard !(200...201).contains(answer.status) else { return answer.body }
        let refusal: RelayRefusal
        do throws(WireError) {
            refusal = try RelayRefusal(answer.body)
        } catch {
            throw .notARelay(status: answer.status)
        }
        throw .refused(refusal)
    }

    /// Waits before another try.
    ///
    /// - Throws: ``RelayError`` if there is none: the failure's own, or `later` or `cancelled`.
    func pause(after failure: CallFailure, failures: Int) async throws(RelayError) {
        guard failure.isTemporary, failures < patience.tries else { throw failure.error }
        let asked = Duration.seconds(failure.seconds)
        guard asked <= patience.longestWait else { throw .later(seconds: failure.seconds) }
        let wait: Duration
        do throws(CryptoError) {
            wait = try patience.wait(after: failures, random: random)
        } catch {
            throw .crypto(error)
        }
        do {
            try await clock.sleep(for: max(asked, wait))
        } catch {
            throw .cancelled
        }
    }

    /// Makes a request that needs no session, again and again as patience permits.
    func call(_ request: RelayHTTPRequest) async throws(RelayError) -> [UInt8] {
        var failures = 0
        while true {
            let failure: CallFailure
            do throws(CallFailure) {
                return try await attempt(request)
            } catch {
                failure = error
            }
            failures += 1
            try await pause(after: failure, failures: failures)
        }
    }

    /// Reads what a relay has answered.
    static func read<Value>(
        _ bytes: [UInt8], _ decode: ([UInt8]) throws(WireError) -> Value
    ) throws(RelayError) -> Value {
        do throws(WireError) {
            return try decode(bytes)
        } catch {
            throw .notARelay(status: 200)
        }
    }
}

/// Bytes as they stand in paths and headers.
enum Hex {
    private static let digits = Array("0123456789abcdef".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
