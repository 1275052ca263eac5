#if canImport(CJNI)
import CJNI
import HoldfastCrypto

/// The device through `org.holdfast.AndroidDevice`.
struct JavaDevice: AndroidDevice {
    let machine: JavaMachine

    // Each answer is the careful one if Java cannot be asked: nothing is taken for lost; locked;
    // not yet unlocked; without StrongBox. Nothing is read or written then.
    var isDeviceSecure: Bool { ask("isDeviceSecure", ifUnanswered: true) }
    var isDeviceLocked: Bool { ask("isDeviceLocked", ifUnanswered: true) }
    var isUserUnlocked: Bool { ask("isUserUnlocked", ifUnanswered: false) }
    var hasStrongBox: Bool { ask("hasStrongBox", ifUnanswered: false) }

    func observeLock(_ body: @escaping @Sendable () -> Void) -> any Sendable & AnyObject {
        LockObservers.add(body)
    }

    private func ask(_ name: String, ifUnanswered careful: Bool) -> Bool {
        do {
            return try machine.run { (java) throws(JavaException) in
                try java.boolean(java.classes.device, name, "()Z")
            }
        } catch {
            return careful
        }
    }
}

/// Who wants to know of changes of the lock.
enum LockObservers {
    private struct State {
        var next = 1
        var bodies: [Int: @Sendable () -> Void] = [:]
    }

    private static let state = Locked(State())

    static func add(_ body: @escaping @Sendable () -> Void) -> any Sendable & AnyObject {
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.bodies[state.next] = body
            return state.next
        }
        return Observation(number: number)
    }

    /// Calls every observer, outside of the lock.
    static func tell() {
        let bodies = state.withLock { $0.bodies.sorted { $0.key < $1.key }.map(\.value) }
        for body in bodies { body() }
    }

    /// Ends an observation with its own life.
    private final class Observation: Sendable {
        private let number: Int

        init(number: Int) {
            self.number = number
        }

        deinit {
            LockObservers.state.withLock { $0.bodies[number] = nil }
        }
    }
}

/// `AndroidDevice.lockChanged`, called by Java on the main thread.
@_cdecl("Java_org_holdfast_AndroidDevice_lockChanged")
func lockChanged(_ environment: UnsafeMutablePointer<JNIEnv?>, _ type: jclass) {
    LockObservers.tell()
}
#endif
