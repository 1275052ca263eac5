#if os(Linux)
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire

extension ReceivedMessage {
    private static let version: UInt8 = 1
    private static let headerLimit = 4096

    /// The message as a row keeps it: all in the clear part but what the message says.
    var value: RowValue {
        var secret = SecretBytes([])
        let clear = WireWriter.encode { writer in
            writer.put(Self.version)
            writer.putVector(header.bytes)
            writer.put(received)
            writer.put(place)
            switch content {
            case .unopened(let reason):
                writer.put(UInt8(0))
                writer.put(reason.rawValue)
            case .opened(let body, let grade, let standing, let completeness):
                secret = body.padded()
                writer.put(UInt8(1))
                writer.put(grade.rawValue)
                standing.write(to: &writer)
                completeness.write(to: &writer)
            }
        }
        return RowValue(clear: clear, secret: secret)
    }

    /// Reads what ``value`` wrote.
    ///
    /// - Throws: ``WireError``; `newerVersion` for a row of a newer app.
    init(_ value: RowValue) throws(WireError) {
        var reader = WireReader(value.clear)
        guard try reader.byte("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        header = try MessageHeader(try reader.vector(atMost: Self.headerLimit, "header"))
        received = Int64(bitPattern: try reader.number64("received"))
        place = try reader.number64("place")
        switch try reader.byte("is_opened") {
        case 0:
            guard let reason = Receipt.Reason(rawValue: try reader.byte("reason")) else {
                throw WireError(.newerVersion, in: "reason")
            }
            content = .unopened(reason)
        case 1:
            guard let grade = SecrecyGrade(rawValue: try reader.byte("grade")) else {
                throw WireError(.newerVersion, in: "grade")
            }
            let standing = try SenderStanding(from: &reader)
            let completeness = try Completeness(from: &reader)
            content = .opened(
                try MessageBody(padded: value.secret), grade: grade, standing: standing,
                completeness: completeness)
        default: throw WireError(.invalidValue, in: "is_opened")
        }
        try reader.expectEnd("ReceivedMessage")
    }
}

extension SenderStanding {
    fileprivate func write(to writer: inout WireWriter) {
        switch self {
        case .current: writer.put(UInt8(1))
        case .removedSince: writer.put(UInt8(2))
        case .apart(let ground):
            writer.put(UInt8(3))
            writer.put(ground.rawValue)
        }
    }

    fileprivate init(from reader: inout WireReader) throws(WireError) {
        switch try reader.byte("standing") {
        case 1: self = .current
        case 2: self = .removedSince
        case 3:
            guard let ground = Ground(rawValue: try reader.byte("ground")) else {
                throw WireError(.newerVersion, in: "ground")
            }
            self = .apart(ground)
        default: throw WireError(.newerVersion, in: "standing")
        }
    }
}

extension Completeness {
    private static let deviceLimit = 1 << 20

    private var code: UInt8 {
        switch self {
        case .complete: 1
        case .beforeAdded: 2
        case .leftOut: 3
        case .again: 4
        case .surplus: 5
        case .unknownPlace: 6
        case .forked: 7
        }
    }

    private var devices: [DeviceID] {
        switch self {
        case .complete, .unknownPlace, .forked: []
        case .beforeAdded(let devices), .leftOut(let devices), .again(let devices),
            .surplus(let devices):
            devices
        }
    }

    fileprivate func write(to writer: inout WireWriter) {
        writer.put(code)
        writer.putVector(of: devices) { $0.put($1.bytes) }
    }

    fileprivate init(from reader: inout WireReader) throws(WireError) {
        let code = try reader.byte("completeness")
        let devices = try reader.vector(atMost: Self.deviceLimit, "devices") {
            (reader) throws(WireError) in try reader.identifier(DeviceID.self, "devices")
        }
        switch code {
        case 1: self = .complete
        case 2: self = .beforeAdded(devices)
        case 3: self = .leftOut(devices)
        case 4: self = .again(notFor: devices)
        case 5: self = .surplus(devices)
        case 6: self = .unknownPlace
        case 7: self = .forked
        default: throw WireError(.newerVersion, in: "completeness")
        }
    }
}
#endif
