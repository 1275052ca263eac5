#if os(Linux) && TPM
import CTSS
import HoldfastCore
import HoldfastCrypto

/// Lends zeroed memory for a structure of C that holds a secret, and wipes it afterwards.
func withWipedMemory<Structure: BitwiseCopyable, R, E: Error>(
    _ type: Structure.Type, _ body: (UnsafeMutablePointer<Structure>) throws(E) -> R
) throws(E) -> R {
    let size = MemoryLayout<Structure>.size
    let memory = UnsafeMutableRawPointer.allocate(
        byteCount: size, alignment: MemoryLayout<Structure>.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    defer {
        UnsafeMutableRawBufferPointer(start: memory, count: size).wipe()
        memory.deallocate()
    }
    return try body(memory.bindMemory(to: Structure.self, capacity: 1))
}

/// Takes over a structure that the library allocated; wipes and frees it after the body.
func taking<Structure, R>(
    _ structure: UnsafeMutablePointer<Structure>?, _ what: String,
    _ body: (UnsafePointer<Structure>) throws(KeychainError) -> R
) throws(KeychainError) -> R {
    guard let structure else { throw KeychainError(.unknown, "\(what): the TPM gave nothing") }
    defer {
        UnsafeMutableRawBufferPointer(start: structure, count: MemoryLayout<Structure>.size).wipe()
        Esys_Free(structure)
    }
    return try body(structure)
}

extension TPM2B_DIGEST {
    /// At most 64 bytes.
    init(_ bytes: [UInt8]) {
        self.init()
        withUnsafeMutableBytes(of: &buffer) { $0.copyBytes(from: bytes.prefix($0.count)) }
        size = UInt16(min(bytes.count, MemoryLayout.size(ofValue: buffer)))
    }

    /// Sets an authorization value as the TPM itself keeps it: without zeros at its end.
    mutating func setAuthorization(_ authorization: SecretBytes) {
        size = authorization.withUnsafeBytes { bytes in
            let count = min(bytes.count, MemoryLayout.size(ofValue: buffer))
            let used = bytes[..<count].lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
            withUnsafeMutableBytes(of: &buffer) {
                $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<used]))
            }
            return UInt16(used)
        }
    }
}

extension TPM2B_ECC_PARAMETER {
    /// At most 32 bytes of a coordinate or number of P-256.
    init(_ bytes: some Collection<UInt8>) {
        self.init()
        withUnsafeMutableBytes(of: &buffer) { $0.copyBytes(from: bytes.prefix($0.count)) }
        size = UInt16(min(bytes.count, MemoryLayout.size(ofValue: buffer)))
    }

    /// Writes the number with the leading zeros that the TPM may leave out.
    ///
    /// Mutating only so that it is read where it lies: a copy of a secret would be wiped by nobody.
    ///
    /// - Returns: whether it fits.
    mutating func write(to target: UnsafeMutableRawBufferPointer) -> Bool {
        let count = Int(size)
        guard count <= target.count else { return false }
        withUnsafeBytes(of: &buffer) { bytes in
            UnsafeMutableRawBufferPointer(rebasing: target[(target.count - count)...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
        return true
    }
}

extension TPM2B_NAME {
    var bytes: [UInt8] {
        withUnsafeBytes(of: name) { [UInt8]($0.prefix(Int(size))) }
    }
}

extension TPM2B_PUBLIC {
    /// The structure in the TPM's own encoding.
    func marshalled() throws(KeychainError) -> [UInt8] {
        var source = self
        return try marshal(MemoryLayout<TPM2B_PUBLIC>.size) { bytes, size, offset in
            Tss2_MU_TPM2B_PUBLIC_Marshal(&source, bytes, size, offset)
        }
    }

    /// Takes a structure that fills the bytes exactly; `nil` for any others.
    init?(marshalled bytes: [UInt8]) {
        var target = TPM2B_PUBLIC()
        var offset = 0
        guard Tss2_MU_TPM2B_PUBLIC_Unmarshal(bytes, bytes.count, &offset, &target) == 0,
            offset == bytes.count
        else { return nil }
        self = target
    }
}

extension TPM2B_PRIVATE {
    /// The structure in the TPM's own encoding: a private part that only its parent can open.
    func marshalled() throws(KeychainError) -> [UInt8] {
        var source = self
        return try marshal(MemoryLayout<TPM2B_PRIVATE>.size) { bytes, size, offset in
            Tss2_MU_TPM2B_PRIVATE_Marshal(&source, bytes, size, offset)
        }
    }

    /// Takes a structure that fills the bytes exactly; `nil` for any others.
    init?(marshalled bytes: [UInt8]) {
        var target = TPM2B_PRIVATE()
        var offset = 0
        guard Tss2_MU_TPM2B_PRIVATE_Unmarshal(bytes, bytes.count, &offset, &target) == 0,
            offset == bytes.count
        else { return nil }
        self = target
    }
}

private func marshal(
    _ capacity: Int,
    _ body: (UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<Int>) -> TSS2_RC
) throws(KeychainError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: capacity)
    var offset = 0
    let code = bytes.withUnsafeMutableBufferPointer { body($0.baseAddress, $0.count, &offset) }
    guard code == 0 else {
        throw KeychainError(TPMCode(code), "a structure of the TPM cannot be written")
    }
    return [UInt8](bytes.prefix(offset))
}
#endif
