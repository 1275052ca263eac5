import HoldfastCrypto

/// A list of strings as system calls want it, wiped when it goes.
final class CStringList {
    private var strings: [UnsafeMutableRawBufferPointer] = []
    private(set) var pointers: [UnsafeMutablePointer<CChar>?] = [nil]

    deinit {
        for string in strings {
            string.wipe()
            string.deallocate()
        }
    }

    /// The first string.
    var first: UnsafeMutablePointer<CChar>? { pointers[0] }

    /// Adds a string made of plain bytes and, behind them, secret ones; neither holds a byte 0.
    func append(_ bytes: [UInt8], _ secret: SecretBytes? = nil) {
        let secretCount = secret?.count ?? 0
        let string = UnsafeMutableRawBufferPointer.allocate(
            byteCount: bytes.count + secretCount + 1, alignment: 1)
        string.copyBytes(from: bytes)
        secret?.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(rebasing: string[bytes.count...]).copyMemory(from: $0)
        }
        string[string.count - 1] = 0
        strings.append(string)
        pointers[pointers.count - 1] = string.baseAddress?.assumingMemoryBound(to: CChar.self)
        pointers.append(nil)
    }
}
