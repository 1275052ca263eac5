import HoldfastCrypto
import HoldfastRelayClient
import HoldfastWire

/// A transport that remembers why its last request gave nothing.
final class NotedTransport: RelayTransport {
    private let base: any RelayTransport
    private let last = Locked<RelayError?>(nil)

    init(_ base: any RelayTransport) {
        self.base = base
    }

    /// Why the last request gave nothing; `nil` if it gave something.
    var trouble: RelayError? { last.withLock { $0 } }

    func exchange(
        _ request: RelayHTTPRequest
    ) async throws(TransportFailure) -> RelayHTTPAnswer {
        do throws(TransportFailure) {
            let answer = try await base.exchange(request)
            let trouble = Self.trouble(in: answer)
            last.withLock { $0 = trouble }
            return answer
        } catch {
            last.withLock { $0 = .transport(error) }
            throw error
        }
    }

    private static func trouble(in answer: RelayHTTPAnswer) -> RelayError? {
        guard !(200...201).contains(answer.status) else { return nil }
        do throws(WireError) {
            return .refused(try RelayRefusal(answer.body))
        } catch {
            return .notARelay(status: answer.status)
        }
    }
}
