import CKeyUtils
import Glibc
import HoldfastCrypto

@testable import HoldfastLinux

/// A thread with a session keyring of its own, which is not linked to the user's.
enum OtherSession {
    /// Runs a body on such a thread and gives back what it returned or threw.
    static func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) throws -> R {
        let box = Box<R>(body)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<AnyBox>.fromOpaque(argument).takeUnretainedValue().run()
                return nil
            }, Unmanaged<AnyBox>.passUnretained(box).toOpaque())
        guard code == 0 else { throw Errno(code) }
        pthread_join(thread, nil)
        return try box.value()
    }

    private class AnyBox {
        func run() {}
    }

    // One thread writes the result and ends before the other reads it.
    private final class Box<R: Sendable>: AnyBox, @unchecked Sendable {
        private let body: @Sendable () throws -> R
        private var result: Result<R, any Error>?

        init(_ body: @escaping @Sendable () throws -> R) {
            self.body = body
        }

        override func run() {
            guard keyctl_join_session_keyring(nil) >= 0 else {
                result = .failure(Errno.current)
                return
            }
            result = Result { try body() }
        }

        func value() throws -> R {
            guard let result else { throw Errno(EINVAL) }
            return try result.get()
        }
    }
}
