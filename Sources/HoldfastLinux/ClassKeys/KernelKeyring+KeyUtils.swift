#if os(Linux)
import CKeyUtils
import Glibc
import HoldfastCore
import HoldfastCrypto

/// Class keys in the kernel's keyring of the user, where they outlive the process.
///
/// They are there until they are dropped, time out or the machine starts anew; a logout does not
/// remove them. Every process of the same user can read and replace them, which is why a loaded
/// key is checked against the vault and why the threat model says so.
///
/// - Note: `keyrings(7)`, `add_key(2)`, `keyctl_setperm(3)`.
struct KernelKeyring: ClassKeyCache {
    /// Everything for the possessor; view, read, search, link and set-attribute for the user, so
    /// that a process with another session keyring (a service, `sudo`, `cron`) can use the key too.
    private static let permissions: key_perm_t = 0x3f00_0000 | 0x003b_0000

    private static let magic: [UInt8] = Array("HFK1".utf8)
    private static let payloadByteCount = 4 + VaultID.byteCount + 1 + 4 + 32

    func key(_ name: ClassKeyName) throws(KeychainError) -> SecretBytes? {
        guard let serial = try find(name) else { return nil }
        let key = try read(serial, name)
        if key == nil { try invalidate(serial) }
        return key
    }

    func keep(
        _ key: SecretBytes, as name: ClassKeyName, lifetime: Duration?
    ) throws(KeychainError) {
        let payload = Self.payload(key, name)
        // The four calls run on one thread, because the key is first made in that thread's own
        // keyring: only there do we possess it, and only a possessor may set permissions when the
        // session keyring is not linked to the user's (as in a service).
        let serial = payload.withUnsafeBytes { bytes in
            add_key(
                "user", Self.description(name), bytes.baseAddress, bytes.count,
                KEY_SPEC_THREAD_KEYRING)
        }
        guard serial >= 0 else { throw Self.error(Errno.current, "add the key") }
        defer { keyctl_unlink(serial, KEY_SPEC_THREAD_KEYRING) }
        guard keyctl_setperm(serial, Self.permissions) >= 0 else {
            throw Self.error(Errno.current, "set the key's permissions")
        }
        if let lifetime {
            guard Self.setTimeout(serial, lifetime) else {
                throw Self.error(Errno.current, "set the key's time-out")
            }
        }
        // A link displaces a key of the same name: at no moment is there none.
        guard keyctl_link(serial, KEY_SPEC_USER_KEYRING) >= 0 else {
            throw Self.error(Errno.current, "link the key")
        }
    }

    func drop(_ name: ClassKeyName) throws(KeychainError) {
        // More than one key of the name can be linked one after the other by racing processes.
        while let serial = try find(name) { try invalidate(serial) }
    }

    func renew(_ name: ClassKeyName, for lifetime: Duration) throws(KeychainError) -> Bool {
        guard let serial = try find(name) else { return false }
        if Self.setTimeout(serial, lifetime) { return true }
        let error = Errno.current
        switch error.code {
        // Dropped between the search and now: it stays dropped.
        case ENOKEY, EKEYEXPIRED, EKEYREVOKED: return false
        default: throw Self.error(error, "set the key's time-out")
        }
    }

    func limit(_ name: ClassKeyName, to lifetime: Duration) throws(KeychainError) {
        guard let serial = try find(name) else { return }
        switch ProcKeys.entry(serial) {
        case .ending: return
        case .endless: _ = try renew(name, for: lifetime)
        case .unlisted:
            // Gone since the search, or it cannot be told whether it has an end: moving that again
            // and again would keep the key for ever.
            guard try find(name) != nil else { return }
            throw KeychainError(
                .unsupported, "/proc/keys does not show the key, so its age cannot be limited")
        }
    }

    func remainingLifetime(_ name: ClassKeyName) throws(KeychainError) -> Duration? {
        guard let serial = try find(name) else { return nil }
        if case .ending(let lifetime) = ProcKeys.entry(serial) { return lifetime }
        return nil
    }

    private static func setTimeout(_ serial: key_serial_t, _ lifetime: Duration) -> Bool {
        // Never 0, which would mean no time-out at all.
        keyctl_set_timeout(serial, UInt32(clamping: max(1, lifetime.components.seconds))) >= 0
    }

    private func find(_ name: ClassKeyName) throws(KeychainError) -> key_serial_t? {
        let serial = keyctl_search(KEY_SPEC_USER_KEYRING, "user", Self.description(name), 0)
        if serial >= 0 { return key_serial_t(serial) }
        let error = Errno.current
        switch error.code {
        case ENOKEY, EKEYEXPIRED, EKEYREVOKED: return nil
        default: throw Self.error(error, "search the keyring")
        }
    }

    private func read(
        _ serial: key_serial_t, _ name: ClassKeyName
    ) throws(KeychainError) -> SecretBytes? {
        var failure: Errno?
        var count = 0
        let payload = SecretBytes(count: Self.payloadByteCount) { buffer in
            count = Int(
                keyctl_read(
                    serial, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count))
            if count < 0 { failure = Errno.current }
        }
        switch failure?.code {
        case nil: return count == payload.count ? Self.key(in: payload, name) : nil
        // It went away between the search and the read.
        case ENOKEY, EKEYEXPIRED, EKEYREVOKED: return nil
        case .some(let code): throw Self.error(Errno(code), "read the key")
        }
    }

    private func invalidate(_ serial: key_serial_t) throws(KeychainError) {
        guard keyctl_invalidate(serial) < 0 else { return }
        let error = Errno.current
        switch error.code {
        case ENOKEY, EKEYEXPIRED, EKEYREVOKED: return
        default: throw Self.error(error, "drop the key")
        }
    }

    private static func description(_ name: ClassKeyName) -> String {
        "holdfast:\(name.vaultID.hex):\(name.slot.keyClass.rawValue):\(name.slot.generation)"
    }

    private static func header(_ name: ClassKeyName) -> [UInt8] {
        ByteWriter.encode(reserving: payloadByteCount) { writer in
            writer.put(magic)
            writer.put(name.vaultID.bytes)
            writer.put(name.slot.keyClass.rawValue)
            writer.put(name.slot.generation)
        }
    }

    private static func payload(_ key: SecretBytes, _ name: ClassKeyName) -> SecretBytes {
        let header = header(name)
        return SecretBytes(count: header.count + key.count) { buffer in
            buffer.copyBytes(from: header)
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[header.count...])
            key.withUnsafeBytes { rest.copyMemory(from: $0) }
        }
    }

    private static func key(in payload: SecretBytes, _ name: ClassKeyName) -> SecretBytes? {
        let header = header(name)
        return payload.withUnsafeBytes { bytes in
            guard bytes.starts(with: header) else { return nil }
            return SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[header.count...]))
        }
    }

    /// The error where the keyring as such does not work, with the ways out.
    private static func error(_ error: Errno, _ what: String) -> KeychainError {
        KeychainError(
            .interactionNotAllowed,
            "the vault is locked, and the kernel keyring that would hold its unlocked keys cannot"
                + " be used here (\(what): \(error.text))",
            nativeDomain: "keyutils", nativeCode: Int(error.code),
            advice: waysOut)
    }

    static let waysOut =
        "give each command the passcode with --passcode-fd N or the credential"
        + " holdfast.passcode in $CREDENTIALS_DIRECTORY, or keep the vault unlocked in one process"
}
#endif
