import Glibc
@testable import HoldfastCore
@testable import HoldfastLinux
@testable import HoldfastSQLite

/// A file of any bytes opened as a vault's database, and everything read that needs no key.
func fuzzDatabase(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    Scratch.write(UnsafeRawBufferPointer(start: start, count: count), to: "vault.db")
    defer { for end in ["", "-wal", "-shm"] { unlink(Scratch.path + "/vault.db" + end) } }
    do throws(KeychainError) {
        let database = try VaultDatabase(path: Scratch.path + "/vault.db", .init(mode: .readWrite))
        _ = try database.keybag().digest
        _ = try database.root()
        _ = try database.attempts()
        var nodeCount = 0
        for range in 0..<BucketPlace.rangeCount where try database.node(range) != nil {
            nodeCount += 1
        }
        try database.forEachItem { (row) throws(KeychainError) in
            _ = try database.item(row.id, withValue: true)
        }
        _ = try database.entries(
            from: [UInt8](repeating: 0, count: 32), through: [UInt8](repeating: 255, count: 32))
        try database.checkPages(nodeCount)
    } catch {
        // Any error is an answer; what is looked for are crashes, hangs and memory.
        precondition(!error.message.isEmpty)
    }
    return 0
}
