import CJNI

// Safe although unchecked: the class is a global reference that is never deleted, and the machine
// lives as long as the process; both may be used on every thread (JNI specification, chapter 5).
/// The static methods of `org.holdfast.test.Main` by which the checks change the stand-ins.
final class TestMain: @unchecked Sendable {
    private let machine: UnsafeMutablePointer<JavaVM?>
    private let type: jclass

    struct Unusable: Error {}

    init(_ environment: UnsafeMutablePointer<JNIEnv?>, _ type: jclass) throws {
        var found: UnsafeMutablePointer<JavaVM?>?
        guard jni_machine(environment, &found) == JNI_OK, let found,
            let global = jni_new_global(environment, type)
        else { throw Unusable() }
        machine = found
        self.type = global
    }

    func setAnswer(_ number: Int) { call("setAnswer", "(I)V", jvalue(i: jint(number))) }
    func setLocked(_ isLocked: Bool) { call("setLocked", "(Z)V", jvalue(z: isLocked ? 1 : 0)) }
    func setForeground(_ isInFront: Bool) {
        call("setForeground", "(Z)V", jvalue(z: isInFront ? 1 : 0))
    }

    /// Has an RSA pair laid into the Keystore as flutter_secure_storage does in the package `p`.
    ///
    /// - Returns: the bytes 1 to 16, wrapped by it; none if Java threw.
    func wrapForeign(isOAEP: Bool) -> [UInt8] {
        var environment: UnsafeMutablePointer<JNIEnv?>?
        let isForeign = jni_environment(machine, &environment) == JNI_EDETACHED
        if isForeign { _ = jni_attach(machine, &environment) }
        defer { if isForeign { _ = jni_detach(machine) } }
        guard let environment,
            let method = jni_static_method(environment, type, "wrapForeign", "(Z)[B")
        else { return [] }
        let answer = [jvalue(z: isOAEP ? 1 : 0)].withUnsafeBufferPointer {
            jni_call_object(environment, type, method, $0.baseAddress)
        }
        guard jni_take_exception(environment) == nil, let answer else { return [] }
        let count = jni_count(environment, answer)
        var bytes = [UInt8](repeating: 0, count: Int(count))
        bytes.withUnsafeMutableBytes {
            jni_get_bytes(
                environment, answer, 0, count,
                $0.baseAddress?.assumingMemoryBound(to: jbyte.self))
        }
        return bytes
    }

    private func call(_ name: String, _ signature: String, _ argument: jvalue) {
        var environment: UnsafeMutablePointer<JNIEnv?>?
        let isForeign = jni_environment(machine, &environment) == JNI_EDETACHED
        if isForeign { _ = jni_attach(machine, &environment) }
        defer { if isForeign { _ = jni_detach(machine) } }
        guard let environment else { return }
        guard let method = jni_static_method(environment, type, name, signature) else {
            _ = jni_take_exception(environment)
            return
        }
        [argument].withUnsafeBufferPointer {
            jni_call_void(environment, type, method, $0.baseAddress)
        }
        _ = jni_take_exception(environment)
    }
}
