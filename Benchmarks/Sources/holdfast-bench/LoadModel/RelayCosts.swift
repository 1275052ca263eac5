/// What requests, stored messages and devices that wait cost a relay, measured.
struct RelayCosts {
    /// Microseconds of processor time for one request: the whole process, and of it the one thread
    /// that writes to the database.
    struct Request {
        let all: Double
        let writer: Double
    }

    let send: Request
    let fetch: Request
    let acknowledge: Request
    let list: Request
    let login: Request
    /// Bytes on the disk for a message of 1 KB to one of ``fanout`` devices.
    let storedBytes: Double
    /// Bytes of memory for a device that waits for messages on a connection of its own.
    let waitingBytes: Double

    /// To how many devices each message goes.
    static let fanout = 4
    private static let text = String(repeating: "x", count: 1_024)
    private static let count = 2_000
    private static let waitingCount = 500

    /// Measures all of them, in about half a minute.
    static func measure(_ workshop: Workshop) throws -> RelayCosts {
        let room = try RelayRoom(workshop, accounts: 1, devices: fanout)
        let reader = try room.reader()
        // For nothing, so that statements are compiled and files have their first pages.
        try Load.run(try room.messages(200, text), port: room.server.port)
        let before = try room.databaseByteCount()
        let send = try cost(try room.messages(count, text), room)
        let stored = try room.databaseByteCount() - before
        let list = try cost(
            [[UInt8]](repeating: room.deviceListRequest(of: 0), count: count), room)
        let login = try cost(
            (0..<(count / 4)).map { _ in
                guard let member = room.people.members.reader else {
                    throw BenchFailure("nobody reads")
                }
                return try RelaySeat.loginRequest(member, at: room.server.port)
            }, room, status: 201)
        // One by one, as by a device that is awake when each of them comes.
        let positions = 1...UInt64(200 + count)
        let fetch = try cost(
            positions.map { _ in try reader.inboxRequest(after: positions.upperBound - 1) }, room)
        let acknowledge = try cost(
            positions.map { try reader.acknowledgement(of: [$0]) }, room)
        return RelayCosts(
            send: send, fetch: fetch, acknowledge: acknowledge, list: list, login: login,
            storedBytes: Double(stored) / Double(count * fanout),
            waitingBytes: try bytesPerWaitingDevice(room, reader))
    }

    private static func cost(
        _ requests: [[UInt8]], _ room: RelayRoom, status: Int32 = 200
    ) throws -> Request {
        let before = try room.server.processorSeconds()
        try Load.run(requests, port: room.server.port, status: status)
        let after = try room.server.processorSeconds()
        let scale = 1e6 / Double(requests.count)
        return Request(
            all: (after.all - before.all) * scale, writer: (after.first - before.first) * scale)
    }

    /// Lets devices wait, whose inboxes are empty by now.
    private static func bytesPerWaitingDevice(
        _ room: RelayRoom, _ reader: RelaySeat
    ) throws -> Double {
        let before = try room.server.residentMegabytes()
        var connections: [OpenConnection] = []
        for _ in 0..<waitingCount {
            let connection = try OpenConnection(to: room.server.port)
            try connection.send(reader.inboxRequest(after: 0, wait: 55))
            connections.append(connection)
        }
        try waitUntilAllWait(room)
        let after = try room.server.residentMegabytes()
        return withExtendedLifetime(connections) {
            (after - before) * 1e6 / Double(waitingCount)
        }
    }

    private static func waitUntilAllWait(_ room: RelayRoom) throws {
        let request = RawRequest.bytes("GET", "/metrics")
        for _ in 0..<200 {
            let answer = try Load.run([request], port: room.server.port).body
            let text = String(decoding: answer, as: UTF8.self)
            if text.contains("holdfast_relay_inbox_waiters \(waitingCount)\n") { return }
            try OpenConnection.pause(milliseconds: 50)
        }
        throw BenchFailure("devices do not wait at the relay")
    }
}
