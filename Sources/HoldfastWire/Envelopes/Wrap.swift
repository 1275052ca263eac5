/// The key of a message's body, sealed for one device.
public struct Wrap: Sendable, Hashable {
    /// What the body's key is sealed to beside the device's own key.
    public enum Key: Sendable, Hashable {
        /// A prekey that serves one message.
        case oneTime(PrekeyID)
        /// A prekey that serves until it is replaced.
        case signed(PrekeyID)
        /// Nothing else.
        case identity

        /// How secret the wrap stays.
        public var grade: SecrecyGrade {
            switch self {
            case .oneTime: .oneTime
            case .signed: .signed
            case .identity: .identity
            }
        }

        /// The prekey; `nil` for grade C.
        public var prekey: PrekeyID? {
            switch self {
            case .oneTime(let id), .signed(let id): id
            case .identity: nil
            }
        }
    }

    /// Number of bytes of an encapsulated key.
    public static let encapsulatedByteCount = 65
    /// Number of bytes of a body's key with its tag.
    public static let ciphertextByteCount = 48

    /// The device that it is for.
    public let device: DeviceID
    /// What it is sealed to.
    public let key: Key
    /// For grades A and B the encapsulated key for the prekey; then the encapsulated key for the
    /// device and the ciphertext: 178 bytes, or 113 for grade C.
    public let sealed: [UInt8]

    /// Makes a wrap.
    ///
    /// - Parameters:
    ///   - device: the device that it is for.
    ///   - key: what it is sealed to.
    ///   - sealed: 178 bytes, or 113 for grade C.
    /// - Throws: ``WireError`` with `invalidValue` for another length.
    public init(device: DeviceID, key: Key, sealed: [UInt8]) throws(WireError) {
        guard sealed.count == Self.sealedByteCount(key.grade) else {
            throw WireError(.invalidValue, in: "sealed")
        }
        self.device = device
        self.key = key
        self.sealed = sealed
    }

    /// How many bytes are sealed.
    ///
    /// - Parameter grade: the wrap's grade.
    /// - Returns: 178, or 113 for grade C.
    public static func sealedByteCount(_ grade: SecrecyGrade) -> Int {
        let last = encapsulatedByteCount + ciphertextByteCount
        return grade == .identity ? last : encapsulatedByteCount + last
    }
}

extension Wrap {
    /// Most bytes of a wrap.
    static let byteLimit = DeviceID.byteCount + 1 + PrekeyID.byteCount + 178

    /// The structure by itself.
    var bytes: [UInt8] { WireWriter.encode { write(to: &$0) } }

    /// Writes the structure `Wrap`.
    func write(to writer: inout WireWriter) {
        writer.put(device.bytes)
        writer.put(key.grade.rawValue)
        if let prekey = key.prekey { writer.put(prekey.bytes) }
        writer.put(sealed)
    }

    /// Reads the structure `Wrap`.
    init(from reader: inout WireReader) throws(WireError) {
        let device = try reader.identifier(DeviceID.self, "device")
        let key = try Key(from: &reader)
        let sealed = try reader.raw(Self.sealedByteCount(key.grade), "sealed")
        try self.init(device: device, key: key, sealed: sealed)
    }
}

extension Wrap.Key {
    private init(from reader: inout WireReader, grade: SecrecyGrade) throws(WireError) {
        switch grade {
        case .oneTime: self = .oneTime(try reader.identifier(PrekeyID.self, "prekey"))
        case .signed: self = .signed(try reader.identifier(PrekeyID.self, "prekey"))
        case .identity: self = .identity
        }
    }

    fileprivate init(from reader: inout WireReader) throws(WireError) {
        guard let grade = SecrecyGrade(rawValue: try reader.byte("grade")) else {
            throw WireError(.newerVersion, in: "grade")
        }
        try self.init(from: &reader, grade: grade)
    }
}
