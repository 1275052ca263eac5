import Testing

@testable import HoldfastRelayServer

@Suite("The relay's routes")
struct RouteTests {
    private func status(_ method: RelayRequest.Method, _ target: String) -> UInt32 {
        let request = RelayRequest(
            method: method, target: target, address: "a", authorization: nil, body: [])
        switch RelayRoute.find(request) {
        case .success: return 200
        case .failure(let fault): return fault.code.status
        }
    }

    private let name = String(repeating: "0a", count: 32)
    private let lineage = String(repeating: "0b", count: 16)

    @Test("Each path answers to its methods and to no other")
    func methods() {
        let paths: [(String, Set<RelayRequest.Method>)] = [
            ("/healthz", [.get]), ("/metrics", [.get]), ("/v1/relay", [.get]),
            ("/v1/sessions", [.post]), ("/v1/accounts", [.post]),
            ("/v1/accounts/\(name)/log?from=1", [.get, .post]), ("/v1/prekeys", [.get, .put]),
            ("/v1/prekeys/claim", [.post]), ("/v1/messages", [.post]), ("/v1/inbox", [.get]),
            ("/v1/inbox/ack", [.post]), ("/v1/counter", [.get]), ("/v1/receipts", [.post]),
            ("/v1/backups/\(lineage)/manifest", [.get, .put]),
            ("/v1/backups/\(lineage)/chunks/\(name)", [.get, .put]),
            ("/v1/backups/\(lineage)/chunks/remove", [.post]),
        ]
        for (path, methods) in paths {
            for method in RelayRequest.Method.allCases {
                #expect(
                    status(method, path) == (methods.contains(method) ? 200 : 405),
                    "\(method.rawValue) \(path)")
            }
        }
    }

    @Test(
        "A path that is written another way leads nowhere",
        arguments: [
            "", "/", "//", "/v1", "/v1/", "/v1/relay/", "//v1/relay", "/V1/relay", "v1/relay",
            "/v1/accounts/\(String(repeating: "0A", count: 32))/log",
            "/v1/accounts/\(String(repeating: "0a", count: 31))/log", "/v1/accounts//log",
            "/v1/accounts/\(String(repeating: "é", count: 32))/log", "/v1/../healthz",
            "/v1/backups/\(String(repeating: "0b", count: 16))/chunks/",
            "*", "http://relay/healthz", "x/v1/relay", " /v1/relay",
        ])
    func strange(path: String) {
        #expect(status(.get, path) == 404)
    }

    @Test("The query's numbers are read exactly, or it is refused")
    func numbers() {
        func numbers(_ query: String) -> [String: Int64]? {
            RelayRequest(
                method: .get, target: "/v1/inbox\(query)", address: "", authorization: nil,
                body: []
            ).numbers(["after", "wait"])
        }
        #expect(numbers("") == [:])
        #expect(numbers("?after=12") == ["after": 12])
        #expect(numbers("?wait=1&after=3") == ["wait": 1, "after": 3])
        for query in [
            "?", "?after", "?after=", "?after=1x", "?after=-1", "?after=+1", "?other=1",
            "?after=1&after=1", "?after=99999999999999999999", "?after=1&", "?after=1?wait=2",
        ] {
            #expect(numbers(query) == nil, "\(query)")
        }
    }
}
