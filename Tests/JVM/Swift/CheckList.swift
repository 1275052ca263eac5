import HoldfastCrypto

/// Collects what does not hold, for a run outside of a test framework.
final class CheckList: Sendable {
    private struct State {
        var count = 0
        var failures: [String] = []
    }

    private let state = Locked(State())

    func expect(_ holds: Bool, _ sentence: String) {
        state.withLock { state in
            state.count += 1
            if !holds { state.failures.append(sentence) }
        }
    }

    /// Expects an exception of a class, and of a number if one is given.
    func expect<Answer>(
        _ className: String, keystoreCode: Int? = nil, from sentence: String,
        _ body: () throws -> Answer
    ) {
        do {
            _ = try body()
            expect(false, sentence + ": nothing was thrown")
        } catch {
            let exception = error as? AnyException
            expect(exception?.className == className, "\(sentence): the class is \(error)")
            if let keystoreCode {
                let codes = exception?.codes ?? []
                expect(codes.contains(keystoreCode), "\(sentence): the numbers are \(codes)")
            }
        }
    }

    /// Writes the result and answers how many checks failed.
    func finish() -> Int32 {
        state.withLock { state in
            for failure in state.failures { print("not so: \(failure)") }
            print(
                "\(state.count) checks through the Java Native Interface,"
                    + " \(state.failures.count) failed")
            return Int32(state.failures.count)
        }
    }
}
