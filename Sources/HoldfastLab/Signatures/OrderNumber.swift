/// A number modulo the order of P-256, for simulations: how long a computation takes shows the
/// number.
///
/// - Note: Standard: SP 800-186, section 3.2.1.3, which gives n.
struct OrderNumber: Equatable {
    /// Number of bytes of a number.
    static let byteCount = 32

    /// The least significant word first.
    private var words: Words

    private typealias Words = SIMD4<UInt64>

    private static let order = Words(
        0xf3b9_cac2_fc63_2551, 0xbce6_faad_a717_9e84, 0xffff_ffff_ffff_ffff, 0xffff_ffff_0000_0000)

    /// Takes 32 bytes in network order; one above n is brought below.
    init(_ bytes: some Collection<UInt8>) {
        words = .zero
        for (index, byte) in bytes.reversed().enumerated() {
            words[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
        }
        if !Self.isBelow(words, Self.order) { words = Self.difference(words, Self.order).words }
    }

    /// The number as 32 bytes in network order.
    var bytes: [UInt8] {
        words.indices.reversed().flatMap { index in
            withUnsafeBytes(of: words[index].bigEndian) { Array($0) }
        }
    }

    var isZero: Bool { words == .zero }

    static func + (left: Self, right: Self) -> Self {
        var sum = left
        let carry = add(right.words, to: &sum.words)
        if carry || !isBelow(sum.words, order) { sum.words = difference(sum.words, order).words }
        return sum
    }

    static func - (left: Self, right: Self) -> Self {
        var (result, borrow) = difference(left.words, right.words)
        if borrow { _ = add(order, to: &result) }
        var number = OrderNumber([])
        number.words = result
        return number
    }

    static func * (left: Self, right: Self) -> Self {
        var product = OrderNumber([])
        for bit in (0..<256).reversed() {
            product = product + product
            let word = right.words[bit / 64]
            if word >> UInt64(bit % 64) & 1 == 1 { product = product + left }
        }
        return product
    }

    /// The number that gives 1 when it is multiplied by this one, which is not 0.
    ///
    /// - Note: Published as algorithm 2.22 of the Guide to Elliptic Curve Cryptography (Hankerson,
    ///   Menezes, Vanstone), the binary inversion.
    var inverse: Self {
        precondition(!isZero, "0 has no inverse")
        let one = Words(1, 0, 0, 0)
        var (u, v) = (words, Self.order)
        var (x, y) = (OrderNumber([1]), OrderNumber([]))
        while u != one && v != one {
            while u[0] & 1 == 0 { (u, x) = (Self.half(u), x.halved) }
            while v[0] & 1 == 0 { (v, y) = (Self.half(v), y.halved) }
            if Self.isBelow(u, v) {
                (v, y) = (Self.difference(v, u).words, y - x)
            } else {
                (u, x) = (Self.difference(u, v).words, x - y)
            }
        }
        return u == one ? x : y
    }

    /// The number of which this one is the double.
    private var halved: Self {
        var number = self
        let carry = words[0] & 1 == 1 && Self.add(Self.order, to: &number.words)
        number.words = Self.half(number.words, carry: carry)
        return number
    }

    private static func half(_ words: Words, carry: Bool = false) -> Words {
        let above = Words(words[1], words[2], words[3], carry ? 1 : 0)
        return words &>> 1 | (above & 1) &<< 63
    }

    private static func add(_ other: Words, to words: inout Words) -> Bool {
        var carry = false
        for index in words.indices {
            let (sum, first) = words[index].addingReportingOverflow(other[index])
            let (whole, second) = sum.addingReportingOverflow(carry ? 1 : 0)
            words[index] = whole
            carry = first || second
        }
        return carry
    }

    private static func difference(
        _ left: Words, _ right: Words
    ) -> (words: Words, borrow: Bool) {
        var words = left
        var borrow = false
        for index in words.indices {
            let (part, first) = left[index].subtractingReportingOverflow(right[index])
            let (whole, second) = part.subtractingReportingOverflow(borrow ? 1 : 0)
            words[index] = whole
            borrow = first || second
        }
        return (words, borrow)
    }

    private static func isBelow(_ left: Words, _ right: Words) -> Bool {
        difference(left, right).borrow
    }
}
