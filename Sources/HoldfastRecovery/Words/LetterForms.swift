/// Other forms of the letters a to z, as a copy from a web page or a Japanese keyboard has them.
///
/// The standard library compares texts by canonical equivalence and has no compatibility
/// decomposition. This is the part of it that ends in plain letters, and that alone can be a word.
///
/// - Note: Standard: Unicode Standard Annex 15, normalization form KD, of Unicode 14; a test holds it
///   against another implementation, character by character.
enum LetterForms {
    /// The plain letters that a character is another form of, in small ones; `nil` if of none.
    static func plain(_ scalar: Unicode.Scalar) -> String? {
        letters[scalar.value]
    }

    private static let letters: [UInt32: String] = {
        var letters = Dictionary(uniqueKeysWithValues: ligatures)
        for (first, count, letter) in runs {
            for place in 0..<count {
                let scalar = Unicode.Scalar(UInt8(truncatingIfNeeded: letter.value + place))
                letters[first + place] = String(Character(scalar))
            }
        }
        return letters
    }()

    private static let ligatures: [(UInt32, String)] = [
        (0xfb00, "ff"), (0xfb01, "fi"), (0xfb02, "fl"), (0xfb03, "ffi"), (0xfb04, "ffl"),
        (0xfb05, "st"), (0xfb06, "st"),
    ]

    /// The first character of a run, how many there are, and the letter of the first.
    private static let runs: [(first: UInt32, count: UInt32, letter: Unicode.Scalar)] = [
        (0xaa, 1, "a"), (0xba, 1, "o"), (0x17f, 1, "s"), (0x2b0, 1, "h"), (0x2b2, 1, "j"),
        (0x2b3, 1, "r"), (0x2b7, 1, "w"), (0x2b8, 1, "y"), (0x2e1, 1, "l"), (0x2e2, 1, "s"),
        (0x2e3, 1, "x"), (0x1d2c, 1, "a"), (0x1d2e, 1, "b"), (0x1d30, 2, "d"), (0x1d33, 8, "g"),
        (0x1d3c, 1, "o"), (0x1d3e, 1, "p"), (0x1d3f, 1, "r"), (0x1d40, 2, "t"),
        (0x1d42, 1, "w"), (0x1d43, 1, "a"), (0x1d47, 1, "b"), (0x1d48, 2, "d"),
        (0x1d4d, 1, "g"), (0x1d4f, 1, "k"), (0x1d50, 1, "m"), (0x1d52, 1, "o"),
        (0x1d56, 1, "p"), (0x1d57, 2, "t"), (0x1d5b, 1, "v"), (0x1d62, 1, "i"),
        (0x1d63, 1, "r"), (0x1d64, 2, "u"), (0x1d9c, 1, "c"), (0x1da0, 1, "f"),
        (0x1dbb, 1, "z"), (0x2071, 1, "i"), (0x207f, 1, "n"), (0x2090, 1, "a"),
        (0x2091, 1, "e"), (0x2092, 1, "o"), (0x2093, 1, "x"), (0x2095, 1, "h"),
        (0x2096, 4, "k"), (0x209a, 1, "p"), (0x209b, 2, "s"), (0x2102, 1, "c"),
        (0x210a, 2, "g"), (0x210c, 1, "h"), (0x210d, 1, "h"), (0x210e, 1, "h"),
        (0x2110, 1, "i"), (0x2111, 1, "i"), (0x2112, 1, "l"), (0x2113, 1, "l"),
        (0x2115, 1, "n"), (0x2119, 3, "p"), (0x211c, 1, "r"), (0x211d, 1, "r"),
        (0x2124, 1, "z"), (0x2128, 1, "z"), (0x212a, 1, "k"), (0x212c, 2, "b"),
        (0x212f, 1, "e"), (0x2130, 2, "e"), (0x2133, 1, "m"), (0x2134, 1, "o"),
        (0x2139, 1, "i"), (0x2145, 1, "d"), (0x2146, 2, "d"), (0x2148, 2, "i"),
        (0x2160, 1, "i"), (0x2164, 1, "v"), (0x2169, 1, "x"), (0x216c, 1, "l"),
        (0x216d, 2, "c"), (0x216f, 1, "m"), (0x2170, 1, "i"), (0x2174, 1, "v"),
        (0x2179, 1, "x"), (0x217c, 1, "l"), (0x217d, 2, "c"), (0x217f, 1, "m"),
        (0x24b6, 26, "a"), (0x24d0, 26, "a"), (0x2c7c, 1, "j"), (0x2c7d, 1, "v"),
        (0xa7f2, 1, "c"), (0xa7f3, 1, "f"), (0xa7f4, 1, "q"), (0xff21, 26, "a"),
        (0xff41, 26, "a"), (0x107a5, 1, "q"), (0x1d400, 26, "a"), (0x1d41a, 26, "a"),
        (0x1d434, 26, "a"), (0x1d44e, 7, "a"), (0x1d456, 18, "i"), (0x1d468, 26, "a"),
        (0x1d482, 26, "a"), (0x1d49c, 1, "a"), (0x1d49e, 2, "c"), (0x1d4a2, 1, "g"),
        (0x1d4a5, 2, "j"), (0x1d4a9, 4, "n"), (0x1d4ae, 8, "s"), (0x1d4b6, 4, "a"),
        (0x1d4bb, 1, "f"), (0x1d4bd, 7, "h"), (0x1d4c5, 11, "p"), (0x1d4d0, 26, "a"),
        (0x1d4ea, 26, "a"), (0x1d504, 2, "a"), (0x1d507, 4, "d"), (0x1d50d, 8, "j"),
        (0x1d516, 7, "s"), (0x1d51e, 26, "a"), (0x1d538, 2, "a"), (0x1d53b, 4, "d"),
        (0x1d540, 5, "i"), (0x1d546, 1, "o"), (0x1d54a, 7, "s"), (0x1d552, 26, "a"),
        (0x1d56c, 26, "a"), (0x1d586, 26, "a"), (0x1d5a0, 26, "a"), (0x1d5ba, 26, "a"),
        (0x1d5d4, 26, "a"), (0x1d5ee, 26, "a"), (0x1d608, 26, "a"), (0x1d622, 26, "a"),
        (0x1d63c, 26, "a"), (0x1d656, 26, "a"), (0x1d670, 26, "a"), (0x1d68a, 26, "a"),
        (0x1f12b, 1, "c"), (0x1f12c, 1, "r"), (0x1f130, 26, "a"),
    ]
}
