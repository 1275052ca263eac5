import HoldfastAndroid

/// What a simulated Android phone says about itself.
struct SimulatedAndroidDevice: AndroidDevice {
    let process: AppProcess
    let profile: AndroidProfile

    var isDeviceSecure: Bool {
        ask("KeyguardManager.isDeviceSecure") { $0.passcode != nil }
    }

    var isDeviceLocked: Bool {
        ask("KeyguardManager.isDeviceLocked") { $0.isLocked }
    }

    var isUserUnlocked: Bool {
        ask("UserManager.isUserUnlocked") { $0.wasUnlocked }
    }

    var hasStrongBox: Bool { profile.apiLevel >= 28 && profile.hasStrongBox }

    func observeLock(_ body: @escaping @Sendable () -> Void) -> any Sendable & AnyObject {
        process.phone.observeUnlocks { [process] in
            if process.isAlive { body() }
        }
    }

    /// These calls cannot fail, but a process can die in them and the phone can change before.
    private func ask(_ name: String, _ answer: (DeviceState) -> Bool) -> Bool {
        process.perform(
            PlatformCall(name, "the device", failures: []), failing: { _ in false }, dead: false,
            describe: { $0 ? "yes" : "no" }
        ) { answer($0.device) }
    }
}
