import HoldfastApple
import HoldfastCrypto

/// What the system of a simulated iPhone says to one process.
struct SimulatedAppleDevice: AppleDevice {
    let process: AppProcess

    /// What class A keys say; with a grace they outlive the lock.
    var isProtectedDataAvailable: Bool? {
        process.phone.state.withLock { isExtension($0) ? nil : $0.isClassAOpen }
    }

    var isInForeground: Bool? {
        process.phone.state.withLock { state in
            isExtension(state) ? nil : state.device.foregroundApp == process.app
        }
    }

    var hasFaceIDUsageDescription: Bool {
        process.phone.state.withLock { state in
            KeychainCaller(process.app, process: process.number, state).hasUsageDescription
        }
    }

    func makeContext() -> any AuthenticationContext {
        let number = process.phone.state.withLock { state in
            // What a dead process does changes nothing; there is no context with this number.
            guard state.livingProcesses[process.number] != nil else { return 0 }
            let number = state.keychain.nextContext
            state.keychain.nextContext += 1
            state.keychain.contexts[.init(process: process.number, number: number)] = .init()
            return number
        }
        return SimulatedContext(process: process, number: number)
    }

    func observeProtectedData(
        _ body: @escaping @Sendable () -> Void
    ) -> any Sendable & AnyObject {
        process.phone.observeUnlocks { if process.isAlive { body() } }
    }

    private func isExtension(_ state: PhoneState) -> Bool {
        state.builds[process.app]?.isExtension ?? false
    }
}
