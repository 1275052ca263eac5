public import HoldfastCrypto

/// What a device says of prekeys that it offers: one statement and one signature for all of them.
///
/// A hardware key takes its time to sign; a batch of a hundred costs it one operation, and still
/// each prekey can be proven by itself.
public struct PrekeyBatch: Sendable, Hashable {
    /// Most prekeys of a batch.
    public static let limit = 256

    /// The account.
    public let account: AccountID
    /// The device that signs and has the private halves.
    public let device: DeviceID
    /// What the prekeys are for: ``SecrecyGrade/oneTime`` or ``SecrecyGrade/signed``.
    public let grade: SecrecyGrade
    /// From when on the prekeys may be used, in seconds since 1970.
    public let notBefore: Int64
    /// Until when they may be used.
    public let notAfter: Int64
    /// Whether a server drops the device's other prekeys of this grade, as a device asks for that has
    /// lost them; always so for ``SecrecyGrade/signed``, of which there is one.
    public let replacesOthers: Bool
    /// How many there are.
    public let count: Int
    /// The hash over the keys, in order.
    public let root: [UInt8]

    /// Makes a statement.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - device: the device that will sign it.
    ///   - grade: ``SecrecyGrade/oneTime`` or ``SecrecyGrade/signed``.
    ///   - notBefore: from when on the prekeys may be used, in seconds since 1970.
    ///   - notAfter: until when; later than `notBefore`.
    ///   - replacesOthers: whether the device's other one-time prekeys are dropped.
    ///   - keys: 1 to ``limit`` public keys; exactly one for ``SecrecyGrade/signed``.
    /// - Throws: ``WireError`` with `invalidValue` or `tooLong` for values against these rules.
    public init(
        account: AccountID, device: DeviceID, grade: SecrecyGrade, notBefore: Int64,
        notAfter: Int64, replacesOthers: Bool = false, keys: [P256PublicKey]
    ) throws(WireError) {
        guard !keys.isEmpty else { throw WireError(.invalidValue, in: "count") }
        try self.init(
            account: account, device: device, grade: grade, notBefore: notBefore,
            notAfter: notAfter, replacesOthers: replacesOthers || grade == .signed,
            count: keys.count, root: Self.tree(of: keys).root)
    }

    init(
        account: AccountID, device: DeviceID, grade: SecrecyGrade, notBefore: Int64,
        notAfter: Int64, replacesOthers: Bool, count: Int, root: [UInt8]
    ) throws(WireError) {
        guard grade != .identity else { throw WireError(.invalidValue, in: "grade") }
        guard notBefore < notAfter else { throw WireError(.invalidValue, in: "not_after") }
        guard count <= Self.limit else { throw WireError(.tooLong, in: "count") }
        guard grade == .oneTime ? count >= 1 : count == 1 else {
            throw WireError(.invalidValue, in: "count")
        }
        guard replacesOthers || grade == .oneTime else {
            throw WireError(.invalidValue, in: "replaces")
        }
        self.account = account
        self.device = device
        self.grade = grade
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.replacesOthers = replacesOthers
        self.count = count
        self.root = root
    }

    static func tree(of keys: [P256PublicKey]) -> MerkleTree {
        MerkleTree(leaves: keys.map { MerkleTree.leaf($0.bytes) })
    }
}

extension PrekeyBatch {
    /// The version of this encoding.
    static let version: UInt16 = 1
    /// Number of bytes of a statement.
    static let byteCount = 118

    /// The bytes that are signed.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.version)
            writer.put(account.bytes)
            writer.put(device.bytes)
            writer.put(grade.rawValue)
            writer.put(notBefore)
            writer.put(notAfter)
            writer.put(UInt8(replacesOthers ? 1 : 0))
            writer.put(UInt16(count))
            writer.put(root)
        }
    }

    /// Reads a statement.
    ///
    /// - Parameter bytes: the bytes that were signed.
    /// - Throws: ``WireError``; `newerVersion` for a version or a grade that is not known here.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.number16("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        let account = try reader.identifier(AccountID.self, "account")
        let device = try reader.identifier(DeviceID.self, "device")
        guard let grade = SecrecyGrade(rawValue: try reader.byte("grade")) else {
            throw WireError(.newerVersion, in: "grade")
        }
        let notBefore = Int64(bitPattern: try reader.number64("not_before"))
        let notAfter = Int64(bitPattern: try reader.number64("not_after"))
        let replaces = try reader.byte("replaces")
        guard replaces <= 1 else { throw WireError(.invalidValue, in: "replaces") }
        let count = Int(try reader.number16("count"))
        let root = try reader.raw(SHA256.byteCount, "root")
        try reader.expectEnd("PrekeyBatch")
        try self.init(
            account: account, device: device, grade: grade, notBefore: notBefore,
            notAfter: notAfter, replacesOthers: replaces == 1, count: count, root: root)
    }
}
