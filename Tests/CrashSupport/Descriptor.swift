import Glibc

/// A failed system call of a test.
package struct SystemCallError: Error, CustomStringConvertible {
    /// The call.
    package let call: String
    /// Its `errno`.
    package let code: Int32

    /// Describes the call that has just failed.
    package init(_ call: String, _ code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    /// The call and the system's words for its error.
    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// Bytes in and out of descriptors, whatever partial reads and signals come in between.
package enum Descriptor {
    /// Writes all of a text.
    package static func write(_ text: String, to descriptor: Int32) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw SystemCallError("write") }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads up to so many bytes; none at the end.
    package static func read(_ descriptor: Int32, atMost count: Int = 65_536) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        while true {
            let got = Glibc.read(descriptor, &bytes, count)
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw SystemCallError("read") }
            return Array(bytes.prefix(got))
        }
    }
}
