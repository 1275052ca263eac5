#if os(Linux)
import HoldfastCrypto

/// What tells this machine from others, as a hash that is of no use elsewhere.
///
/// - Note: `machine-id(5)`, which asks that the id itself is not shown and a keyed hash used.
enum MachineID {
    private static let key = HMACSHA256Key(SecretBytes(utf8: "holdfast/machine/v1"))

    /// 32 bytes, or `nil` where the machine has no id (many containers).
    static func hash(path: String = "/etc/machine-id") -> [UInt8]? {
        var count = 0
        let text = [UInt8](count: 64) { buffer in
            do throws(Errno) {
                count = try FileSystem.read(path, into: buffer) ?? 0
            } catch {
                // No readable id is the same as none: it only serves to notice a move.
                count = 0
            }
        }
        let id = text.prefix(count).prefix { $0 != 10 }
        return id.count == 32 ? key.authenticate([UInt8](id)) : nil
    }
}
#endif
