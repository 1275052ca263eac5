#if canImport(CJNI)
import CJNI
import HoldfastCrypto

// Safe although unchecked: a `JavaVM` lives as long as the process, and its functions may be called
// on every thread (JNI specification, chapter 5).
/// The Java machine of the process, for calls from threads that Java did not make.
final class JavaMachine: @unchecked Sendable {
    private let machine: UnsafeMutablePointer<JavaVM?>
    private let classes: JavaClasses

    /// Takes the machine of a thread that Java called, whose class loader knows the app's classes.
    init(_ environment: UnsafeMutablePointer<JNIEnv?>) throws(JavaException) {
        var machine: UnsafeMutablePointer<JavaVM?>?
        guard jni_machine(environment, &machine) == JNI_OK, let machine else {
            throw JavaException("java.lang.Error", message: "there is no Java machine")
        }
        self.machine = machine
        classes = try JavaClasses(environment)
    }

    /// Runs a body with an environment of this thread.
    ///
    /// A thread that Java does not know is attached for the body and detached after it, and every
    /// local reference that the body makes is freed.
    func run<R>(
        _ body: (JavaEnvironment) throws(JavaException) -> R
    ) throws(JavaException) -> R {
        var found: UnsafeMutablePointer<JNIEnv?>?
        let isForeign = jni_environment(machine, &found) == JNI_EDETACHED
        if isForeign, jni_attach(machine, &found) != JNI_OK { found = nil }
        guard let raw = found else {
            throw JavaException("java.lang.Error", message: "the thread cannot be attached")
        }
        defer { if isForeign { _ = jni_detach(machine) } }
        let environment = JavaEnvironment(raw, classes)
        guard jni_push_frame(raw, Self.localReferenceCount) == JNI_OK else {
            throw environment.takeException()
                ?? JavaException("java.lang.OutOfMemoryError", message: "no local frame")
        }
        defer { jni_pop_frame(raw) }
        return try body(environment)
    }

    /// More than any call makes at once; a chain of eight causes makes four texts each.
    private static let localReferenceCount: jint = 64
}

// Safe although unchecked: the references are global, are never deleted while the process lives,
// and may be used on every thread (JNI specification, "Global and Local References").
/// The package's own Java classes.
final class JavaClasses: @unchecked Sendable {
    let keystore: jclass
    let exceptions: jclass
    let prompts: jclass
    let device: jclass

    fileprivate init(_ raw: UnsafeMutablePointer<JNIEnv?>) throws(JavaException) {
        keystore = try Self.find("org/holdfast/AndroidKeystore", raw)
        exceptions = try Self.find("org/holdfast/JavaExceptions", raw)
        prompts = try Self.find("org/holdfast/BiometricPrompts", raw)
        device = try Self.find("org/holdfast/AndroidDevice", raw)
    }

    private static func find(
        _ name: String, _ raw: UnsafeMutablePointer<JNIEnv?>
    ) throws(JavaException) -> jclass {
        let local = jni_find_class(raw, name)
        // Nothing can take the exception apart before the classes are there: its kind is known.
        if jni_take_exception(raw) == nil, let local, let global = jni_new_global(raw, local) {
            return global
        }
        throw JavaException("java.lang.NoClassDefFoundError", message: name)
    }
}
#endif
