/// Random bytes from the operating system: getrandom(2) on Linux, `SecRandomCopyBytes` on Apple.
public struct SystemRandom: SecureRandom {
    private let call: EntropyCall

    /// Makes the source; it holds no state.
    public init() {
        self.init(call: .system)
    }

    init(call: EntropyCall) {
        self.call = call
    }

    /// Always `false`: nobody can have these bytes again.
    public var isReproducible: Bool { false }

    /// Fills memory with bytes from the system, however many calls that takes.
    ///
    /// - Parameter buffer: 0 or more bytes; all of them are written.
    /// - Throws: ``CryptoError`` with `randomnessUnavailable` and the system's code; the buffer is
    ///   wiped then, so that half-random bytes cannot be taken for a key.
    public func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        var rest = buffer
        while let start = rest.baseAddress, rest.count > 0 {
            switch call.ask(start, rest.count) {
            case .wrote(let count) where count > 0 && count <= rest.count:
                rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
            case .interrupted:
                continue
            case .wrote:
                buffer.wipe()
                throw CryptoError(.randomnessUnavailable, "The system's answer made no sense.")
            case .failed(let code):
                buffer.wipe()
                throw CryptoError(
                    .randomnessUnavailable, "The system gave no random bytes.", nativeCode: code)
            }
        }
    }
}
