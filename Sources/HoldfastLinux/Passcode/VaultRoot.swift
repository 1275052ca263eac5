#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// The key above all class keys, tangled from the passcode, if there is one, and the device secret.
///
/// `HKDF(ikm = len ‖ Argon2id(passcode, salt) ‖ len ‖ device secret, salt = vault id,
/// info = "holdfast/root/v1" ‖ vault id ‖ 1)`; each length is 4 bytes, and without a passcode
/// the first part is empty.
struct VaultRoot: Sendable {
    static let checkByteCount = 16
    /// Stands in the derivation, in vaults of every format so far.
    static let version: UInt32 = 1

    /// 32 bytes.
    let key: SecretBytes
    /// The device secret that it was derived from; `nil` if a rescue code gave it.
    let deviceSecret: SecretBytes?

    /// Derives the root.
    ///
    /// - Parameters:
    ///   - stretched: the passcode after ``stretch(_:_:)``; `nil` without a passcode.
    ///   - deviceSecret: the device's secret.
    ///   - vault: the vault's id.
    /// - Throws: `UNKNOWN` with the domain `holdfast.crypto` if the library fails.
    init(
        stretched: SecretBytes?, deviceSecret: SecretBytes, vault: VaultID
    ) throws(KeychainError) {
        let passcode = stretched ?? SecretBytes([])
        let material = Self.joined(passcode, deviceSecret)
        let info = ByteWriter.encode { writer in
            writer.put("holdfast/root/v1".utf8)
            writer.put(vault.bytes)
            writer.put(Self.version)
        }
        key = try crypto { () throws(CryptoError) in
            try HKDFSHA256.derive(
                inputKeyMaterial: material, salt: vault.bytes, info: info, count: 32)
        }
        self.deviceSecret = deviceSecret
    }

    /// Derives the root of the second wrap.
    ///
    /// `HKDF(ikm = code, salt = vault id, info = "holdfast/rescue/v1" ‖ vault id)`. The code's 160
    /// bits are random, so nothing has to be stretched.
    ///
    /// - Parameters:
    ///   - rescueCode: the code.
    ///   - vault: the vault's id.
    /// - Throws: `UNKNOWN` with the domain `holdfast.crypto` if the library fails.
    init(rescueCode: RescueCode, vault: VaultID) throws(KeychainError) {
        let info = ByteWriter.encode { writer in
            writer.put("holdfast/rescue/v1".utf8)
            writer.put(vault.bytes)
        }
        key = try crypto { () throws(CryptoError) in
            try HKDFSHA256.derive(
                inputKeyMaterial: rescueCode.bytes, salt: vault.bytes, info: info, count: 32)
        }
        deviceSecret = nil
    }

    /// Stretches a passcode; slow and large on purpose, so never under a lock.
    static func stretch(
        _ passcode: SecretBytes, _ settings: PasscodeSettings
    ) throws(KeychainError) -> SecretBytes {
        try crypto { () throws(CryptoError) in
            try Argon2id.derive(
                password: passcode, salt: settings.salt, parameters: settings.parameters, count: 32)
        }
    }

    /// A value that tells a wrong passcode from damage; 16 bytes, public.
    var check: [UInt8] {
        Array(
            HMACSHA256Key(key).authenticate(Array("holdfast/root-check/v1".utf8))
                .prefix(Self.checkByteCount))
    }

    private static func joined(_ first: SecretBytes, _ second: SecretBytes) -> SecretBytes {
        SecretBytes(count: 8 + first.count + second.count) { buffer in
            var offset = 0
            func put(_ part: UnsafeRawBufferPointer) {
                UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyMemory(from: part)
                offset += part.count
            }
            for part in [first, second] {
                withUnsafeBytes(of: UInt32(part.count).bigEndian, put)
                part.withUnsafeBytes(put)
            }
        }
    }
}

/// How a vault's passcode is stretched; stored in the vault.
struct PasscodeSettings: Equatable, Sendable {
    static let saltByteCount = 16

    /// Cost of one try: 64 MiB, 3 passes, 1 lane.
    static let standardMemoryKiB = 65_536
    static let standardIterations = 3

    /// What a file may ask for, so that it can neither make a try cheap nor take all memory.
    static let allowedMemoryKiB = 8_192...1_048_576
    static let allowedIterations = 1...16

    let memoryKiB: Int
    let iterations: Int
    let salt: [UInt8]
    let parameters: Argon2id.Parameters

    /// Takes settings; refuses costs out of bounds before any memory is taken.
    ///
    /// - Throws: `DATA_CORRUPTED`, since only a changed file can hold such costs.
    init(memoryKiB: Int, iterations: Int, salt: [UInt8]) throws(KeychainError) {
        guard Self.allowedMemoryKiB.contains(memoryKiB),
            Self.allowedIterations.contains(iterations), salt.count == Self.saltByteCount
        else {
            throw KeychainError(.dataCorrupted, "the vault's passcode costs are out of bounds")
        }
        self.memoryKiB = memoryKiB
        self.iterations = iterations
        self.salt = salt
        parameters = try crypto { () throws(CryptoError) in
            try Argon2id.Parameters(memoryKiB: memoryKiB, iterations: iterations, parallelism: 1)
        }
    }
}
#endif
