#if canImport(Security)
import Security

extension EntropyCall {
    /// SecRandomCopyBytes, which writes all bytes or none.
    static let system = EntropyCall { start, count in
        let status = SecRandomCopyBytes(kSecRandomDefault, count, start)
        return status == errSecSuccess ? .wrote(count) : .failed(code: Int(status))
    }
}
#endif
