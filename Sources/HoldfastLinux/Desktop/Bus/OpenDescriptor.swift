#if os(Linux) && Desktop
import Glibc

/// A file descriptor that is closed with its last user.
package final class OpenDescriptor: Sendable, Equatable {
    /// The descriptor's number.
    package let number: Int32

    /// Takes over an open descriptor.
    init(owning number: Int32) {
        self.number = number
    }

    deinit { close(number) }

    /// Whether both are the same object.
    package static func == (left: OpenDescriptor, right: OpenDescriptor) -> Bool {
        left === right
    }
}
#endif
