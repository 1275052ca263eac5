#if os(Linux) && TPM
import CTSS
import HoldfastCore

extension TPMConnection {
    /// Refuses a try while too many wrong ones are counted.
    ///
    /// Once the TPM locks itself, it refuses the objects of all its users. So Holdfast stops before:
    /// after three wrong tries that the TPM has not forgotten, or one below its own limit.
    ///
    /// - Throws: `LOCKOUT`.
    func requireTriesLeft() throws(KeychainError) {
        guard let lockout = try lockout() else { return }
        let seconds = lockout.intervalSeconds.map { ", one every \($0) seconds" } ?? ""
        throw KeychainError(
            .lockout, "too many wrong tries, which the TPM has yet to forget\(seconds)",
            advice: KeychainError.waitAdvice)
    }

    /// Whether a try would be refused, and for how long at most; `nil` if it would be made.
    func lockout() throws(KeychainError) -> SealerLockout? {
        let properties = try properties(from: Self.lockoutCounter, count: 3)
        guard let wrong = properties[Self.lockoutCounter],
            let limit = properties[Self.lockoutCounter + 1]
        else { throw KeychainError(.unknown, "the TPM does not say how many tries were wrong") }
        let most = min(Self.mostWrongTries, max(1, limit - min(limit, 1)))
        guard wrong >= most else { return nil }
        // An interval of 0 is none: then the TPM forgets nothing by itself.
        let interval = properties[Self.lockoutCounter + 2].flatMap { $0 > 0 ? Int($0) : nil }
        return SealerLockout(intervalSeconds: interval, tries: Int(wrong - most) + 1)
    }

    /// Whether the TPM says of itself that it is a program.
    func isSoftware() throws(KeychainError) -> Bool {
        let properties = try properties(from: Self.vendorString, count: 4)
        let words = properties.sorted { $0.key < $1.key }.map(\.value)
        let text = words.flatMap { word in withUnsafeBytes(of: word.bigEndian) { [UInt8]($0) } }
        return text.starts(with: Array("SW".utf8))
    }

    /// Numbers that the TPM tells of itself, which nothing here depends on for secrecy.
    private func properties(
        from first: UInt32, count: UInt32
    ) throws(KeychainError) -> [UInt32: UInt32] {
        var more = TPMI_YES_NO()
        var answer: UnsafeMutablePointer<TPMS_CAPABILITY_DATA>?
        try check(
            Esys_GetCapability(
                esys, none, none, none, TPM2_CAP_TPM_PROPERTIES, first, count, &more, &answer),
            "the TPM does not tell its properties")
        return try taking(answer, "the TPM's properties") { answer in
            let list = answer.pointee.data.tpmProperties
            let all = withUnsafeBytes(of: list.tpmProperty) {
                [TPMS_TAGGED_PROPERTY]($0.bindMemory(to: TPMS_TAGGED_PROPERTY.self))
            }
            // The TPM may begin later than asked, and give more.
            let asked = all.prefix(Int(list.count)).filter { $0.property >= first }
                .filter { $0.property - first < count }
            return Dictionary(
                asked.map { ($0.property, $0.value) }, uniquingKeysWith: { first, _ in first })
        }
    }

    private static let mostWrongTries: UInt32 = 3
    /// `TPM2_PT_LOCKOUT_COUNTER`, before the limit and the interval; the header's own are sums,
    /// which Swift does not import.
    private static let lockoutCounter: UInt32 = 0x20e
    /// `TPM2_PT_VENDOR_STRING_1`, the first of four.
    private static let vendorString: UInt32 = 0x106
}
#endif
