#if os(Linux) && TPM
import HoldfastCore

/// A return code of the TPM or of the library that speaks to it, without what changes from call to
/// call: the number of the handle, parameter or session at fault.
///
/// - Note: TPM 2.0 Library, part 2, section 6.6; TSS 2.0 Overview, section 3.1.
struct TPMCode: Equatable {
    /// The code as it came.
    let raw: UInt32

    init(_ raw: UInt32) {
        self.raw = raw
    }

    /// Whether the TPM itself answered, through a resource manager or not.
    var isAnswer: Bool { Self.answeringLayers.contains(raw & Self.layers) }

    /// Whether the way to the TPM failed.
    var isOfTransport: Bool { raw & Self.layers == Self.transportLayer }

    /// Whether the TPM's answer was altered on its way, or is not the TPM's.
    var isForgery: Bool {
        raw & Self.layers == Self.interfaceLayer && raw & 0xffff == Self.answerNotAuthentic
    }

    /// The answer without numbers of handles, parameters and sessions; `nil` for a code that is not
    /// the TPM's.
    var answer: Answer? {
        guard isAnswer else { return nil }
        // Bit 7 tells the format: one has the number of what is at fault in bits 6 and 8 to 11.
        return Answer(rawValue: raw & 0x80 != 0 ? raw & 0xbf : raw & 0xfff)
    }

    /// Whether the TPM found fault with what it was given (format one).
    var isObjection: Bool { isAnswer && raw & 0x80 != 0 }

    /// Whether a password or an authorization was wrong.
    var isWrongAuthorization: Bool { answer == .authFail || answer == .badAuth }

    /// The answers that have a meaning of their own here.
    enum Answer: UInt32 {
        case authFail = 0x08e
        case badAuth = 0x0a2
        case hierarchy = 0x085
        case handle = 0x08b
        case integrity = 0x09f
        case policyFail = 0x09d
        case registersChanged = 0x128
        case objectMemory = 0x902
        case sessionMemory = 0x903
        case lockout = 0x921
    }

    /// The domain under which these codes appear in errors.
    static let domain = "tpm"

    private static let layers: UInt32 = 0x00ff_0000
    /// The TPM, the kernel's resource manager speaking for it, and another one.
    private static let answeringLayers: Set<UInt32> = [0, 0x000b_0000, 0x000c_0000]
    private static let transportLayer: UInt32 = 0x000a_0000
    private static let interfaceLayer: UInt32 = 0x0007_0000
    private static let answerNotAuthentic: UInt32 = 0x001b
}

extension KeychainError {
    /// The error for a code of the TPM.
    ///
    /// - Parameters:
    ///   - code: the code.
    ///   - what: what failed, as half a sentence.
    init(_ code: TPMCode, _ what: String) {
        let native = Int(code.raw)
        func error(_ meaning: Code, _ why: String, advice: String? = nil) -> KeychainError {
            KeychainError(
                meaning, "\(what): \(why)", nativeDomain: TPMCode.domain, nativeCode: native,
                advice: advice)
        }
        switch code.answer {
        case .authFail, .badAuth: self = error(.authFailed, "the TPM says that it was wrong")
        case .lockout:
            self = error(.lockout, "the TPM refuses all tries for a time", advice: Self.waitAdvice)
        case .policyFail, .registersChanged:
            self = error(
                .interactionNotAllowed, "the TPM's registers are not as they were",
                advice: "start the system as it was, or use the rescue code and seal anew")
        case .integrity: self = error(.dataCorrupted, "it is not what the TPM gave out")
        case .hierarchy:
            self = error(.hardwareUnavailable, "the TPM's owner hierarchy is switched off")
        case .objectMemory, .sessionMemory:
            self = error(
                .unknown, "all places of the TPM are taken",
                advice: "reach the TPM through its resource manager, /dev/tpmrm0")
        case nil where code.isOfTransport:
            self = error(
                .hardwareUnavailable, "the TPM does not answer",
                advice: "check that it is there, and try again")
        case nil where code.isForgery:
            self = error(.unknown, "the answer is not the TPM's own")
        case .handle, nil:
            self = error(.unknown, "the TPM's code is 0x" + String(native, radix: 16))
        }
    }

    static let waitAdvice =
        "wait: the TPM forgets one wrong try after the other; its owner can make it forget all"
}
#endif
