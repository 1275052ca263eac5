import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite struct SoftwareKeyStoreTests {
    private let items = MemoryStore()

    private var keys: SoftwareKeyStore { SoftwareKeyStore(over: items) }

    @Test("the value is the one of docs/formats/software-key.md, to the byte")
    func vector() async throws {
        let name = try ItemKey(service: "app", account: "sign")
        let random = FixedRandom(Self.scalar)
        let key = try await SoftwareKeyStore(over: items, random: random)
            .create(name, use: .signing)
        #expect(key.bytes == Self.point)
        let stored = try #require(try await items.read(Self.item(name)))
        #expect(stored.value == SecretBytes(Self.value(use: 1)))
        #expect(stored.attributes.kind == .signingKey)
        #expect(stored.attributes.protection == .standard)
    }

    @Test("a value written by hand after the format is a key", arguments: DeviceKeyUse.allCases)
    func written(_ use: DeviceKeyUse) async throws {
        let name = try ItemKey(service: "app", account: "key")
        let (kind, code): (ItemKind, UInt8) =
            use == .signing ? (.signingKey, 1) : (.keyAgreementKey, 2)
        try await items.write(
            SecretBytes(Self.value(use: code)), for: Self.item(name),
            options: WriteOptions(kind: kind))
        #expect(try await keys.publicKey(of: name)?.bytes == Self.point)
        #expect(try await keys.attributes(of: name)?.use == use)
        #expect(try await keys.attributes(of: name)?.grade == .software)
    }

    @Test("P1: a value with any byte changed, cut or added is damaged, and never another key")
    func damaged() throws {
        let name = try ItemKey(service: "app", account: "key")
        let good = Self.value(use: 1)
        for index in good.indices {
            var bytes = good
            bytes[index] ^= 1
            // The version's byte says that a newer library wrote it, which is no damage.
            let code: KeychainError.Code = index == 4 ? .unsupported : .dataCorrupted
            try expect(code, with: bytes, of: name, "byte \(index)")
        }
        for count in 0..<good.count {
            try expect(.dataCorrupted, with: Array(good[..<count]), of: name, "\(count) bytes")
        }
        try expect(.dataCorrupted, with: good + [0], of: name, "a byte more")
        let zero = good[..<71] + [UInt8](repeating: 0, count: 32)
        try expect(.dataCorrupted, with: Array(zero), of: name, "no scalar")
    }

    @Test("P1: a value whose use is not the one that its kind says is damaged")
    func otherUse() throws {
        let name = try ItemKey(service: "app", account: "key")
        try expect(.dataCorrupted, with: Self.value(use: 2), of: name, "agreement as signing")
        try expect(.dataCorrupted, with: Self.value(use: 0), of: name, "no use")
        try expect(.dataCorrupted, with: Self.value(use: 3), of: name, "an unknown use")
    }

    @Test("P6: an item of the app's in a key's place is neither used, replaced nor removed")
    func itemOfTheApp() async throws {
        let name = try ItemKey(service: "app", account: "key")
        let value = SecretBytes(Self.value(use: 1))
        try await items.write(value, for: Self.item(name))
        await expect(.dataCorrupted) { _ = try await keys.publicKey(of: name) }
        await expect(.dataCorrupted) { _ = try await keys.signature(for: [1], with: name) }
        await expect(.dataCorrupted) { _ = try await keys.attributes(of: name) }
        await expect(.dataCorrupted) { _ = try await keys.list(service: nil) }
        await expect(.dataCorrupted) { _ = try await keys.list(service: "app") }
        await expect(.dataCorrupted) { try await keys.remove(name) }
        await expect(.dataCorrupted) { try keys.removeWithoutPrompt(name) }
        await expect(.unknown) { try await keys.create(name, use: .signing) }
        #expect(try await items.read(Self.item(name))?.value == value)
    }

    @Test("P6: keys and the app's items of the same names do not meet")
    func apart() async throws {
        let name = try ItemKey(service: "app", account: "key")
        try await items.write(SecretBytes([1]), for: name)
        let key = try await keys.create(name, use: .keyAgreement)
        #expect(try await items.read(name)?.value == SecretBytes([1]))
        #expect(try await items.list(service: "app").count == 1)
        #expect(try await keys.list(service: nil).map(\.name) == [name])
        try await items.remove(name)
        #expect(try await keys.publicKey(of: name) == key)
        try await items.write(SecretBytes([2]), for: name)
        try await keys.remove(name)
        #expect(try await items.read(name)?.value == SecretBytes([2]))
    }

    @Test("an item whose service is only the prefix is no key's, nor is one that looks alike")
    func almostThePrefix() async throws {
        for service in ["holdfast.device-key/", "holdfast.device-key", "Holdfast.device-key/a"] {
            try await items.write(
                SecretBytes([1]), for: ItemKey(service: service, account: "a"))
        }
        #expect(try await keys.list(service: nil).isEmpty)
    }

    @Test("P2: a creation that the store refuses makes nothing, one that it loses is there")
    func faults() async throws {
        let name = try ItemKey(service: "app", account: "key")
        let failure = KeychainError(.unknown, "i/o", nativeDomain: "errno", nativeCode: 5)
        items.failNext(.write, with: failure)
        await expect(.unknown) { try await keys.create(name, use: .signing) }
        #expect(try await keys.publicKey(of: name) == nil)
        items.failNext(.write, with: failure, .afterEffect)
        await expect(.unknown) { try await keys.create(name, use: .signing) }
        let key = try #require(try await keys.publicKey(of: name))
        await expect(.unknown) { try await keys.create(name, use: .signing) }
        #expect(try await keys.publicKey(of: name) == key)
    }

    @Test("P11: a source without random bytes makes no key and is named")
    func noRandomness() async throws {
        let name = try ItemKey(service: "app", account: "key")
        let keys = SoftwareKeyStore(over: items, random: FixedRandom([]))
        do {
            try await keys.create(name, use: .signing)
            Issue.record("a key was made of nothing")
        } catch {
            #expect(error.code == .unknown)
            #expect(error.nativeDomain == "holdfast.crypto")
        }
        #expect(try await keys.publicKey(of: name) == nil)
    }

    private func expect(
        _ code: KeychainError.Code, with bytes: [UInt8], of name: ItemKey, _ what: Comment
    ) throws {
        try items.writeWithoutPrompt(
            SecretBytes(bytes), for: Self.item(name), options: WriteOptions(kind: .signingKey))
        do {
            _ = try keys.signatureWithoutPrompt(for: [1], with: name)
            Issue.record("nothing was thrown: \(what)")
        } catch {
            #expect(error.code == code, what)
        }
        do {
            _ = try keys.publicKeyWithoutPrompt(of: name)
            Issue.record("nothing was thrown: \(what)")
        } catch {
            #expect(error.code == code, what)
        }
    }

    private func expect(
        _ code: KeychainError.Code, at location: SourceLocation = #_sourceLocation,
        _ call: () async throws -> Void
    ) async {
        do {
            try await call()
            Issue.record("nothing was thrown", sourceLocation: location)
        } catch let error as KeychainError {
            #expect(error.code == code, sourceLocation: location)
        } catch {
            Issue.record("no KeychainError", sourceLocation: location)
        }
    }

    private static func item(_ name: ItemKey) throws -> ItemKey {
        try ItemKey(service: "holdfast.device-key/" + name.service, account: name.account)
    }

    private static func value(use: UInt8) -> [UInt8] {
        Array("HFDK".utf8) + [1, use] + point + scalar
    }

    // RFC 6979, appendix A.2.5.
    private static let scalar: [UInt8] = bytes(
        "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721")
    private static let point: [UInt8] = bytes(
        "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
            + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299")

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.map { UInt8($0.hexDigitValue ?? 0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

/// Gives the same bytes at each call, or none at all.
private struct FixedRandom: SecureRandom {
    let isReproducible = true
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        guard bytes.count == buffer.count else {
            throw CryptoError(.randomnessUnavailable, "The test gives no random bytes.")
        }
        buffer.copyBytes(from: bytes)
    }
}
