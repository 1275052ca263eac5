import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// Times and counts at the ends of their types.
@Suite("A simulated phone's clocks")
struct ClockLimitTests {
    private static let app: AppIdentifier = "org.example.app"

    @Test("However much time passes, the clocks stand at their end and the phone goes on")
    func ends() async throws {
        for system in PhoneSystem.allCases {
            let phone = SimulatedPhone(system.profile)
            let store = LabStore.good(on: system).open(in: phone.launch(Self.app))
            let key = try ItemKey(service: "s", account: "a")
            for event: PhoneEvent in [
                .timePasses(.max), .timePasses(.max), .clockSet(.max), .failedAttempts(.max),
                .failedAttempts(.max), .lock, .timePasses(.max), .unlock,
            ] {
                phone.send(event)
            }
            let end = phone.device
            #expect(end.uptimeSeconds > 1 << 50 && end.clockSeconds == end.uptimeSeconds)
            _ = try await store.write(SecretBytes(utf8: "v"), for: key)
            #expect(try await store.read(key)?.value == SecretBytes(utf8: "v"))
            phone.send(.clockSet(.min))
            phone.send(.clockSet(.min))
            #expect(phone.device.clockSeconds == -end.clockSeconds)
            #expect(phone.device.uptimeSeconds == end.uptimeSeconds)
            #expect(UnixTime(seconds: phone.device.clockSeconds).description.hasPrefix("-"))
            #expect(try await store.read(key)?.value == SecretBytes(utf8: "v"))
        }
    }

    @Test("Time does not run backwards, and the clock that people set does")
    func backwards() {
        let phone = SimulatedPhone(.androidPhone())
        let before = phone.device
        phone.send(.timePasses(-5))
        #expect(phone.device.uptimeSeconds == before.uptimeSeconds)
        #expect(phone.device.clockSeconds == before.clockSeconds)
        phone.send(.clockSet(-5))
        #expect(phone.device.clockSeconds == before.clockSeconds - 5)
        phone.send(.failedAttempts(-5))
        #expect(phone.device.failedAttempts == 0)
    }
}
