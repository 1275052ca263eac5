import HoldfastCore
import HoldfastE2EE
import HoldfastRelayClient
import HoldfastWire

extension KeychainError {
    /// The error for what a relay did not do.
    ///
    /// - Parameters:
    ///   - error: why.
    ///   - address: the relay.
    init(_ error: RelayError, at address: RelayAddress) {
        switch error {
        case .transport(let failure): self.init(failure, at: address)
        case .refused(let refusal): self.init(refusal, at: address)
        case .later(let seconds):
            self.init(relay: "\(address) asks to be left alone for \(seconds) s", "try again then")
        case .notARelay(let status):
            self.init(
                relay: "what answers at \(address) is no relay (HTTP status \(status))",
                "check --relay, and what stands in front of the relay")
        case .otherRelay:
            self.init(
                .dataCorrupted, "the relay at \(address) has another key than before",
                advice: "ask who runs it whether it was set up anew; if so, say --new-relay-key")
        case .clock(let ahead):
            self.init(
                relay: "this machine's clock is \(ClockText.apart(ahead)) the relay's",
                "set the clock; nothing is lost")
        case .key(let error): self.init(error)
        case .crypto: self.init(.unknown, "the cryptographic library failed")
        case .cancelled: self.init(.userCanceled, "it was interrupted")
        }
    }

    private init(_ failure: TransportFailure, at address: RelayAddress) {
        let (message, advice): (String, String) =
            switch failure.reason {
            case .unreachable: ("nobody answers at \(address)", "check --relay and the network")
            case .timedOut: ("\(address) takes too long to answer", "try again")
            case .interrupted: ("the connection to \(address) ended early", "try again")
            case .refusedByProxy:
                (
                    "the proxy does not connect to \(address) (HTTP status \(failure.nativeCode))",
                    "check https_proxy and no_proxy"
                )
            case .untrusted:
                (
                    "the certificate of \(address) is not one that is trusted here",
                    "if it has an authority of its own, name that one's file with --ca"
                )
            case .insecure: ("\(address) speaks no TLS that is safe", "have it set up anew")
            case .badAuthorities:
                ("the file of authorities cannot be read, or has none", "check --ca")
            case .answerTooLong, .notHTTP:
                ("what answers at \(address) is no relay", "check --relay")
            case .requestTooLong: ("the request is longer than a relay takes", "send less at once")
            case .cancelled: ("it was interrupted", "run it again")
            case .failed: ("the network library failed", "try again")
            }
        self.init(
            Self.code(of: failure.reason), message, nativeDomain: Self.relayDomain,
            nativeCode: failure.nativeCode, advice: advice)
    }

    private static func code(of reason: TransportFailure.Reason) -> Code {
        switch reason {
        case .untrusted, .insecure: .unsupported
        case .badAuthorities, .requestTooLong: .invalidArgument
        case .cancelled: .userCanceled
        case .unreachable, .timedOut, .interrupted, .refusedByProxy, .answerTooLong, .notHTTP,
            .failed:
            .unknown
        }
    }

    private init(_ refusal: RelayRefusal, at address: RelayAddress) {
        switch refusal.code {
        case .removed, .forbidden, .notLoggedIn:
            self.init(
                .keyInvalidated, "\(address) does not know this device as one of its account",
                advice: "'holdfast device show' says what the account's own log says")
        case .notFound:
            self.init(
                .invalidArgument, "\(address) does not know the account",
                advice: "check the account's id, and --relay")
        case .tooLarge, .headersTooLarge, .lengthRequired, .wrongType, .malformed,
            .methodNotAllowed, .refusedEntry:
            self.init(
                .invalidArgument, "\(address) does not take the request (\(refusal.code))",
                advice: "update this tool, or the relay")
        case .wrongTime, .conflict, .stale, .tooMany, .failed, .unavailable, .storageFull, .quota,
            .tooSlow:
            self.init(relay: "\(address) could not do it (\(refusal.code))", "try again later")
        }
    }

    /// Something that may go better later: exit status 9.
    init(relay message: String, _ advice: String) {
        self.init(.unknown, message, nativeDomain: Self.relayDomain, advice: advice)
    }

    private static let relayDomain = "holdfast.relay"

    /// The error for a text that is no relay's address.
    init(relay fault: RelayAddress.Fault) {
        self =
            switch fault {
            case .malformed:
                KeychainError(
                    .invalidArgument, "that is no relay's address",
                    advice: "give https://HOST or https://HOST:PORT")
            case .unencrypted:
                KeychainError(
                    .invalidArgument, "only a relay on this machine is reached without TLS",
                    advice: "give an address with https://")
            }
    }

    /// The error for a device's key that did not do its work.
    init(_ error: IdentityKeyError) {
        switch error {
        case .keychain(let error): self = error
        case .missing, .foreign:
            self.init(
                .keyInvalidated, "the device's key is not the one that the account knows",
                advice: "see 'holdfast device show'")
        case .crypto: self.init(.unknown, "the cryptographic library failed")
        }
    }
}

/// How far apart two clocks are, in words.
enum ClockText {
    /// The difference, as what stands before the other clock's name.
    static func apart(_ seconds: Int64) -> String {
        seconds < 0
            ? "\(seconds.magnitude) s behind" : "\(seconds) s ahead of"
    }
}
