import HoldfastCrypto

/// A phone in memory, on which an app's whole life can be played: restarts, locks, new fingers,
/// reinstallations, restores, and any platform call that fails or never returns.
///
/// It is deterministic: the same seed and the same steps give the same trace, byte for byte (P12).
/// Nothing in it waits; time passes when ``send(_:)`` says so.
///
/// ```swift
/// let phone = SimulatedPhone(.iPhone())
/// phone.send(.install("org.example.chat"))
/// let app = phone.launch("org.example.chat")
/// ```
public final class SimulatedPhone: Sendable {
    /// What kind of phone this is.
    public let profile: PhoneProfile

    let state: PhoneCell
    let unlockObservers = Locked<[Int: @Sendable () -> Void]>([:])
    private let fileLocks = Locked<[FileLockName: Locked<Turn>]>([:])

    /// Makes a phone as its owner has set it up: a passcode, one finger, unlocked.
    ///
    /// - Parameters:
    ///   - profile: which system and which hardware.
    ///   - hardware: tells phones apart; two phones of one test need two numbers.
    ///   - seed: every choice of the simulation comes from it.
    public init(_ profile: PhoneProfile, hardware: Int = 1, seed: UInt64 = 1) {
        self.profile = profile
        state = PhoneCell(PhoneState(system: profile.system, hardware: hardware, seed: seed))
    }

    /// A second phone in the same state, which goes its own way from now on.
    init(copying phone: SimulatedPhone) {
        profile = phone.profile
        state = PhoneCell(phone.state.withoutShadows { $0 })
    }

    /// What is true of the device now.
    public var device: DeviceState { state.withLock { $0.device } }

    /// Lets something happen.
    ///
    /// - Parameter event: what happens.
    public func send(_ event: PhoneEvent) {
        let isChanged = state.withLock { state in
            let wasUnlocked = state.device.isUnlocked
            state.apply(event)
            return state.device.isUnlocked != wasUnlocked
        }
        if isChanged { tellObservers() }
    }

    /// Starts a process of an installed app.
    ///
    /// - Parameter app: the app; installed if it was not.
    /// - Returns: the process, through which the app reaches the platform.
    public func launch(_ app: AppIdentifier) -> AppProcess {
        let number = state.withLock { state in
            if state.apps[app] == nil { state.apply(.install(app)) }
            return state.startProcess(of: app)
        }
        return AppProcess(phone: self, app: app, number: number)
    }

    /// Sets what the person does with every prompt that no other answer was planned for.
    ///
    /// - Parameter action: what the person does.
    public func answerPrompts(_ action: PersonAction) {
        state.withLock { $0.usualAction = action }
    }

    /// Plans what the person does with the next prompts, one after the other.
    ///
    /// - Parameter actions: one for each prompt.
    public func answerNextPrompts(_ actions: PersonAction...) {
        state.withLock { $0.actions += actions }
    }

    /// How many prompts were shown so far.
    public var promptCount: Int { state.withLock { $0.promptCount } }

    func fileLock(of app: AppIdentifier, _ folder: InstalledApp.Folder) -> Locked<Turn> {
        fileLocks.withLock { locks in
            let name = FileLockName(app: app, folder: folder)
            if let lock = locks[name] { return lock }
            let lock = Locked(Turn())
            locks[name] = lock
            return lock
        }
    }

    private struct FileLockName: Hashable {
        let app: AppIdentifier
        let folder: InstalledApp.Folder
    }
}
