#if Network && Server
import HoldfastE2EE
import HoldfastRelayClient
import HoldfastWire
import Testing

@Suite("Prekeys at a real relay")
struct PrekeyTests {
    @Test("A start offers what the relay has not, and the next one nothing")
    func offer() async throws {
        let relay = try RelayProcess()
        let phone = try Phone(relay.address)
        try await phone.begin("phone")
        let desk = try phone.running.desk
        #expect(try await desk.maintain().counts == [.stored: 9])
        #expect(try await desk.maintain().counts.isEmpty)
        let stock = try await phone.running.session.prekeyStock()
        #expect(stock.oneTime.count == 8 && stock.signed != nil)
    }

    @Test("An answer that got lost leads to the same upload, which the relay knows")
    func lostAnswer() async throws {
        let relay = try RelayProcess()
        let phone = try Phone(relay.address)
        try await phone.begin("phone")
        phone.transport.changeOnce("PUT /v1/prekeys") { (_, _) throws(TransportFailure) in
            throw TransportFailure(.interrupted)
        }
        let report = try await phone.running.desk.maintain()
        #expect(report.counts.values.reduce(0, +) == 9)
        #expect(report.counts[.known] ?? 0 > 0)
        #expect(try await phone.running.session.prekeyStock().oneTime.count == 8)
    }

    @Test("A relay that answers about other prekeys than those that were offered is not believed")
    func otherKeys() async throws {
        let relay = try RelayProcess()
        let phone = try Phone(relay.address)
        try await phone.begin("phone")
        phone.transport.changeOnce("PUT /v1/prekeys") { _, _ in
            RelayHTTPAnswer(
                status: 200, body: PrekeyUploadResult([] as [PrekeyUploadResult.Line]).bytes)
        }
        await #expect(throws: PrekeyDeskError.relay(.notARelay(status: 200))) {
            try await phone.running.desk.maintain()
        }
        let report = try await phone.running.desk.maintain()
        #expect(report.counts.values.reduce(0, +) == 9, "all come again")
    }

    @Test("A relay that has lost its prekeys, or hands out some that are not here, gets new ones")
    func digest() async throws {
        let relay = try RelayProcess()
        let phone = try Phone(relay.address)
        try await phone.begin("phone")
        let app = try phone.running
        try await app.desk.maintain()
        guard let strange = PrekeyID([UInt8](repeating: 9, count: PrekeyID.byteCount)) else {
            return
        }
        phone.transport.changeOnce("GET /v1/prekeys") { _, _ in
            RelayHTTPAnswer(
                status: 200, body: PrekeyStock(oneTime: [strange], signed: nil).bytes)
        }
        let report = try await app.desk.maintain()
        #expect(report.counts[.stored] == 9)
        // The relay hands out none of those before.
        let stock = try await app.session.prekeyStock()
        let rows = try await phone.history.prekeyRows().filter { $0.replaced == nil }
        #expect(Set(stock.oneTime) == Set(rows.filter { $0.grade == .oneTime }.map(\.id)))
        #expect(stock.oneTime.count == 8)
        #expect(stock.signed == rows.first { $0.grade == .signed }?.id)
    }
}
#endif
