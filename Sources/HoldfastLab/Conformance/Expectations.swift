import HoldfastCore
import HoldfastCrypto

/// The ways to say what is expected, for cases of every suite.
protocol Expectations {}

extension Expectations {
    func expect(
        _ holds: Bool, _ sentence: @autoclosure () -> String
    ) throws(ConformanceFailure) {
        if !holds { throw ConformanceFailure("not so: " + sentence()) }
    }

    /// Expects an error of certain codes.
    func expectError<Answer>(
        _ codes: KeychainError.Code..., from what: String,
        _ call: () async throws(KeychainError) -> Answer
    ) async throws(ConformanceFailure) {
        let wanted = codes.map(\.rawValue).joined(separator: " or ")
        do {
            _ = try await call()
        } catch {
            if codes.contains(error.code) { return }
            throw ConformanceFailure("\(what): expected \(wanted), threw \(error.codeAndOrigin)")
        }
        throw ConformanceFailure("\(what): expected \(wanted), got an answer")
    }

    /// Expects a conflict.
    func expectConflict<Answer>(
        _ conflict: StoreConflict, from what: String,
        _ call: () async throws(KeychainError) -> Answer
    ) async throws(ConformanceFailure) {
        do {
            _ = try await call()
        } catch {
            let isExpected =
                error.code == .unknown && error.nativeDomain == StoreConflict.domain
                && error.nativeCode == conflict.rawValue
            if isExpected { return }
            throw ConformanceFailure(
                "\(what): expected the conflict \(conflict), threw \(error.codeAndOrigin)")
        }
        throw ConformanceFailure("\(what): expected the conflict \(conflict), got an answer")
    }
}
