public import HoldfastCore
public import HoldfastCrypto
public import HoldfastE2EE
public import HoldfastWire

/// Why a message is not sent, or not known to be; it is still in the ledger.
public enum PostError: Error, Sendable, Equatable {
    /// There is no such message in the ledger.
    case unknownMessage
    /// The relay did not take it. Send it again later: the same envelope is uploaded.
    case relay(RelayError)
    /// An account's log is not known.
    case logs(LogsError)
    /// It was not sealed; with `onHold` a person decides.
    case seal(SealError)
    /// These devices have no prekey that is good enough, and why some that the relay handed out
    /// were not used. Try later, or ask the person (``GradePolicy/Consent``).
    case gradeTooLow([DeviceID: SecrecyGrade], refused: [DeviceID: PrekeyRefusal])
    /// This device's key did not sign.
    case key(IdentityKeyError)
    /// The identity does not permit sending; open it again.
    case identity(IdentityError)
    /// The ledger failed.
    case ledger(KeychainError)
    /// The relay says that this device is out of its account, and whether the account's own log
    /// says so too. Only if it does, it is so: open the identity again.
    case deviceRemoved(isProven: Bool)
    /// The relay has seen a message of this device with this counter, and the device's own is not
    /// beyond it: its data was set back, or runs twice. Open the identity again.
    case counterBehind(relay: UInt64)
    /// It is not sent until a person has looked.
    case stopped(OutboxStep.StopReason)
    /// The library failed.
    case crypto(CryptoError)
}
