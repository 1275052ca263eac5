@testable import HoldfastCrypto
@testable import HoldfastRelayServer
@testable import HoldfastWire

/// A first line leads to a route in one way of writing only; no ticket and no challenge of anybody
/// else is taken for the relay's.
func fuzzRelayRequests(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let methods = RelayRequest.Method.allCases
    let method = methods[Int(input.byte()) % methods.count]
    let bytes = [UInt8](input.rest)
    let request = RelayRequest(
        method: method, target: String(decoding: bytes, as: UTF8.self), address: "",
        authorization: nil, body: [])
    if case .success(let route) = RelayRoute.find(request) {
        let path = request.target.prefix { $0 != "?" }
        precondition(path == target(of: route), "one route has two paths")
        precondition(!route.name.isEmpty)
    }
    checkNumbers(request)
    precondition(RelaySession(ticket: bytes, key) == nil, "a ticket was made up")
    return 0
}

private let key: RelayKey = {
    do throws(CryptoError) {
        return try RelayKey(
            P256PrivateKey(scalar: SecretBytes([UInt8](repeating: 7, count: 32))))
    } catch {
        preconditionFailure("the key of the target is none")
    }
}()

private func checkNumbers(_ request: RelayRequest) {
    let names: Set<String> = ["after", "wait", "from"]
    guard let numbers = request.numbers(names) else { return }
    precondition(numbers.values.allSatisfy { $0 >= 0 }, "a number is below 0")
    precondition(names.isSuperset(of: numbers.keys), "a name is another one")
    if !request.target.contains("?") { precondition(numbers.isEmpty) }
}

private func target(of route: RelayRoute) -> String {
    func lineage(_ lineage: SlotID, _ rest: String) -> String {
        "/v1/backups/\(lineage.hex)/\(rest)"
    }
    switch route {
    case .health: return "/healthz"
    case .metrics: return "/metrics"
    case .greeting: return "/v1/relay"
    case .logIn: return "/v1/sessions"
    case .makeAccount: return "/v1/accounts"
    case .readLog(let account), .appendLog(let account):
        return "/v1/accounts/\(Hexadecimal.text(of: account.bytes))/log"
    case .offerPrekeys, .readStock: return "/v1/prekeys"
    case .claimPrekeys: return "/v1/prekeys/claim"
    case .send: return "/v1/messages"
    case .readInbox: return "/v1/inbox"
    case .acknowledge: return "/v1/inbox/ack"
    case .readCounter: return "/v1/counter"
    case .sendReceipt: return "/v1/receipts"
    case .keepChunk(let slot, let id), .readChunk(let slot, let id):
        return lineage(slot, "chunks/\(Hexadecimal.text(of: id))")
    case .removeChunks(let slot): return lineage(slot, "chunks/remove")
    case .keepManifest(let slot), .readManifests(let slot): return lineage(slot, "manifest")
    case .readHeaders: return "/v1/backups"
    case .findHeaders(let locator): return "/v1/locators/\(Hexadecimal.text(of: locator))"
    case .keepHeader(let slot, let locator):
        return lineage(slot, "headers/\(Hexadecimal.text(of: locator))")
    case .removeHeader(let slot, let locator):
        return lineage(slot, "headers/\(Hexadecimal.text(of: locator))/remove")
    case .removeLineage(let slot): return lineage(slot, "remove")
    }
}
