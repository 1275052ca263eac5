import Testing

/// Where a relay of a test keeps what it is given.
enum StorageKind: String, Sendable {
    case sqlite
    case postgreSQL

    /// What relays use that are started within a test; set by ``EachStorage``.
    @TaskLocal static var current = StorageKind.sqlite

    /// Those that this build and this machine have.
    static var all: [StorageKind] {
        #if PostgreSQL
        PostgreSQLCluster.programs == nil ? [.sqlite] : [.sqlite, .postgreSQL]
        #else
        [.sqlite]
        #endif
    }
}

/// Runs each test of a suite over each storage in turn.
struct EachStorage: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for kind in StorageKind.all {
            try await StorageKind.$current.withValue(kind) { try await function() }
        }
    }
}

extension Trait where Self == EachStorage {
    /// Over each storage that there is.
    static var eachStorage: EachStorage { EachStorage() }
}
