#if os(Linux) && TPM
import CTSS
import Glibc
import HoldfastCore
import HoldfastCrypto

/// An open way to the TPM, for the length of one operation and for one thread.
///
/// It is not kept between operations: the kernel's resource manager frees at the end what a failure
/// left behind, a device that serves one process at a time is there for others, and a TPM that went
/// away and came back is simply reached anew.
final class TPMConnection {
    /// The library's context, which no two threads may use at once.
    let esys: OpaquePointer
    /// What is remembered of the TPM from one operation to the next.
    var memory: TPMMemory
    private let transport: OpaquePointer

    /// Opens the way.
    ///
    /// - Parameters:
    ///   - address: the library's name for it, as `device:/dev/tpmrm0`.
    ///   - memory: what the last operation knew of the TPM.
    /// - Throws: `HARDWARE_UNAVAILABLE` if there is no TPM there, or none for this user.
    init(_ address: TPMAddress, _ memory: TPMMemory) throws(KeychainError) {
        try address.requireAccess()
        var transport: OpaquePointer?
        let opened = Tss2_TctiLdr_Initialize(address.text, &transport)
        guard opened == 0, let transport else { throw Self.unreachable(opened) }
        var esys: OpaquePointer?
        let started = Esys_Initialize(&esys, transport, nil)
        guard started == 0, let esys else {
            var unused: OpaquePointer? = transport
            Tss2_TctiLdr_Finalize(&unused)
            throw Self.unreachable(started)
        }
        self.transport = transport
        self.esys = esys
        self.memory = memory
        try keepFromChildren()
    }

    deinit {
        var esys: OpaquePointer? = esys
        Esys_Finalize(&esys)
        var transport: OpaquePointer? = transport
        Tss2_TctiLdr_Finalize(&transport)
    }

    /// Keeps the device from programs that this process starts meanwhile, which the library forgets.
    private func keepFromChildren() throws(KeychainError) {
        var handles: UnsafeMutablePointer<TSS2_TCTI_POLL_HANDLE>?
        var count = 0
        // The sockets of simulators are not told, which is no failure.
        guard Esys_GetPollHandles(esys, &handles, &count) == 0, let handles else { return }
        defer { free(handles) }
        for index in 0..<count where fcntl(handles[index].fd, F_SETFD, FD_CLOEXEC) != 0 {
            throw KeychainError(Errno.current, "the way to the TPM cannot be kept from children")
        }
    }

    private static func unreachable(_ code: TSS2_RC) -> KeychainError {
        KeychainError(
            .hardwareUnavailable, "the TPM cannot be reached", nativeDomain: TPMCode.domain,
            nativeCode: Int(code),
            advice: "check that this machine has a TPM 2.0 and that its libraries are installed")
    }
}

extension TPMConnection {
    /// Throws what a code means.
    func check(_ code: TSS2_RC, _ what: String) throws(KeychainError) {
        guard code == 0 else { throw KeychainError(TPMCode(code), what) }
    }

    /// Lends an object or session of the TPM and frees its place afterwards, whatever happens.
    func holding<R>(
        _ handle: ESYS_TR, _ body: (ESYS_TR) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let result: R
        do throws(KeychainError) {
            result = try body(handle)
        } catch {
            // The body's failure is the one to tell; what fails here fails for the same reason, or
            // is freed when the way is closed.
            Esys_FlushContext(esys, handle)
            throw error
        }
        try check(Esys_FlushContext(esys, handle), "a place in the TPM cannot be freed")
        return result
    }

    /// Runs a body with a session whose key only this process and the TPM know: it authenticates
    /// commands and answers, and hides their first parameter where it is asked to.
    ///
    /// - Parameters:
    ///   - parent: the key that the session's secret is sent under; its name has been checked.
    ///   - type: authorization by value, or by policy.
    ///   - body: gets the session.
    /// - Returns: what the body returns.
    /// - Throws: the TPM's code; what the body throws.
    func withSession<R>(
        saltedBy parent: ESYS_TR, type: TPM2_SE = TPM2_SE_HMAC,
        _ body: (ESYS_TR) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        var symmetric = TPMT_SYM_DEF()
        symmetric.algorithm = TPM2_ALG_AES
        symmetric.keyBits.aes = 128
        symmetric.mode.aes = TPM2_ALG_CFB
        var session = ESYS_TR()
        try check(
            Esys_StartAuthSession(
                esys, parent, none, none, none, none, nil, type, &symmetric, TPM2_ALG_SHA256,
                &session), "a session with the TPM cannot be started")
        return try holding(session, body)
    }

    /// Says what of the next command a session hides and proves.
    func setHiding(
        _ session: ESYS_TR, _ attributes: TPMA_SESSION
    ) throws(KeychainError) {
        let all = TPMA_SESSION(TPMA_SESSION_CONTINUESESSION) | attributes
        try check(
            Esys_TRSess_SetAttributes(esys, session, all, 0xff), "a session cannot be set up")
    }

    /// Gives the library the value that authorizes the use of an object.
    func authorize(
        _ object: ESYS_TR, with authorization: SecretBytes?
    ) throws(KeychainError) {
        guard let authorization else { return }
        let code = withWipedMemory(TPM2B_AUTH.self) { auth in
            auth.pointee.setAuthorization(authorization)
            return Esys_TR_SetAuth(esys, object, auth)
        }
        try check(code, "an authorization cannot be used")
    }

    /// Where the library takes a handle and there is none.
    var none: ESYS_TR { ESYS_TR(ESYS_TR_NONE) }
}
#endif
