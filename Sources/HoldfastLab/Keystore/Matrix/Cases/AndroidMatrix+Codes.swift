/// The keystore's numbers, and the exceptions that they become on the way to an app.
///
/// Each number is injected at a call, so that the ones that no situation gives are there too.
extension AndroidMatrix {
    private static let new =
        "AOSP frameworks/base android/security/keystore2/KeyStoreCryptoOperationUtils.java"
    private static let old = "AOSP frameworks/base android/security/KeyStore.java"
    private static let spi =
        "AOSP frameworks/base android/security/keystore2/AndroidKeyStoreSpi.java"
    private static let numbers = "AOSP frameworks/base android/security/KeyStoreException.java"

    static let codeCases = joined(
        beginExceptions, oneSidedBeginExceptions, finishExceptions, loadExceptions,
        generateExceptions, numericCodes, [noNumericCode])

    private static let plain: [AndroidStep] = [.makes(.plain), .seals]

    private static func beginning(
        _ code: KeystoreCode, _ levels: ClosedRange<Int>, _ answer: AndroidAnswer,
        _ mark: MatrixMark = .source
    ) -> AndroidCase {
        AndroidCase(
            "code-begin\(code.rawValue)", mark,
            levels.lowerBound >= 31 ? new : old, levels, given: plain + [.fails(.keystore(code))],
            when: [.begins, .uses], then: [answer, .works])
    }

    /// What both tables say in the same way.
    private static let beginExceptions: [AndroidCase] =
        (named + unnamed.map { ($0, .invalidKey($0.rawValue)) }).flatMap { code, answer in
            [beginning(code, 31...36, answer), beginning(code, 23...30, answer)]
        }

    private static let named: [(KeystoreCode, AndroidAnswer)] = [
        (.keyExpired, .thrown("KeyExpiredException", nil)),
        (.keyNotYetValid, .thrown("KeyNotYetValidException", nil)),
        (.locked, .userNotAuthenticated),
        (.keyUserNotAuthenticated, .userNotAuthenticated),
        (.invalidNonce, .thrown("InvalidAlgorithmParameterException", -52)),
        (.callerNonceProhibited, .thrown("InvalidAlgorithmParameterException", -55)),
    ]

    private static let unnamed: [KeystoreCode] = [
        .deviceLocked, .invalidKeyBlob, .tooManyOperations, .systemError, .permissionDenied,
        .valueCorrupted, .backendBusy, .operationBusy, .invalidArgument, .unsupportedPurpose,
        .incompatiblePurpose, .unsupportedAlgorithm, .keyMaxOperationsExceeded,
        .keyRequiresUpgrade, .secureHardwareBusy, .secureHardwareCommunicationFailed,
        .rateLimitExceeded, .bootLevelExceeded, .unknownError,
    ]

    private static let oneSidedBeginExceptions: [AndroidCase] = [
        beginning(.keyNotFound, 31...36, .permanentlyInvalidated),
        beginning(.keyPermanentlyInvalidated, 31...36, .permanentlyInvalidated),
        beginning(.uninitialized, 31...36, .userNotAuthenticated),
        beginning(.keyNotFound, 23...30, .invalidKey(7)),
        beginning(.operationAuthNeeded, 23...30, .userNotAuthenticated),
        beginning(.uninitialized, 29...30, .permanentlyInvalidated),
        beginning(.uninitialized, 23...28, .permanentlyInvalidated, .assumed),
    ]

    private static func finishing(
        _ code: KeystoreCode, _ answer: AndroidAnswer
    ) -> AndroidCase {
        AndroidCase(
            "code-finish\(code.rawValue)", .source,
            "AOSP frameworks/base android/security/keystore2/AndroidKeyStoreCipherSpiBase.java",
            given: plain + [.begins, .fails(.keystore(code))], when: [.finishes, .uses],
            then: [answer, .works])
    }

