/// The lengths that bodies are filled up to, so that a length says little of what is in it.
///
/// Powers of two from 256 bytes to 64 KiB; above, the lengths of Padmé, which are at most 12 % more
/// than needed and give away no more than the order of the order of magnitude.
///
/// - Note: Standard: Padmé is from Nikitin et al., "Reducing Metadata Leakage from Encrypted Files
///   and Communication with PURBs", PoPETs 2019(4), section 4.4.
public enum PaddedLength {
    /// Most bytes of a padded body: 16 MiB.
    public static let maximum = 16 << 20
    /// Fewest bytes of a padded body.
    public static let minimum = 256
    private static let lastPowerOfTwo = 64 << 10

    /// The length that so many bytes are filled up to.
    ///
    /// - Parameter byteCount: 0 or more.
    /// - Returns: at least `byteCount`; `nil` if that is above ``maximum``.
    public static func padded(_ byteCount: Int) -> Int? {
        guard byteCount <= maximum else { return nil }
        guard byteCount > minimum else { return minimum }
        let exponent = Int.bitWidth - 1 - byteCount.leadingZeroBitCount
        guard byteCount > lastPowerOfTwo else {
            return byteCount == 1 << exponent ? byteCount : 1 << (exponent + 1)
        }
        let kept = Int.bitWidth - exponent.leadingZeroBitCount
        let mask = (1 << (exponent - kept)) - 1
        return (byteCount + mask) & ~mask
    }

    /// Whether a body can have this length.
    ///
    /// - Parameter byteCount: any.
    /// - Returns: whether it is one of the lengths.
    public static func isPadded(_ byteCount: Int) -> Bool {
        byteCount >= minimum && padded(byteCount) == byteCount
    }
}
