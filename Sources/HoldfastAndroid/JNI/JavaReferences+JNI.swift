#if canImport(CJNI)
import CJNI
import HoldfastCrypto

// Safe although unchecked: a global reference may be used on every thread (JNI specification,
// "Global and Local References"); the table that holds it hands it out once.
/// A Java object that outlives a call.
struct JavaReference: @unchecked Sendable {
    let object: jobject
}

/// The operations that were begun and not ended, by the numbers that stand for them.
final class JavaReferences: Sendable {
    private struct State {
        var next = 1
        var objects: [Int: JavaReference] = [:]
    }

    private let state = Locked(State())

    /// How many objects are kept; 0 when every operation has ended.
    var count: Int { state.withLock { $0.objects.count } }

    func keep(_ object: jobject, _ environment: JavaEnvironment) throws(JavaException) -> Int {
        guard let global = jni_new_global(environment.raw, object) else {
            throw JavaException("java.lang.OutOfMemoryError", message: "no global reference")
        }
        let reference = JavaReference(object: global)
        return state.withLock { state in
            defer { state.next += 1 }
            state.objects[state.next] = reference
            return state.next
        }
    }

    /// The object, without giving it up.
    func object(_ number: Int) -> JavaReference? {
        state.withLock { $0.objects[number] }
    }

    /// Lends the object to a body for the last time.
    func take<R>(
        _ number: Int, _ environment: JavaEnvironment,
        _ body: (jobject) throws(JavaException) -> R
    ) throws(JavaException) -> R {
        let taken = state.withLock { $0.objects.removeValue(forKey: number) }
        guard let taken else {
            throw JavaException(
                "java.lang.IllegalStateException", message: "the operation has ended")
        }
        defer { jni_delete_global(environment.raw, taken.object) }
        return try body(taken.object)
    }

    /// Gives an object up, if it is still there.
    func drop(_ number: Int, _ environment: JavaEnvironment) {
        let taken = state.withLock { $0.objects.removeValue(forKey: number) }
        if let taken { jni_delete_global(environment.raw, taken.object) }
    }
}
#endif
