import HoldfastCore
import Testing

@Suite struct KeychainErrorTests {
    @Test("P10: a description has the code, the native pair and the advice, and no message")
    func description() {
        let error = KeychainError(
            .unknown, "mArKeR", nativeDomain: "errno", nativeCode: 28, advice: "make room")
        #expect("\(error)" == "UNKNOWN (errno 28): make room")
        #expect(String(reflecting: error) == "UNKNOWN (errno 28): make room")
        let plain = KeychainError(.passcodeNotSet, "mArKeR")
        #expect(
            "\(plain)" == "PASSCODE_NOT_SET: set a passcode first, or store the item under a weaker"
                + " protection if it allows")
        let domainAlone = KeychainError(.dataCorrupted, "mArKeR", nativeDomain: "sqlite")
        #expect("\(domainAlone)".hasPrefix("DATA_CORRUPTED (sqlite -): "))
        for error in [error, plain, domainAlone] {
            let untyped: any Error = error
            #expect(!"\(untyped)".contains("mArKeR"))
            #expect(!String(describing: Optional(untyped)).contains("mArKeR"))
        }
    }

    @Test("an error is caught by its code, and by no other")
    func pattern() {
        func caught(_ error: any Error) -> String {
            do {
                throw error
            } catch KeychainError.Code.interactionNotAllowed {
                return "locked"
            } catch KeychainError.Code.userCanceled {
                return "canceled"
            } catch {
                return "other"
            }
        }
        #expect(caught(KeychainError(.interactionNotAllowed, "x")) == "locked")
        #expect(caught(KeychainError(.userCanceled, "x", nativeCode: 5)) == "canceled")
        #expect(caught(KeychainError(.authFailed, "x")) == "other")
        #expect(caught(CancellationError()) == "other")
    }

    @Test("P11: a code that is not in the catalogue still has advice and an exit status")
    func unlisted() {
        let error = KeychainError(KeychainError.Code(rawValue: "LATER_CODE"), "x")
        #expect(ErrorCatalogue.entry(for: error.code) == nil)
        #expect(!error.recovery.isEmpty)
        #expect(ErrorCatalogue.exitStatus(for: error) == 70)
    }

    @Test("a conflict is UNKNOWN with its domain and number, which never change")
    func conflicts() {
        let numbers: [StoreConflict: Int] = [
            .versionChanged: 1, .alreadyExists: 2, .notInvalidated: 3, .notFound: 4,
        ]
        #expect(numbers.count == StoreConflict.allCases.count)
        for (conflict, number) in numbers {
            #expect(conflict.error.code == .unknown)
            #expect(conflict.error.nativeDomain == "holdfast.store")
            #expect(conflict.error.nativeCode == number)
            #expect(conflict.error.advice != nil)
            #expect(ErrorCatalogue.exitStatus(for: conflict.error) == 9)
        }
    }

    @Test("an invalidation's error says why")
    func invalidations() {
        let messages = Invalidation.Reason.allCases.map { reason in
            let error = Invalidation(reason: reason, time: UnixTime(seconds: 0)).error
            #expect(error.code == .keyInvalidated)
            return error.message
        }
        #expect(Set(messages).count == Invalidation.Reason.allCases.count)
    }
}
