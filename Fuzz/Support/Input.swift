/// Takes a fuzzer's bytes apart; at their end it gives zeros.
struct Input {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ start: UnsafeRawPointer?, _ count: Int) {
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    var isOver: Bool { position >= bytes.count }
    var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }

    mutating func byte() -> UInt8 {
        guard !isOver else { return 0 }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func number() -> Int {
        (0..<3).reduce(0) { number, _ in number << 8 | Int(byte()) }
    }

    mutating func array(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in byte() }
    }
}
