#if canImport(CJNI)
import CJNI
import HoldfastCore
import HoldfastCrypto

/// Prompts through `org.holdfast.BiometricPrompts`, which shows them by androidx.biometric.
struct JavaBiometricPrompt: BiometricPromptCalls {
    let machine: JavaMachine
    let operations: JavaReferences

    func canAuthenticate(_ authenticators: KeySpec.Authenticators) -> Int {
        do {
            return try machine.run { (java) throws(JavaException) in
                try java.int(
                    java.classes.prompts, "canAuthenticate", "(I)I",
                    [jvalue(i: jint(authenticators.rawValue))])
            }
        } catch {
            // androidx answers numbers and throws nothing; a machine that does is no sensor.
            return BiometricManagerNumber.hardwareUnavailable.rawValue
        }
    }

    func authenticate(
        _ prompt: Prompt, _ authenticators: KeySpec.Authenticators,
        for operation: KeystoreOperation?
    ) async -> Int {
        await withCheckedContinuation { continuation in
            let number = PendingPrompts.begin(continuation)
            do {
                try machine.run { (java) throws(JavaException) in
                    try show(prompt, authenticators, operation, number, java)
                }
            } catch {
                PendingPrompts.end(number, with: BiometricNumber.canceled.rawValue)
            }
        }
    }

    private func show(
        _ prompt: Prompt, _ authenticators: KeySpec.Authenticators,
        _ operation: KeystoreOperation?, _ number: Int64, _ java: JavaEnvironment
    ) throws(JavaException) {
        let text = "Ljava/lang/String;"
        try java.void(
            java.classes.prompts, "authenticate",
            "(J\(text)\(text)\(text)\(text)ILjava/lang/Object;)V",
            [
                jvalue(j: jlong(number)), try java.string(prompt.title),
                try java.string(prompt.subtitle), try java.string(prompt.description),
                try java.string(prompt.cancel), jvalue(i: jint(authenticators.rawValue)),
                jvalue(l: operation.flatMap { operations.object($0.number)?.object }),
            ])
    }
}

/// The prompts that are shown now, by the numbers that Java knows them by.
enum PendingPrompts {
    private struct State {
        var next: Int64 = 1
        var waiting: [Int64: CheckedContinuation<Int, Never>] = [:]
    }

    private static let state = Locked(State())

    static func begin(_ continuation: CheckedContinuation<Int, Never>) -> Int64 {
        state.withLock { state in
            defer { state.next += 1 }
            state.waiting[state.next] = continuation
            return state.next
        }
    }

    /// Ends a prompt; a second end of one is ignored, as androidx may report two.
    static func end(_ number: Int64, with code: Int) {
        let continuation = state.withLock { $0.waiting.removeValue(forKey: number) }
        continuation?.resume(returning: code)
    }
}

/// `BiometricPrompts.ended`, called by Java on any thread.
@_cdecl("Java_org_holdfast_BiometricPrompts_ended")
func promptEnded(
    _ environment: UnsafeMutablePointer<JNIEnv?>, _ type: jclass, _ number: jlong, _ code: jint
) {
    PendingPrompts.end(Int64(number), with: Int(code))
}
#endif
