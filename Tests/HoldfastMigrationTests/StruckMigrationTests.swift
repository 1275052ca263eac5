import HoldfastLab
import Testing

/// Migrations on simulated phones that are struck at each of their platform calls.
@Suite("A migration that is struck anywhere")
struct StruckMigrationTests {
    @Test(
        "P2: a death at any call loses no value, and another run finishes",
        arguments: StruckMigration.allCases, Fault.Moment.allCases)
    func deaths(_ migration: StruckMigration, _ moment: Fault.Moment) async throws {
        let count = try await migration.forEachCall(.death(moment))
        #expect(count > 20, "\(count) calls")
    }

    @Test(
        "P2: a call that fails at any place loses no value",
        arguments: StruckMigration.allCases, Fault.Moment.allCases)
    func failures(_ migration: StruckMigration, _ moment: Fault.Moment) async throws {
        let count = try await migration.forEachCall(.failure(migration.failure, moment))
        #expect(count > 20, "\(count) calls")
    }

    @Test(
        "P2: a phone that locks before any call loses no value",
        arguments: StruckMigration.allCases)
    func locks(_ migration: StruckMigration) async throws {
        let count = try await migration.forEachCall(.event(.lock))
        #expect(count > 20, "\(count) calls")
    }
}
