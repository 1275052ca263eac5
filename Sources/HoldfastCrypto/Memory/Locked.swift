#if canImport(Darwin)
import Darwin
#else
import CLinux
#endif

// Safe although unchecked: `value` is touched only between lock and unlock of `mutex`, the initial
// value is `sending`, and what a body gives back is `sending`, so nothing of it stays shared.
/// A value that one thread at a time can use.
///
/// A plain `pthread_mutex_t`, because the standard library's `Mutex` needs newer systems than the
/// ones supported. The lock is not recursive: a body that takes the same lock again deadlocks.
/// Bodies must be short and must not wait for anything, so that the lock may be taken on the
/// cooperative pool.
package final class Locked<Value>: @unchecked Sendable {
    // Allocated, because a mutex must not move and a Swift property has no address of its own.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Puts a value under a new lock.
    package init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let result = pthread_mutex_init(mutex, nil)
        precondition(result == 0, "a mutex with default attributes can be made")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Runs a body while no other thread can use the value.
    ///
    /// - Parameter body: Receives the value; must be short and must not take this lock again.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; the lock is released and changes made so far stay.
    package func withLock<R, E: Error>(
        _ body: (inout sending Value) throws(E) -> sending R
    ) throws(E) -> sending R {
        let result = pthread_mutex_lock(mutex)
        precondition(result == 0, "an initialised mutex can be locked")
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
