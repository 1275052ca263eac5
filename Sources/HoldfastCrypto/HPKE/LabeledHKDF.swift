/// HKDF-SHA256 in which each step names the protocol, the suite and its purpose.
///
/// - Note: Standard: RFC 9180, section 4: LabeledExtract and LabeledExpand.
struct LabeledHKDF {
    /// What the labels of one suite have in common.
    let suiteID: [UInt8]

    /// LabeledExtract; the input comes in parts, so that secrets need not be joined.
    ///
    /// The output, 32 bytes, must not overlap the salt.
    func extract(
        into output: UnsafeMutableRawBufferPointer, salt: UnsafeRawBufferPointer,
        label: StaticString, _ inputKeyMaterial: (inout SHA256Stream) -> Void
    ) {
        HMACSHA256State.authenticateOnce(key: salt, into: output) { message in
            message.absorb(Self.version)
            message.absorb(suiteID)
            message.absorb(label)
            inputKeyMaterial(&message)
        }
    }

    /// LabeledExpand, for a key that has been absorbed already.
    ///
    /// - Throws: `invalidLength` if the output has not 1 to 8,160 bytes.
    func expand(
        into output: UnsafeMutableRawBufferPointer, _ pseudoRandomKey: borrowing HMACSHA256State,
        label: StaticString, info: [UInt8]
    ) throws(CryptoError) {
        try HKDFSHA256.checkOutput(output.count)
        var labeled: [UInt8] = []
        labeled.reserveCapacity(2 + 7 + suiteID.count + label.utf8CodeUnitCount + info.count)
        labeled.append(UInt8(output.count >> 8))
        labeled.append(UInt8(output.count & 0xff))
        Self.version.withUTF8Buffer { labeled += $0 }
        labeled += suiteID
        label.withUTF8Buffer { labeled += $0 }
        labeled += info
        labeled.withUnsafeBytes { HKDFSHA256.expand(into: output, pseudoRandomKey, info: $0) }
    }

    private static let version: StaticString = "HPKE-v1"
}

extension SHA256Stream {
    fileprivate mutating func absorb(_ text: StaticString) {
        // Not inside the closure, which may not capture what is lent for writing.
        absorb(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
