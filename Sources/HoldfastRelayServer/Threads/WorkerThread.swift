#if os(Linux)
internal import Glibc

// The thread's number is written once, before anybody else can see the object.
/// A thread of the system's, for work that blocks.
final class WorkerThread: @unchecked Sendable {
    private var thread = pthread_t()

    /// Starts a thread.
    ///
    /// - Parameter body: what it does.
    /// - Throws: ``RelayFailure`` if the system has no thread left.
    init(_ body: @escaping @Sendable () -> Void) throws(RelayFailure) {
        let box = Unmanaged.passRetained(Body(run: body))
        let code = pthread_create(&thread, nil, Self.entry, box.toOpaque())
        guard code == 0 else {
            box.release()
            throw RelayFailure("cannot start a thread: \(String(cString: strerror(code)))")
        }
    }

    /// Waits for its end.
    func join() { pthread_join(thread, nil) }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }

    // Formed here and not in an actor's context: the system calls it on a thread of no actor.
    private static let entry:
        @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }
}
#endif
