public import HoldfastCrypto
public import HoldfastWire

/// Why a message was not sealed; nothing was sent, and nothing is lost.
public enum SealError: Error, Sendable, Equatable {
    /// These devices have no prekey, or only a lesser one than the policy permits. Claim again, or
    /// ask the person (``GradePolicy/Consent``).
    case gradeTooLow([DeviceID: SecrecyGrade])
    /// Nothing may be sent to the contact until a person has looked.
    case onHold(AccountID, ContactPin.Hold)
    /// The log is older than the one that the contact's pin has seen: fetch it again.
    case olderLog(AccountID)
    /// The log is not the pinned account's, or forks from what the pin has seen.
    case otherLog(AccountID)
    /// There is no device to send to.
    case noRecipients
    /// This device is none of its account's now.
    case senderNotInAccount
    /// The message, or the list of recipients, is too long; the field says which.
    case tooLong(WireError)
    /// The library failed, or there are no random bytes.
    case crypto(CryptoError)
}

extension SealError {
    static func crypto<Value: ~Copyable>(
        _ body: () throws(CryptoError) -> Value
    ) throws(SealError) -> Value {
        do throws(CryptoError) {
            return try body()
        } catch {
            throw .crypto(error)
        }
    }

    static func wire<Value>(
        _ body: () throws(WireError) -> Value
    ) throws(SealError) -> Value {
        do throws(WireError) {
            return try body()
        } catch {
            throw .tooLong(error)
        }
    }
}
