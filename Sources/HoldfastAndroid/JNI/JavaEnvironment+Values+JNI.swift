#if canImport(CJNI)
import CJNI
import HoldfastCrypto

/// Texts and bytes, there and back.
extension JavaEnvironment {
    // MARK: Texts

    func string(_ text: String) throws(JavaException) -> jvalue {
        let units = Array(text.utf16)
        let made = units.withUnsafeBufferPointer {
            jni_new_string(raw, $0.baseAddress, jsize($0.count))
        }
        try check()
        return jvalue(l: made)
    }

    /// A text that may be absent, as `null`.
    func string(_ text: String?) throws(JavaException) -> jvalue {
        guard let text else { return jvalue(l: nil) }
        return try string(text)
    }

    func text(_ object: jobject) -> String {
        let count = Int(jni_string_count(raw, object))
        let units = [UInt16](unsafeUninitializedCapacity: count) { buffer, initialized in
            jni_get_string(raw, object, 0, jsize(count), buffer.baseAddress)
            initialized = count
        }
        return String(decoding: units, as: UTF16.self)
    }

    func texts(_ array: jobject?) throws(JavaException) -> [String] {
        guard let array else { return [] }
        var found: [String] = []
        for place in 0..<jni_count(raw, array) {
            let element = jni_element(raw, array, place)
            try check()
            if let element { found.append(text(element)) }
        }
        return found
    }

    // MARK: Bytes

    func bytes(_ bytes: [UInt8]) throws(JavaException) -> jvalue {
        try bytes.withRawBytes { (buffer) throws(JavaException) -> jvalue in
            jvalue(l: try array(of: buffer))
        }
    }

    /// Lends a secret to a body as a Java array, whose bytes are wiped afterwards.
    func withSecret<R>(
        _ secret: SecretBytes, _ body: (jvalue) throws(JavaException) -> R
    ) throws(JavaException) -> R {
        let lent = try secret.withUnsafeBytes { (buffer) throws(JavaException) -> jobject in
            try array(of: buffer)
        }
        defer { wipe(lent) }
        return try body(jvalue(l: lent))
    }

    func bytes(of array: jobject?) throws(JavaException) -> [UInt8]? {
        guard let array else { return nil }
        let count = jni_count(raw, array)
        let bytes = [UInt8](count: Int(count)) { buffer in
            jni_get_bytes(
                raw, array, 0, count, buffer.baseAddress?.assumingMemoryBound(to: jbyte.self))
        }
        try check()
        return bytes
    }

    /// Moves a Java array's bytes into wiped memory, and wipes the array.
    func secret(of array: jobject?) throws(JavaException) -> SecretBytes {
        guard let array else {
            throw JavaException("java.lang.NullPointerException", message: "no bytes were given")
        }
        defer { wipe(array) }
        let count = jni_count(raw, array)
        let secret = SecretBytes(count: Int(count)) { buffer in
            jni_get_bytes(
                raw, array, 0, count, buffer.baseAddress?.assumingMemoryBound(to: jbyte.self))
        }
        try check()
        return secret
    }

    private func array(of buffer: UnsafeRawBufferPointer) throws(JavaException) -> jobject {
        let made = jni_new_bytes(raw, jsize(buffer.count))
        try check()
        guard let made else {
            throw JavaException("java.lang.OutOfMemoryError", message: "no array")
        }
        jni_set_bytes(
            raw, made, 0, jsize(buffer.count),
            buffer.baseAddress?.assumingMemoryBound(to: jbyte.self))
        try check()
        return made
    }

    private func wipe(_ array: jobject) {
        let count = jni_count(raw, array)
        [jbyte](repeating: 0, count: Int(count)).withUnsafeBufferPointer {
            jni_set_bytes(raw, array, 0, count, $0.baseAddress)
        }
        // The range is the array's own, so nothing can be thrown; a pending exception of the body
        // has been taken before.
        _ = jni_take_exception(raw)
    }
}
#endif
