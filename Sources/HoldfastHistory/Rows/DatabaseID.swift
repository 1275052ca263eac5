#if os(Linux)
/// What tells one history from another: 16 random bytes, drawn when its file is made.
struct DatabaseID: Sendable, Equatable {
    static let byteCount = 16

    let bytes: [UInt8]

    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}
#endif
