internal import HoldfastWire

/// What a request asks for, by its method and path.
enum RelayRoute: Sendable, Equatable {
    case health
    case metrics
    case greeting
    case logIn
    case makeAccount
    case readLog(AccountID)
    case appendLog(AccountID)
    case offerPrekeys
    case readStock
    case claimPrekeys
    case send
    case readInbox
    case readCounter
    case acknowledge
    case sendReceipt
    case keepChunk(SlotID, [UInt8])
    case readChunk(SlotID, [UInt8])
    case removeChunks(SlotID)
    case keepManifest(SlotID)
    case readManifests(SlotID)
    case readHeaders
    case findHeaders([UInt8])
    case keepHeader(SlotID, [UInt8])
    case removeHeader(SlotID, [UInt8])
    case removeLineage(SlotID)

    /// Where a path leads, by its method.
    private typealias Doors = [RelayRequest.Method: RelayRoute]

    /// Finds what a request asks for.
    ///
    /// - Returns: the route, or the refusal's code: no such path, or not with this method.
    static func find(_ request: RelayRequest) -> Result<RelayRoute, RouteFault> {
        guard let doors = doors(request.path) else { return .failure(RouteFault(.notFound)) }
        guard let route = doors[request.method] else {
            return .failure(RouteFault(.methodNotAllowed))
        }
        return .success(route)
    }

    private static func doors(_ path: [Substring]) -> Doors? {
        switch path.count {
        case 1 where path[0] == "healthz": return [.get: .health]
        case 1 where path[0] == "metrics": return [.get: .metrics]
        case 2... where path[0] == "v1": return doors(below: path[1], Array(path[2...]))
        default: return nil
        }
    }

    private static func doors(below first: Substring, _ rest: [Substring]) -> Doors? {
        switch (first, rest.count) {
        case ("relay", 0): [.get: .greeting]
        case ("sessions", 0): [.post: .logIn]
        case ("accounts", 0): [.post: .makeAccount]
        case ("accounts", 2) where rest[1] == "log":
            Hexadecimal.bytes(rest[0], count: 32).flatMap { AccountID($0) }
                .map { [.get: .readLog($0), .post: .appendLog($0)] }
        case ("prekeys", 0): [.get: .readStock, .put: .offerPrekeys]
        case ("prekeys", 1) where rest[0] == "claim": [.post: .claimPrekeys]
        case ("messages", 0): [.post: .send]
        case ("inbox", 0): [.get: .readInbox]
        case ("inbox", 1) where rest[0] == "ack": [.post: .acknowledge]
        case ("counter", 0): [.get: .readCounter]
        case ("receipts", 0): [.post: .sendReceipt]
        case ("backups", 0): [.get: .readHeaders]
        case ("backups", 2...): backupDoors(rest)
        case ("locators", 1): locator(rest[0]).map { [.get: .findHeaders($0)] }
        default: nil
        }
    }

    private static func backupDoors(_ rest: [Substring]) -> Doors? {
        guard
            let lineage = Hexadecimal.bytes(rest[0], count: SlotID.byteCount).flatMap({ SlotID($0) }
            )
        else { return nil }
        switch (rest[1], rest.count) {
        case ("manifest", 2):
            return [.get: .readManifests(lineage), .put: .keepManifest(lineage)]
        case ("remove", 2): return [.post: .removeLineage(lineage)]
        case ("headers", 3):
            return locator(rest[2]).map { [.put: .keepHeader(lineage, $0)] }
        case ("headers", 4) where rest[3] == "remove":
            return locator(rest[2]).map { [.post: .removeHeader(lineage, $0)] }
        case ("chunks", 3) where rest[2] == "remove": return [.post: .removeChunks(lineage)]
        case ("chunks", 3):
            return Hexadecimal.bytes(rest[2], count: 32)
                .map { [.get: .readChunk(lineage, $0), .put: .keepChunk(lineage, $0)] }
        default: return nil
        }
    }

    private static func locator(_ text: Substring) -> [UInt8]? {
        Hexadecimal.bytes(text, count: HeaderUpload.locatorByteCount)
    }
}

/// Why a request has no route.
struct RouteFault: Error, Sendable, Equatable {
    /// What is answered.
    let code: RelayRefusal.Code

    init(_ code: RelayRefusal.Code) {
        self.code = code
    }
}

extension RelayRoute {
    /// Its name in metrics and logs: nothing of a request is in it.
    var name: String {
        switch self {
        case .health: "health"
        case .metrics: "metrics"
        case .greeting: "greeting"
        case .logIn: "login"
        case .makeAccount: "account"
        case .readLog: "log-read"
        case .appendLog: "log-append"
        case .offerPrekeys: "prekeys-offer"
        case .readStock: "prekeys-read"
        case .claimPrekeys: "prekeys-claim"
        case .send: "message"
        case .readInbox: "inbox"
        case .readCounter: "counter-read"
        case .acknowledge: "ack"
        case .sendReceipt: "receipt"
        case .keepChunk: "chunk-write"
        case .readChunk: "chunk-read"
        case .removeChunks: "chunk-remove"
        case .keepManifest: "manifest-write"
        case .readManifests: "manifest-read"
        case .readHeaders: "header-read"
        case .findHeaders: "header-find"
        case .keepHeader: "header-write"
        case .removeHeader: "header-remove"
        case .removeLineage: "backup-remove"
        }
    }

    /// Whether it is done on the thread that polls: a few reads, and nothing that takes long.
    var isQuick: Bool {
        switch self {
        case .health, .metrics, .greeting, .readLog, .readStock, .readInbox, .readCounter,
            .acknowledge,
            .readManifests, .readChunk, .readHeaders, .findHeaders:
            true
        case .logIn, .makeAccount, .appendLog, .offerPrekeys, .claimPrekeys, .send, .sendReceipt,
            .keepChunk, .removeChunks, .keepManifest, .keepHeader, .removeHeader, .removeLineage:
            false
        }
    }

    /// Whether it is for an account's recovery recipient, which fetches what was sent to it and says
    /// what it cannot open.
    var isForRecipients: Bool {
        switch self {
        case .readInbox, .acknowledge, .sendReceipt: true
        default: false
        }
    }

    /// Whether it is for whoever has the phrase and is no device of the account.
    var isForReaders: Bool {
        switch self {
        case .readManifests, .readChunk: true
        default: false
        }
    }
}
