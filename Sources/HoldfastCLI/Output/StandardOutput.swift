import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Where a command's results go, and what may be done there.
struct StandardOutput {
    /// The descriptor written to.
    let descriptor: Int32
    /// Whether a person looks at it.
    let isTerminal: Bool
    /// How marks are set off from text.
    let style: Style

    init(_ descriptor: Int32, environment: Environment) {
        self.descriptor = descriptor
        isTerminal = StandardStreams.isTerminal(descriptor)
        style = Style(isTerminal: isTerminal, environment: environment)
    }

    /// Writes text.
    func write(_ text: String) throws(Failure) {
        let buffer = SecretBuffer(capacity: text.utf8.count)
        buffer.append(text)
        try write(buffer)
    }

    /// Writes a secret's bytes and nothing else.
    func write(_ secret: SecretBytes) throws(Failure) {
        try secret.withUnsafeBytes { (bytes) throws(Failure) in try write(bytes) }
    }

    /// Writes what was built up.
    func write(_ buffer: SecretBuffer) throws(Failure) {
        try buffer.withUnsafeBytes { (bytes) throws(Failure) in try write(bytes) }
    }

    /// Writes one JSON text and a newline.
    func write(_ json: JSONWriter) throws(Failure) {
        json.buffer.append(UInt8(ascii: "\n"))
        try write(json.buffer)
    }

    /// Writes raw memory.
    func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        do {
            try Descriptor.write(bytes, to: descriptor)
        } catch {
            if error.nativeCode == Int(EPIPE) { throw Failure.readerGone(EPIPE) }
            throw Failure(error, "cannot write to standard output")
        }
    }
}
