import FoundationEssentials
import HoldfastCrypto
import Testing

@testable import HoldfastCore

/// The bytes of a payload, by the examples of the page that describes them.
@Suite struct StateEnvelopeTests {
    private struct Shape: Equatable {
        var keepsOlder = false
        var generations: [UInt64] = []
        var schema: UInt32
        var generation: UInt64
        var body: String
        var previousGeneration: UInt64?
        var previousBody: String?
    }

    private let shapes = [
        Shape(schema: 3, generation: 258, body: "{\"a\":1}"),
        Shape(
            schema: 1, generation: 9, body: "2", previousGeneration: 7, previousBody: "1"),
        Shape(keepsOlder: true, generations: [9, 4], schema: 1, generation: 9, body: "0"),
    ]

    private func examples() throws -> [[UInt8]] {
        let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let page = try String(
            contentsOfFile: root + "/docs/formats/persisted-state.md", encoding: .utf8)
        return page.split(separator: "\n").filter { $0.hasPrefix("48465354 ") }.map { line in
            let digits = line.filter { $0 != " " }.compactMap(\.hexDigitValue)
            return stride(from: 0, to: digits.count, by: 2).map {
                UInt8(digits[$0] << 4 | digits[$0 + 1])
            }
        }
    }

    private func text(_ bytes: SecretBytes) -> String {
        String(decoding: bytes.copyBytes(), as: UTF8.self)
    }

    @Test("The examples of the format's page decode as it says")
    func decodes() throws {
        let found = try examples().map { try StateEnvelope(decoding: SecretBytes($0)) }
        #expect(
            found.map {
                Shape(
                    keepsOlder: $0.header.keepsOlder, generations: $0.header.partGenerations,
                    schema: $0.current.schema, generation: $0.current.generation,
                    body: text($0.current.body), previousGeneration: $0.previous?.generation,
                    previousBody: $0.previous.map { text($0.body) })
            } == shapes)
    }

    @Test("What the page says is what is written")
    func encodes() throws {
        let written = shapes.map { shape in
            let body = Array(shape.body.utf8)
            let previous = shape.previousGeneration.map {
                StateContent(
                    schema: 1, generation: $0, body: SecretBytes(utf8: shape.previousBody ?? ""))
            }
            let frame = StateEnvelope.frame(
                .init(keepsOlder: shape.keepsOlder, partGenerations: shape.generations),
                schema: shape.schema, generation: shape.generation, bodyByteCount: body.count,
                previous: previous)
            return frame.head + body + (frame.tail?.copyBytes() ?? [])
        }
        #expect(written == (try examples()))
    }

    @Test("Every cut, every byte too many and every changed header byte is refused or seen")
    func damage() throws {
        for example in try examples() {
            for count in 0..<example.count {
                // The second example cut after its first content is a whole one, without the rest.
                let cut = Array(example.prefix(count))
                let envelope = try? StateEnvelope(decoding: SecretBytes(cut))
                #expect(envelope == nil || count == 24)
            }
            #expect(throws: StateEnvelope.Damage.damaged) {
                try StateEnvelope(decoding: SecretBytes(example + [0]))
            }
            for (index, damage) in [
                (0, StateEnvelope.Damage.unmarked), (3, .unmarked), (4, .newerFormat),
                (5, .damaged), (6, .damaged),
            ] {
                var changed = example
                changed[index] ^= 0x42
                #expect(throws: damage) { try StateEnvelope(decoding: SecretBytes(changed)) }
            }
        }
    }
}
