import Dispatch
import HoldfastCore
import HoldfastCrypto
@testable import HoldfastE2EE
@testable import HoldfastRelayClient
@testable import HoldfastRecovery
import HoldfastWire
import Synchronization

/// A relay that answers with anything: every call ends, with a value or with an error that says what
/// is wrong with the relay, and no login succeeds that the relay has not proven.
func fuzzRelayAnswers(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let call = input.byte()
    let status = statuses[Int(input.byte()) % statuses.count]
    let answer = RelayHTTPAnswer(status: status, body: [UInt8](input.rest))
    // The fuzzer's function is no task's, so it can wait.
    let isOver = DispatchSemaphore(value: 0)
    Task {
        await ask(call, answer)
        isOver.signal()
    }
    isOver.wait()
    return 0
}

private let statuses = [200, 201, 200, 400, 401, 404, 409, 410, 429, 500, 502, 507, 301, 0]

/// Lets logins through, as the relay does, and answers everything else with what it is given.
private final class Liar: RelayTransport {
    private let answer = Mutex(RelayHTTPAnswer(status: 200, body: []))
    private let logsIn: Bool

    init(logsIn: Bool) { self.logsIn = logsIn }

    func give(_ answer: RelayHTTPAnswer) { self.answer.withLock { $0 = answer } }

    func exchange(
        _ request: RelayHTTPRequest
    ) async throws(TransportFailure) -> RelayHTTPAnswer {
        if logsIn, request.target == "/v1/relay" {
            let greeting = RelayGreeting(
                origin: address.origin, key: relayKey.publicKey, challenge: [1], expires: .max,
                now: 0)
            return RelayHTTPAnswer(status: 200, body: greeting.bytes)
        }
        if logsIn, request.target == "/v1/sessions" {
            return RelayHTTPAnswer(status: 201, body: grant(request.body ?? []).bytes)
        }
        let answer = answer.withLock { $0 }
        // As a transport does.
        guard answer.body.count <= request.answerLimit else {
            throw TransportFailure(.answerTooLong)
        }
        return answer
    }

    private func grant(_ login: [UInt8]) -> SessionGrant {
        sure { () throws(any Error) in
            let statement = try SignedLogin(login).statement
            let shared = try relayKey.sharedSecret(with: statement.ephemeralKey)
            return SessionGrant(
                ticket: [1], expires: .max, key: HMACSHA256Key(try statement.sessionKey(shared)))
        }
    }
}

private struct Standstill: WallClock {
    var now: UnixTime { UnixTime(seconds: 0) }
}

private func sure<Value>(_ body: () throws(any Error) -> Value) -> Value {
    do {
        return try body()
    } catch {
        preconditionFailure("what the target works with cannot be made: \(error)")
    }
}

private func key(_ byte: UInt8) -> P256PrivateKey {
    sure { () throws(any Error) in
        try P256PrivateKey(scalar: SecretBytes([UInt8](repeating: byte, count: 32)))
    }
}

private func identifier<ID>(_ count: Int = 32, _ make: ([UInt8]) -> ID?) -> ID {
    guard let id = make([UInt8](repeating: 1, count: count)) else {
        preconditionFailure("that is no identifier")
    }
    return id
}

private let relayKey = key(7)
private let ownKey = key(9)
private let address = sure { () throws(any Error) in try RelayAddress("https://relay.example") }
private let account = identifier { AccountID($0) }
private let device = identifier { DeviceID($0) }
private let hash = identifier { Digest256($0) }
private let lineage = identifier(SlotID.byteCount) { SlotID($0) }
private let patience = {
    var patience = RelayPatience()
    patience.tries = 1
    return patience
}()

private let relay = Liar(logsIn: true)
private let line = session(over: relay)

private func session(over liar: Liar) -> RelaySession {
    RelaySession(
        SessionHolder(reading: account, with: ownKey), at: address, over: liar, knownKey: nil,
        patience: patience, wallClock: Standstill(), clock: ContinuousClock(),
        random: SystemRandom())
}

private func ask(_ call: UInt8, _ answer: RelayHTTPAnswer) async {
    relay.give(answer)
    do throws(RelayError) {
        switch call % 10 {
        case 0: _ = try await line.inbox()
        case 1: _ = try await line.prekeyStock()
        case 2: _ = try await line.messageCounter()
        case 3: _ = try await line.upload([1])
        case 4: _ = try await line.backupHeaders()
        case 5: _ = try await line.manifests(of: lineage)
        case 6:
            let chunk = try await line.chunk(hash, of: lineage)
            precondition(chunk == nil || chunk == answer.body, "another chunk than was answered")
        case 7: _ = try await line.removeSome(of: lineage)
        case 8: await readLog(answer)
        default:
            let liar = Liar(logsIn: false)
            liar.give(answer)
            try await session(over: liar).begin()
            preconditionFailure("a session begins with what was made up")
        }
    } catch {
        switch error {
        case .transport, .refused, .later, .notARelay, .otherRelay, .clock: break
        case .key, .crypto, .cancelled: preconditionFailure("a relay's answer gave \(error)")
        }
    }
}

private func readLog(_ answer: RelayHTTPAnswer) async {
    do throws(DirectoryError) {
        let entries = try await RelayDirectory(over: relay, patience: patience)
            .entries(of: account, from: 3)
        for (index, entry) in entries.enumerated() {
            precondition(entry.entry.sequence == UInt64(3 + index), "not in their order")
        }
    } catch {
        precondition(error == .unreachable || error == .unknownAccount || error == .refused)
    }
}
