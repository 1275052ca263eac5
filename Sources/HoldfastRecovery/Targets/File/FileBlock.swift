import HoldfastCrypto
import HoldfastWire

/// One block of a backup's file: a head of 128 bytes, then what it holds.
///
/// The head is bound to its place in the file, so that a block that was moved or doubled is seen
/// without a key. Whoever can write the file can make good heads: what vouches for the content is
/// inside, sealed or signed.
struct FileBlock: Sendable, Hashable {
    /// What a block holds.
    enum Kind: UInt8 {
        case header = 1
        case headerRemoval = 2
        case chunk = 3
        case chunkRemoval = 4
        case manifest = 5
        case lineageRemoval = 6

        /// Most bytes of what it holds.
        var limit: Int {
            switch self {
            case .header: BackupHeader.byteLimit
            case .headerRemoval, .lineageRemoval: 0
            case .chunk: PieceCoding.sealedLimit
            case .chunkRemoval: FileBlock.removalLimit * Digest256.byteCount
            case .manifest: SignedManifest.manifestLimit + 1_024
            }
        }

        /// Whether a file that nobody is writing can end with it.
        var isEnd: Bool { self != .chunk }
    }

    static let headCount = 128
    /// What a file begins with: magic, format, zeros.
    static let fileHead = Array("HFBKFILE".utf8) + [0, 1] + [UInt8](repeating: 0, count: 6)
    /// How many chunks one block removes.
    static let removalLimit = 1_024

    let kind: Kind
    let byteCount: Int
    let lineage: SlotID
    /// The chunk's name, or the header's locator and zeros.
    let name: Digest256
    /// The SHA-256 of what it holds.
    let hash: Digest256

    /// The head's bytes at a place of the file.
    func head(at place: Int) -> [UInt8] {
        let bytes = WireWriter.encode { writer in
            writer.put([kind.rawValue, 0, 0, 0, 0, 0, 0, 0])
            writer.put(UInt64(byteCount))
            writer.put(lineage.bytes)
            writer.put(name.bytes)
            writer.put(hash.bytes)
        }
        return bytes + Self.check(bytes[...], at: place)
    }

    /// Reads a head at a place of the file; `nil` if it is none.
    ///
    /// - Throws: `newerFormat` for a kind that is not known here.
    init?(_ bytes: [UInt8], at place: Int) throws(BackupTargetError) {
        guard bytes.count == Self.headCount,
            Self.check(bytes[..<Self.checkedCount], at: place) == Array(bytes[Self.checkedCount...])
        else { return nil }
        guard let kind = Kind(rawValue: bytes[0]) else { throw .newerFormat }
        let count = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
        guard count <= UInt64(kind.limit), bytes[1..<8].allSatisfy({ $0 == 0 }),
            let lineage = SlotID(Array(bytes[16..<32]))
        else { throw .damaged(BackupDamage(.file, .malformed)) }
        self.kind = kind
        byteCount = Int(count)
        self.lineage = lineage
        name = Digest256(known: Array(bytes[32..<64]))
        hash = Digest256(known: Array(bytes[64..<96]))
    }

    /// Describes a block; its hash is computed unless it is known.
    init(
        _ kind: Kind, _ payload: [UInt8], lineage: SlotID, name: Digest256, hash: Digest256? = nil
    ) {
        self.kind = kind
        byteCount = payload.count
        self.lineage = lineage
        self.name = name
        self.hash = hash ?? Digest256(known: SHA256.hash(payload))
    }

    /// The name under which a header's block stands.
    static func name(of locator: Locator) -> Digest256 {
        Digest256(known: locator.bytes + [UInt8](repeating: 0, count: 16))
    }

    private static let checkedCount = 96

    private static func check(_ bytes: ArraySlice<UInt8>, at place: Int) -> [UInt8] {
        SHA256.hash { message in
            message.absorb(Array("holdfast/backup-file/v1".utf8))
            message.absorb(bigEndian: UInt64(place))
            message.absorb(bytes)
        }
    }
}
