#if os(Linux)
/// Whose entries a bucket has: all items of a range, or of one of the parts of a range.
///
/// A range is all ids that begin with the same 6 bits, a part all that begin with the same 12.
struct BucketPlace: Hashable, Sendable {
    static let rangeCount = 64
    static let partsPerRange = 64

    /// Whether it is a part only.
    let isPart: Bool
    /// Which of the 64 ranges or of the 4 096 parts it is: the bits that its ids begin with.
    let index: Int

    static func range(_ index: Int) -> BucketPlace { BucketPlace(isPart: false, index: index) }

    static func part(_ index: Int) -> BucketPlace { BucketPlace(isPart: true, index: index) }

    /// The range that an item belongs to.
    static func range(of id: [UInt8]) -> BucketPlace { .range(Int(id[0]) >> 2) }

    /// The part that an item belongs to.
    static func part(of id: some Collection<UInt8>) -> BucketPlace {
        let bytes = id.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        return .part(bytes >> 4)
    }

    /// The range that it is or is a part of.
    var rangeIndex: Int { isPart ? index / Self.partsPerRange : index }

    /// Which part of its range it is, from 0.
    var indexInRange: Int { index % Self.partsPerRange }

    /// The parts of a range, in order.
    var parts: [BucketPlace] {
        (0..<Self.partsPerRange).map { .part(index * Self.partsPerRange + $0) }
    }

    /// Whether bytes that begin with an id of the range belong to this part of it.
    func holds(_ id: ArraySlice<UInt8>) -> Bool { Self.part(of: id) == self }

    /// The lowest id that belongs here.
    var firstID: [UInt8] { id(filledWith: 0x00) }

    /// The highest id that belongs here.
    var lastID: [UInt8] { id(filledWith: 0xff) }

    private func id(filledWith byte: UInt8) -> [UInt8] {
        let freeBits = isPart ? 4 : 10
        let rest = byte == 0 ? 0 : (1 << freeBits) - 1
        let start = index << freeBits | rest
        return [UInt8(start >> 8), UInt8(start & 0xff)]
            + [UInt8](repeating: byte, count: Bucket.idByteCount - 2)
    }
}
#endif
