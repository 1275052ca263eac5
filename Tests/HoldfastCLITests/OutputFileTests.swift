import FoundationEssentials
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastCLI

/// What is in the folder of an export before, while and after it is written.
@MainActor
@Suite("The file of an export") struct OutputFileTests {
    private let place = Workplace()

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: place.folder).sorted() }
    }

    private func file(_ name: String, replaces: Bool, isUnnamed: Bool) throws -> OutputFile {
        try OutputFile(
            path: place.folder + "/" + name, replaces: replaces, random: SystemRandom(),
            isUnnamed: isUnnamed)
    }

    private func put(_ text: String, in file: OutputFile) throws {
        try Array(text.utf8).withRawBytes { (bytes) throws(KeychainError) in
            try file.write(bytes)
        }
    }

    @Test("It has no name before it is complete, so that nothing is left when it is killed")
    func unnamed() throws {
        for replaces in [false, true] {
            let file = try file("a", replaces: replaces, isUnnamed: true)
            let before = try names
            try put("new \(replaces)", in: file)
            #expect(try names == before && !before.contains { $0.hasPrefix(".holdfast") })
            try file.finish()
            #expect(try names == ["a"])
            #expect(try content == "new \(replaces)")
        }
    }

    @Test("With a name meanwhile it ends the same, and is removed where it is not finished")
    func named() throws {
        for replaces in [false, true] {
            let file = try file("a", replaces: replaces, isUnnamed: false)
            try put("new \(replaces)", in: file)
            #expect(try names.contains { $0.hasPrefix(".holdfast-export-") })
            try file.finish()
            #expect(try names == ["a"])
            #expect(try content == "new \(replaces)")
        }
        var unfinished: OutputFile? = try file("b", replaces: true, isUnnamed: false)
        #expect(try names.count == 2 && unfinished != nil)
        unfinished = nil
        #expect(try names == ["a"])
    }

    @Test("A file that comes up meanwhile is not replaced", arguments: [false, true])
    func taken(isUnnamed: Bool) throws {
        let late = try file("a", replaces: false, isUnnamed: isUnnamed)
        try put("late", in: late)
        let first = try file("a", replaces: false, isUnnamed: true)
        try put("first", in: first)
        try first.finish()
        #expect(throws: KeychainError.self) { try late.finish() }
        #expect(try names == ["a"] && content == "first")
    }

    private var content: String {
        get throws {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: place.folder + "/a"))
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
