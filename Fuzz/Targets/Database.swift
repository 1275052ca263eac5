import Glibc
@testable import HoldfastCore
@testable import HoldfastLinux
@testable import HoldfastSQLite

/// A file of any bytes opened as a vault's database, and everything read that needs no key.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    Scratch.write(UnsafeRawBufferPointer(start: start, count: count), to: "vault.db")
    defer { for end in ["", "-wal", "-shm"] { unlink(Scratch.path + "/vault.db" + end) } }
    do throws(KeychainError) {
        let database = try VaultDatabase(path: Scratch.path + "/vault.db", .init(mode: .readWrite))
        _ = try database.keybag().digest
        let (root, _) = try database.root()
        _ = try database.attempts()
        for index in [0, 63] { _ = try database.node(index) }
        try database.forEachItem { (row) throws(KeychainError) in
            _ = try database.item(row.id, withValue: true)
        }
        try database.checkCounts(of: root)
    } catch {
        // Any error is an answer; what is looked for are crashes, hangs and memory.
        precondition(!error.message.isEmpty)
    }
    return 0
}
