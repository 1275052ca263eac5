#if os(Linux) && Desktop
import Glibc
package import HoldfastCore
import HoldfastCrypto

/// Watches the person's screen and takes the vault's keys away when it is locked.
///
/// While a session at this machine is in front and not locked it renews the kernel's short time-out
/// of the keys of the `whenUnlocked` classes; otherwise it lets it run out. A lock, a sleep and a
/// long idleness drop them at once. It never opens anything: it has no passcode.
package struct ScreenLockAgent: Sendable {
    private let vault: LinuxVault
    private let options: AgentOptions
    private let notify: @Sendable (AgentNotice) -> Void

    /// Takes a vault to watch.
    ///
    /// - Parameters:
    ///   - vault: need not exist yet.
    ///   - options: what to do beyond locking with the screen.
    ///   - notify: told what is done.
    package init(
        _ vault: LinuxVault, _ options: AgentOptions,
        notify: @escaping @Sendable (AgentNotice) -> Void
    ) {
        self.vault = vault
        self.options = options
        self.notify = notify
    }

    /// What wakes the agent.
    private enum Event: Sendable {
        case session(SessionEvent)
        case tick
        case stop
    }

    /// What it knows.
    private struct Watch {
        let sessions: SessionWatch
        var state = SessionState()
        /// What keeps the machine awake, in a place that all copies of this share: a copy that
        /// nobody looks at any more would otherwise keep it awake too.
        let inhibitor = Locked<OpenDescriptor?>(nil)
        /// Whether the present idleness has been answered.
        var isIdle = false
        /// What could not be dropped; nothing is renewed before it is.
        var debt: (all: Bool, reason: AgentReason)?
    }

    /// Watches until a signal tells it to stop, or logind's bus ends.
    ///
    /// - Parameter stop: a sequence whose first element, or end, stops it.
    /// - Throws: `UNKNOWN` with the domain `errno` and `EBUSY` if another agent watches the vault;
    ///   `UNSUPPORTED` if there is no system bus or no logind to begin with: no key was touched.
    ///   `UNKNOWN` if logind cannot be followed, or not any more: then the keys have been dropped.
    package func run(until stop: AsyncStream<Void>) async throws(KeychainError) {
        let mark = AgentMark(vault.configuration.location)
        guard let hold = try mark.take() else {
            throw KeychainError(
                .unknown, "another agent watches this vault already", nativeDomain: "errno",
                nativeCode: Int(EBUSY), advice: "nothing is left to do; end the other one first")
        }
        defer { withExtendedLifetime(hold) {} }
        let (events, feed) = AsyncStream.makeStream(of: Event.self)
        let beginning = try await begin { feed.yield(.session($0)) }
        let tasks = [
            Task {
                for await _ in stop { break }
                feed.yield(.stop)
            },
            ticking { feed.yield(.tick) },
        ]
        defer { for task in tasks { task.cancel() } }
        do throws(BusFailure) {
            try await serve(events, try beginning.get())
        } catch {
            // Locks would not be seen any more.
            _ = await hasDropped(all: false, .blind)
            throw error.error("the screen lock cannot be followed")
        }
    }

    private func ticking(_ tick: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        let renewal = options.renewal
        return Task {
            while !Task.isCancelled {
                do {
                    try await Task.sleep(for: renewal)
                    tick()
                } catch {
                    // Cancelled: the agent ends.
                    return
                }
            }
        }
    }

    /// Begins to follow logind.
    ///
    /// - Returns: what it follows, or why that failed where there is something to follow.
    /// - Throws: `UNSUPPORTED` where there is nothing: no agent was at work there before, so that
    ///   the keys have the time-out of a machine without one.
    private func begin(
        _ deliver: @escaping @Sendable (SessionEvent) -> Void
    ) async throws(KeychainError) -> Result<(watch: Watch, followsSavers: Bool), BusFailure> {
        do throws(BusFailure) {
            let sessions = try SessionWatch(system: options.systemBus, user: options.userBus)
            let followsSavers = try await sessions.follow(deliver)
            let watch = Watch(sessions: sessions)
            try await delaySleep(watch)
            return .success((watch, followsSavers))
        } catch {
            guard error.isNobodyThere else { return .failure(error) }
            throw Self.nothingToFollow(error)
        }
    }

    private static func nothingToFollow(_ failure: BusFailure) -> KeychainError {
        let (what, number): (String, Int32?) =
            if case .noBus(let number) = failure {
                ("there is no system bus (\(Errno(number).text))", number)
            } else {
                ("there is no logind on the system bus", nil)
            }
        return KeychainError(
            .unsupported, "the screen lock cannot be followed: \(what)",
            nativeDomain: number == nil ? nil : "errno", nativeCode: number.map(Int.init),
            advice:
                "start dbus and systemd-logind, or set DBUS_SYSTEM_BUS_ADDRESS; without an agent"
                + " the keys go 15 minutes after an unlock")
    }

    private func serve(
        _ events: AsyncStream<Event>, _ beginning: (watch: Watch, followsSavers: Bool)
    ) async throws(BusFailure) {
        var watch = beginning.watch
        let sessions = watch.sessions
        for name in await sessions.activeSavers() { _ = watch.state.saver(name, isActive: true) }
        try await refresh(&watch)
        if !watch.state.isOpen { await drop(all: false, .screenLock, &watch) }
        await renew(&watch)
        notify(.watching(followsSavers: beginning.followsSavers))
        for await event in events {
            switch event {
            case .session(let event): try await take(event, &watch)
            case .tick:
                try await refresh(&watch)
                await renew(&watch)
            case .stop:
                return await drop(all: false, .stop, &watch)
            }
        }
    }

    private func take(_ event: SessionEvent, _ watch: inout Watch) async throws(BusFailure) {
        switch event {
        case .request(let lock, let session):
            await answer(watch.state.request(lock: lock, of: session), &watch)
        case .saver(let name, let isActive):
            await answer(watch.state.saver(name, isActive: isActive), &watch)
        case .stale: try await refresh(&watch)
        case .sleep(isBeginning: true):
            await drop(all: options.dropsAllOnSleep, .sleep, &watch)
            // The machine may sleep now.
            watch.inhibitor.withLock { $0 = nil }
        case .sleep(isBeginning: false), .logindChanged(isThere: true):
            try await delaySleep(watch)
            try await refresh(&watch)
        case .logindChanged(isThere: false):
            // It comes back within moments when it was updated; until then nothing is renewed.
            watch.inhibitor.withLock { $0 = nil }
            await answer(watch.state.take([]), &watch)
        case .ended(let failure): throw failure
        }
    }

    private func delaySleep(_ watch: Watch) async throws(BusFailure) {
        let descriptor = try await watch.sessions.logind.delaySleep()
        watch.inhibitor.withLock { $0 = descriptor }
    }

    private func refresh(_ watch: inout Watch) async throws(BusFailure) {
        do throws(BusFailure) {
            let now = try await watch.sessions.logind.sessions(of: getuid())
            await answer(watch.state.take(now), &watch)
        } catch {
            // Without logind nobody says that a screen is open; without its bus it is over.
            guard error.isNobodyThere || error == .timedOut else { throw error }
            await answer(watch.state.take([]), &watch)
        }
    }

    private func answer(_ changes: [SessionState.Change], _ watch: inout Watch) async {
        for change in changes {
            switch change {
            case .locked: await drop(all: false, .screenLock, &watch)
            case .unlocked, .foreground: await renew(&watch)
            }
        }
    }

    /// Renews where the screen is open and in use; answers idleness once.
    private func renew(_ watch: inout Watch) async {
        if let debt = watch.debt { await drop(all: debt.all, debt.reason, &watch) }
        if watch.debt != nil { return }
        let isIdle = watch.state.idleSince.map { since in
            let now = BusClock.now
            return now > since && Duration.microseconds(now - since) >= options.idleTimeout
        }
        if isIdle == true {
            if !watch.isIdle { await drop(all: false, .idle, &watch) }
            watch.isIdle = true
            return
        }
        watch.isIdle = false
        defer { vault.letGo() }
        do throws(KeychainError) {
            try await vault.renewKeys(
                for: watch.state.isOpen ? options.lease : nil, longestAge: options.longestAge)
        } catch {
            notify(.failed(error.message))
        }
    }

    private func drop(all: Bool, _ reason: AgentReason, _ watch: inout Watch) async {
        let isAll = all || watch.debt?.all == true
        watch.debt = await hasDropped(all: isAll, reason) ? nil : (isAll, reason)
    }

    private func hasDropped(all: Bool, _ reason: AgentReason) async -> Bool {
        defer { vault.letGo() }
        do throws(KeychainError) {
            try await vault.lock(alsoAfterFirstUnlock: all)
            notify(.dropped(all: all, because: reason))
            return true
        } catch {
            // Without a vault or a passcode there is nothing that could be dropped.
            if error.code == .passcodeNotSet { return true }
            notify(.failed(error.message))
            return false
        }
    }
}
#endif
