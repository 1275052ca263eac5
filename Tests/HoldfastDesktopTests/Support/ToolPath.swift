#if Desktop
import Glibc
import Testing

@testable import HoldfastLinux

/// Where the tool is that was built along with this test.
enum ToolPath {
    /// The folder that `Tests` really lies in.
    static let repository: String = {
        guard let path = realpath(#filePath, nil) else { return "" }
        defer { free(path) }
        let parts = String(cString: path).split(separator: "/")
        return "/" + parts.dropLast(4).joined(separator: "/")
    }()

    static func find() throws -> String {
        let own = try #require(realpath("/proc/self/exe", nil))
        defer { free(own) }
        let folder = String(cString: own).split(separator: "/").dropLast().joined(separator: "/")
        let path = "/\(folder)/holdfast"
        try #require(access(path, X_OK) == 0, "the tool is built along with the tests")
        return path
    }
}

/// Whether the kernel keyring can be used here.
enum KernelKeyringProbe {
    static let answers: Bool = {
        guard let vaultID = VaultID([UInt8](repeating: 1, count: 16)) else { return false }
        let name = ClassKeyName(
            vaultID: vaultID, slot: KeySlot(keyClass: .metadata, generation: 0))
        do {
            _ = try KernelKeyring().key(name)
            return true
        } catch {
            return false
        }
    }()
}
#endif
