import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastRelayClient
import HoldfastWire
import Testing

@testable import HoldfastLab

@Suite("Requests that are made again")
struct PatienceTests {
    private static func account() throws -> AccountID {
        guard let account = AccountID([UInt8](repeating: 7, count: 32)) else {
            throw WireError(.truncated, in: "account")
        }
        return account
    }

    private func entries(
        _ answers: [ScriptedTransport.Answer], _ clock: SleeplessClock = SleeplessClock()
    ) async throws -> (
        transport: ScriptedTransport, result: Result<[SignedLogEntry], DirectoryError>
    ) {
        let transport = ScriptedTransport(answers)
        let directory = RelayDirectory(over: transport, clock: clock)
        let account = try Self.account()
        do throws(DirectoryError) {
            return (transport, .success(try await directory.entries(of: account, from: 5)))
        } catch {
            return (transport, .failure(error))
        }
    }

    private static func page() throws -> ScriptedTransport.Answer {
        guard let hash = EntryHash([UInt8](repeating: 1, count: 32)) else {
            throw WireError(.truncated, in: "hash")
        }
        let page = LogPage(
            account: try account(), head: LogHead(sequence: 4, hash: hash), entries: [])
        return .success(RelayHTTPAnswer(status: 200, body: page.bytes))
    }

    @Test("A relay that fails, is overloaded or gone is asked again, each time later")
    func again() async throws {
        let clock = SleeplessClock()
        let (transport, result) = try await entries(
            [
                .refusal(.failed, 500), .failure(TransportFailure(.interrupted)),
                .success(RelayHTTPAnswer(status: 502, body: Array("a proxy".utf8))),
                .refusal(.unavailable, 503, after: 1), try Self.page(),
            ], clock)
        #expect(result == .success([]))
        #expect(transport.targets.count == 5)
        let patience = RelayPatience()
        #expect(clock.sleeps.count == 4)
        for (index, sleep) in clock.sleeps.enumerated() {
            let full = patience.firstWait * (1 << index)
            #expect(sleep >= full / 2 && sleep <= max(full, .seconds(1)), "wait \(index)")
        }
    }

    @Test("After five tries it is given up")
    func givenUp() async throws {
        let (transport, result) = try await entries(
            Array(repeating: .failure(TransportFailure(.unreachable)), count: 9))
        #expect(result == .failure(.unreachable))
        #expect(transport.targets.count == 5)
    }

    @Test("The time that a relay asks for is waited for, and not an hour of it")
    func asked() async throws {
        let clock = SleeplessClock()
        let (_, result) = try await entries(
            [.refusal(.tooMany, 429, after: 20), try Self.page()], clock)
        #expect(result == .success([]))
        #expect(clock.sleeps == [.seconds(20)])
        let (transport, later) = try await entries([.refusal(.tooMany, 429, after: 3_600)])
        #expect(later == .failure(.unreachable))
        #expect(transport.targets.count == 1)
    }

    @Test(
        "What asking again does not change is not asked again",
        arguments: [
            (RelayRefusal.Code.notFound, 404, DirectoryError.unknownAccount),
            (.malformed, 400, .refused), (.quota, 507, .refused), (.storageFull, 507, .unreachable),
        ])
    func once(code: RelayRefusal.Code, status: Int, error: DirectoryError) async throws {
        let (transport, result) = try await entries([.refusal(code, status)])
        #expect(result == .failure(error))
        #expect(transport.targets.count == 1)
    }

    @Test(
        "What is no answer of a relay is not taken for one",
        arguments: [
            [], [0], [0, 9, 1], Array("<html>".utf8), [UInt8](repeating: 0xff, count: 999),
        ])
    func nonsense(body: [UInt8]) async throws {
        for status in [200, 302, 404] {
            let (_, result) = try await entries(
                [.success(RelayHTTPAnswer(status: status, body: body))])
            #expect(result == .failure(.unreachable), "\(status)")
        }
    }

    @Test("Pages that do not go on end, whatever place the relay says that there is")
    func endless() async throws {
        guard let hash = EntryHash([UInt8](repeating: 1, count: 32)) else { return }
        let page = LogPage(
            account: try Self.account(), head: LogHead(sequence: .max, hash: hash), entries: [])
        let (transport, result) = try await entries(
            Array(repeating: .success(RelayHTTPAnswer(status: 200, body: page.bytes)), count: 9))
        #expect(result == .success([]))
        #expect(transport.targets.count == 1)
    }

    @Test("A wait is between half and all of twice the one before, and never above the longest")
    func waits() throws {
        let patience = RelayPatience()
        var distinct: Set<Duration> = []
        for failures in 1...40 {
            let full = min(
                patience.firstWait * (1 << min(failures - 1, 10)), patience.longestWait)
            let wait = try patience.wait(after: failures, random: SystemRandom())
            #expect(wait >= full / 2 && wait <= full)
            distinct.insert(wait)
        }
        #expect(distinct.count > 20, "half of it is drawn")
    }
}
