#if os(Linux) && TPM
public import HoldfastCore
public import HoldfastCrypto

/// Device keys in a TPM 2.0, which makes them and never gives them out (P7).
///
/// What the TPM gives instead of a key opens only in the same TPM. It is kept in an item store, in
/// the class of the key, so that the key works in the states of its class; beside it lies, under the
/// key's name, what is known of the key. Both are under services of their own, see
/// ``servicePrefix``; an item of the app's there is not used, not replaced and not removed.
///
/// * A key under `devicePasscode` has a PIN, given at creation through
///   ``TPMConfiguration/pinSource`` and asked for at every use. The TPM counts wrong ones: at three
///   that it has not forgotten, or one below its own limit, every use is `LOCKOUT` before the
///   person is asked, so that the machine's other users of the TPM keep working.
/// * `tpmRequired` without a TPM is `HARDWARE_UNAVAILABLE`. `tpm` and `automatic` then make a key of
///   ``SoftwareKeyStore`` over the same items, and its ``DeviceKeyAttributes/grade`` says so; its
///   access control is the item store's.
/// * A TPM that was cleared, or is another one, makes its keys `KEY_INVALIDATED`. Nothing is
///   written down then: where the right TPM comes back, the keys work again.
/// * A TPM that is itself a program keeps keys of grade ``KeyGrade/software``.
///
/// What crosses the way to the TPM is authenticated and, where it is secret, encrypted. Calls wait
/// for the TPM one after the other; the asynchronous ones do so on a thread of their own. None
/// waits longer than ``TPMConfiguration/timeLimit`` for a TPM that stays silent.
///
/// - Note: Standard: `docs/formats/tpm.md`, which has every byte.
public struct TPMKeyStore: DeviceKeyStore {
    /// What the service of a key's record begins with; the key's own service follows.
    public static let servicePrefix = "holdfast.tpm-key/"
    /// The service of the items that hold private halves; their accounts are random.
    public static let blobService = "holdfast.tpm-blob"

    let configuration: TPMConfiguration
    let device: TPMDevice
    let items: any ItemStore
    let software: SoftwareKeyStore
    let random: any SecureRandom
    let clock: any WallClock
    let queue = BlockingQueue(label: "holdfast.tpm")

    /// Makes a key store over an item store, which may hold other items as well.
    ///
    /// - Parameters:
    ///   - items: keeps what the TPM gives.
    ///   - configuration: which TPM is used and who asks for PINs; the TPM is opened when it is
    ///     first needed.
    ///   - random: draws names and salts (P12); keys are drawn by the TPM.
    ///   - clock: says when a loss was noticed (P12).
    /// - Throws: `INVALID_ARGUMENT` if the configuration's address is none.
    public init(
        over items: any ItemStore, _ configuration: TPMConfiguration = TPMConfiguration(),
        random: any SecureRandom = SystemRandom(), clock: any WallClock = SystemWallClock()
    ) throws(KeychainError) {
        self.configuration = configuration
        device = try TPMDevice(configuration)
        self.items = items
        software = SoftwareKeyStore(over: items, random: random)
        self.random = random
        self.clock = clock
    }

    /// What keys in a TPM can be; the TPM is not asked.
    public var capabilities: KeyStoreCapabilities {
        let items = items.capabilities
        return KeyStoreCapabilities(
            persistence: items.persistence, grades: [.tpm, .software],
            uses: Set(DeviceKeyUse.allCases),
            accessibilities: items.accessibilities.filter(\.isThisDeviceOnly),
            accessControls: [.none, .devicePasscode],
            keyStorages: [.automatic, .tpm, .tpmRequired], hasAccessGroups: false,
            isSharedAcrossProcesses: items.isSharedAcrossProcesses)
    }

    /// Whether keys can be made with an access control now; waits for the TPM.
    ///
    /// - Parameter accessControl: the access control in question.
    /// - Returns: with a TPM, `available` for none and for `devicePasscode`; without one, the item
    ///   store's answer. Others are `unsupportedOS`.
    /// - Throws: what kept the store from finding out.
    public func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        try canUse(accessControl, hasTPM: lackOfTPM() == nil)
    }

    func canUse(
        _ accessControl: AccessControl, hasTPM: Bool
    ) throws(KeychainError) -> AccessControlAvailability {
        guard capabilities.accessControls.contains(accessControl) else { return .unsupportedOS }
        return hasTPM ? .available : try items.canUse(accessControl)
    }

    /// Why no key can be made in a TPM now; `nil` if one can.
    ///
    /// - Throws: what else the TPM says. One that is there and silent is such an error, so that no
    ///   key is made in software for want of a little time.
    func lackOfTPM() throws(KeychainError) -> KeychainError? {
        do throws(KeychainError) {
            try device.perform { (connection) throws(KeychainError) in
                try connection.withParent(expecting: nil) { (_) throws(KeychainError) in }
            }
            return nil
        } catch {
            guard error.code == .hardwareUnavailable, !error.isSilentTPM else { throw error }
            return error
        }
    }

    /// Runs a call on the store's own thread, so that the cooperative pool does not wait.
    func run<R: Sendable>(
        _ body: @escaping @Sendable (TPMKeyStore) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        let store = self
        return try await queue.run { () throws(KeychainError) in try body(store) }
    }
}
#endif