    private static let finishExceptions: [AndroidCase] =
        [
            finishing(.verificationFailed, .thrown("AEADBadTagException", -30)),
            finishing(.invalidInputLength, .blockSize(-21)),
            finishing(.keyUserNotAuthenticated, .blockSize(-26)),
            finishing(.invalidOperationHandle, .blockSize(-28)),
            finishing(.secureHardwareBusy, .blockSize(-48)),
            finishing(.unknownError, .blockSize(-1000)),
            AndroidCase(
                "code-sign-26", .source,
                "AOSP frameworks/base android/security/keystore2/AndroidKeyStoreSignatureSpiBase.java",
                given: [.makes(.signingPerUse), .begins], when: [.finishes],
                then: [.thrown("SignatureException", -26)]),
            AndroidCase(
                "code-agree-26", .source,
                "AOSP frameworks/base android/security/keystore2/AndroidKeyStoreKeyAgreementSpi.java",
                31...36, given: [.makes(.agreementPerUse)], when: [.uses],
                then: [.provider(-26)]),
        ]

    private static let loadExceptions: [AndroidCase] = [
        AndroidCase(
            "code-load-absent", .source, spi, when: [.asksForKey], then: [.no]),
        AndroidCase(
            "code-load17", .source, spi,
            given: plain + [.fails(.keystore(.keyPermanentlyInvalidated))],
            when: [.asksForKey, .asksForNumericCode],
            then: [.thrown("UnrecoverableKeyException", nil), .no]),
        AndroidCase(
            "code-load4", .source, spi, given: plain + [.fails(.keystore(.systemError))],
            when: [.asksForKey], then: [.thrown("UnrecoverableKeyException", 4)]),
        AndroidCase(
            "code-load8", .source, spi, given: plain + [.fails(.keystore(.valueCorrupted))],
            when: [.asksForKey], then: [.thrown("UnrecoverableKeyException", 8)]),
    ]

    private static func generating(
        _ code: KeystoreCode, _ levels: ClosedRange<Int>, _ answer: AndroidAnswer
    ) -> AndroidCase {
        AndroidCase(
            "code-generate\(code.rawValue)", .source,
            "AOSP frameworks/base android/security/keystore2/AndroidKeyStoreKeyGeneratorSpi.java",
            levels, given: [.fails(.keystore(code))], when: [.makes(.plain), .asksForKey],
            then: [answer, .no])
    }

    private static let generateExceptions: [AndroidCase] = [
        generating(
            .hardwareTypeUnavailable, 28...36, .thrown("StrongBoxUnavailableException", -68)),
        generating(.unsupportedAlgorithm, 23...36, .provider(-4)),
        generating(.unsupportedKeySize, 23...36, .provider(-6)),
        generating(.unsupportedCurve, 23...36, .provider(-61)),
        generating(.uninitialized, 31...36, .provider(3)),
        generating(.outOfKeys, 31...36, .provider(22)),
        generating(.secureHardwareCommunicationFailed, 23...36, .provider(-49)),
        generating(.cannotAttestIDs, 31...36, .provider(-66)),
    ]

    /// Read where the number is visible: in an exception that has the `KeyStoreException` as cause.
    private static let numericCodes: [AndroidCase] = publicNumbers.map { code, number in
        AndroidCase(
            "numeric\(code.rawValue)", .source, numbers, 33...36,
            given: plain + [.begins, .fails(.keystore(code))],
            when: [.finishes, .asksForNumericCode],
            then: [
                code == .verificationFailed
                    ? .thrown("AEADBadTagException", -30) : .blockSize(code.rawValue),
                .number(number),
            ])
    }

    private static let publicNumbers: [(KeystoreCode, Int)] = [
        (.keyUserNotAuthenticated, 2), (.deviceLocked, 2), (.locked, 2), (.uninitialized, 3),
        (.keyNotFound, 6), (.keyPermanentlyInvalidated, 6), (.valueCorrupted, 7),
        (.invalidKeyBlob, 10), (.verificationFailed, 10), (.tooManyOperations, 10),
        (.keyMaxOperationsExceeded, 10), (.secureHardwareBusy, 10),
        (.secureHardwareCommunicationFailed, 10), (.rateLimitExceeded, 10),
        (.hardwareTypeUnavailable, 12), (.unsupportedCurve, 12), (.unsupportedAlgorithm, 12),
        (.invalidOperationHandle, 15), (.systemError, 4),
    ]

    private static let noNumericCode = AndroidCase(
        "numeric-none", .documented,
        "developer.android.com/reference/android/security/KeyStoreException", 23...32,
        given: plain + [.begins, .fails(.keystore(.systemError))],
        when: [.finishes, .asksForNumericCode], then: [.blockSize(4), .no])
}
