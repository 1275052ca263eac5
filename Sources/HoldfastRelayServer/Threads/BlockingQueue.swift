#if os(Linux)
internal import Glibc

// Every access to the fields lies between lock and unlock of the one mutex, which is heap memory that
// never moves.
/// A queue that threads of ours wait at, with a bound.
final class BlockingQueue<Element: Sendable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var elements: [Element] = []
    private var isClosed = false
    private let limit: Int

    /// Makes an empty queue.
    ///
    /// - Parameter limit: how many elements can wait.
    init(limit: Int) {
        self.limit = limit
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Adds an element; false if the queue is full or closed.
    func push(_ element: Element) -> Bool {
        locked {
            guard !isClosed, elements.count < limit else { return false }
            elements.append(element)
            pthread_cond_signal(condition)
            return true
        }
    }

    /// Waits for elements, and takes at most so many; none once it is closed and empty.
    func take(atMost count: Int) -> [Element] {
        locked {
            while elements.isEmpty && !isClosed { pthread_cond_wait(condition, mutex) }
            let taken = Array(elements.prefix(count))
            elements.removeFirst(taken.count)
            if !elements.isEmpty { pthread_cond_signal(condition) }
            return taken
        }
    }

    /// How many wait.
    var count: Int { locked { elements.count } }

    /// Takes no more; what waits is still handed out.
    func close() {
        locked {
            isClosed = true
            pthread_cond_broadcast(condition)
        }
    }

    private func locked<R>(_ body: () -> R) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
#endif
