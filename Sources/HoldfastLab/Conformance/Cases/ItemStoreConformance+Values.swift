import HoldfastCore
import HoldfastCrypto

extension ItemStoreConformance {
    static let values: [ConformanceCase] = [
        ConformanceCase("P1: an item that was never written is nil, however one asks") { exam in
            try await exam.expectMissing(exam.key("never"), "in an empty store")
            try await exam.store.write(SecretBytes([1]), for: exam.key("other"))
            try await exam.expectMissing(exam.key("never"), "beside another item")
        },
        ConformanceCase("P1: an empty value is a value") { exam in
            let key = try exam.key("empty")
            try await exam.store.write(SecretBytes([]), for: key)
            try await exam.expect(key, holds: SecretBytes([]), "written as a new item")
            try await exam.store.write(SecretBytes([1]), for: key)
            try await exam.store.write(SecretBytes([]), for: key)
            try await exam.expect(key, holds: SecretBytes([]), "written over another value")
            try exam.expect(try await exam.store.contains(key), "an empty item is contained")
        },
        ConformanceCase("P2: values of 0 to 1 048 576 bytes come back byte for byte") { exam in
            for count in [0, 1, 8_192, 8_193, 65_536, 100_000, 1_048_576] {
                let key = try exam.key("size \(count)")
                let value = pattern(count: count, seed: 1)
                try await exam.store.write(value, for: key)
                try await exam.expect(key, holds: value, "\(count) bytes")
            }
        },
        ConformanceCase("P2: a byte more is refused and the old value stays") { exam in
            let tooLarge = pattern(count: Item.maximumByteCount + 1, seed: 1)
            let (old, new) = (try exam.key("old"), try exam.key("new"))
            try await exam.store.write(SecretBytes([7]), for: old)
            for key in [old, new] {
                try await exam.expectError(.invalidArgument, from: "a write of 1 048 577 bytes") {
                    () throws(KeychainError) in
                    try await exam.store.write(tooLarge, for: key)
                }
                try await exam.expectError(.invalidArgument, from: "a prompt-free one") {
                    () throws(KeychainError) in
                    try exam.store.writeWithoutPrompt(tooLarge, for: key, options: .standard)
                }
            }
            try await exam.expect(old, holds: SecretBytes([7]), "after the refusals")
            try await exam.expectMissing(new, "after the refusals")
        },
        ConformanceCase("P2: values are bytes, whatever they look like") { exam in
            for (index, value) in awkwardValues.enumerated() {
                let key = try exam.key("awkward \(index)")
                try await exam.store.write(value, for: key)
                try await exam.writePromptFree(value, for: exam.key("same"))
                try await exam.expect(key, holds: value, "value \(index)")
                try await exam.expect(exam.key("same"), holds: value, "value \(index), rewritten")
            }
            for (index, value) in awkwardValues.enumerated() {
                try await exam.expect(
                    exam.key("awkward \(index)"), holds: value, "value \(index), beside the others")
            }
        },
        ConformanceCase("P2: a write replaces the whole value") { exam in
            let key = try exam.key("replaced")
            for count in [5_000, 3, 70_000, 1, 0, 200] {
                let value = pattern(count: count, seed: UInt8(truncatingIfNeeded: count))
                try await exam.store.write(value, for: key)
                try await exam.expect(key, holds: value, "\(count) bytes over another count")
            }
        },
    ]

    /// Bytes in which a shift, a cut or a swap shows: a block of a prime length, repeated.
    static func pattern(count: Int, seed: UInt8) -> SecretBytes {
        let block = (0..<min(count, 4_099)).map { place in
            UInt8(truncatingIfNeeded: place &* 31 &+ place >> 8) &+ seed
        }
        return SecretBytes(count: count) { bytes in
            var start = 0
            while start < count {
                let end = min(start + block.count, count)
                UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end])
                    .copyBytes(from: block.prefix(end - start))
                start = end
            }
        }
    }

    /// `a`, `a\0` and `\0a` are three values; so is every other one here.
    private static let awkwardValues: [SecretBytes] = [
        SecretBytes(utf8: "a"), SecretBytes(utf8: "a\0"), SecretBytes(utf8: "\0a"),
        SecretBytes(utf8: "\0"), SecretBytes(utf8: "\n"), SecretBytes(utf8: "line\nline\n"),
        SecretBytes(utf8: "line\r\nline"), SecretBytes([0xff, 0xfe, 0x00, 0x80]),
        SecretBytes([0xed, 0xa0, 0x80]), SecretBytes([0xc3]), SecretBytes(utf8: "🗝️👩‍🚀"),
        SecretBytes(utf8: "\u{feff}a"), SecretBytes(utf8: "null"), SecretBytes(utf8: " a "),
        SecretBytes(utf8: "\u{e9}"), SecretBytes(utf8: "e\u{301}"),
    ]
}
