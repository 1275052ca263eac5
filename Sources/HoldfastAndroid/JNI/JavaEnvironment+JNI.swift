#if canImport(CJNI)
import CJNI
import HoldfastCrypto

/// Calls of static Java methods from one thread; each is followed by a look for an exception.
struct JavaEnvironment {
    let raw: UnsafeMutablePointer<JNIEnv?>
    let classes: JavaClasses

    init(_ raw: UnsafeMutablePointer<JNIEnv?>, _ classes: JavaClasses) {
        self.raw = raw
        self.classes = classes
    }

    // MARK: Calls

    func object(
        _ type: jclass, _ name: String, _ signature: String, _ arguments: [jvalue] = []
    ) throws(JavaException) -> jobject? {
        let method = try method(type, name, signature)
        let answer = arguments.withUnsafeBufferPointer {
            jni_call_object(raw, type, method, $0.baseAddress)
        }
        try check()
        return answer
    }

    func boolean(
        _ type: jclass, _ name: String, _ signature: String, _ arguments: [jvalue] = []
    ) throws(JavaException) -> Bool {
        let method = try method(type, name, signature)
        let answer = arguments.withUnsafeBufferPointer {
            jni_call_boolean(raw, type, method, $0.baseAddress)
        }
        try check()
        return answer != 0
    }

    func int(
        _ type: jclass, _ name: String, _ signature: String, _ arguments: [jvalue] = []
    ) throws(JavaException) -> Int {
        let method = try method(type, name, signature)
        let answer = arguments.withUnsafeBufferPointer {
            jni_call_int(raw, type, method, $0.baseAddress)
        }
        try check()
        return Int(answer)
    }

    func void(
        _ type: jclass, _ name: String, _ signature: String, _ arguments: [jvalue] = []
    ) throws(JavaException) {
        let method = try method(type, name, signature)
        arguments.withUnsafeBufferPointer { jni_call_void(raw, type, method, $0.baseAddress) }
        try check()
    }

    private func method(
        _ type: jclass, _ name: String, _ signature: String
    ) throws(JavaException) -> jmethodID {
        let method = jni_static_method(raw, type, name, signature)
        try check()
        guard let method else { throw JavaException("java.lang.NoSuchMethodError", message: name) }
        return method
    }

    // MARK: Exceptions

    func check() throws(JavaException) {
        if let exception = takeException() { throw exception }
    }

    /// The pending exception, cleared and taken apart.
    func takeException() -> JavaException? {
        guard let thrown = jni_take_exception(raw) else { return nil }
        let levels = describe(thrown)
        guard let first = levels.first else {
            return JavaException("java.lang.Throwable", message: "it cannot be described")
        }
        return JavaException(
            first.className, message: first.message, keystoreCode: first.keystoreCode,
            numericCode: first.numericCode, causes: Array(levels.dropFirst()))
    }

    /// One entry a level; none if the exception cannot even be taken apart.
    private func describe(_ thrown: jthrowable) -> [JavaException] {
        let signature = "(Ljava/lang/Throwable;)[Ljava/lang/String;"
        guard let method = jni_static_method(raw, classes.exceptions, "describe", signature),
            jni_take_exception(raw) == nil
        else { return [] }
        let texts = [jvalue(l: thrown)].withUnsafeBufferPointer {
            jni_call_object(raw, classes.exceptions, method, $0.baseAddress)
        }
        guard jni_take_exception(raw) == nil, let texts else { return [] }
        let parts = (0..<jni_count(raw, texts)).map { place in
            let element = jni_element(raw, texts, place)
            return jni_take_exception(raw) == nil ? element.map(text) : nil
        }
        return stride(from: 0, to: parts.count - 3, by: 4).map { start in
            JavaException(
                parts[start] ?? "java.lang.Throwable", message: parts[start + 1],
                keystoreCode: parts[start + 2].flatMap { Int($0) },
                numericCode: parts[start + 3].flatMap { Int($0) })
        }
    }
}
#endif
