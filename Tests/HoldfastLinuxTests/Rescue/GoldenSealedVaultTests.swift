import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// A vault of format 2, sealed and with a rescue code, that every later version must open.
///
/// `HOLDFAST_RECORD_GOLDEN_2=1` makes it anew, which is right only before a format is released.
@Suite struct GoldenSealedVaultTests {
    private static let passcode = SecretBytes(utf8: "the golden passcode")
    private static let code = SecretBytes(utf8: "000G-40R4-0M30-E209-185G-R38E-1W81-24GK-TMW7")
    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        + "/Fixtures/vault-2"
    private static let value = SecretBytes(utf8: "grüße")
    private let test: TestVault

    init() async throws {
        if getenv("HOLDFAST_RECORD_GOLDEN_2") != nil { try await Self.record() }
        test = try TestVault()
        #expect(copyFiles(from: Self.folder, to: test.location.directory))
        #expect(mkdir(test.location.stateDirectory, 0o700) == 0)
    }

    private func values(_ vault: LinuxVault) async throws {
        for accessibility in Accessibility.allCases {
            let item = try await vault.read(try key(accessibility.rawValue, "golden"))
            #expect(item?.value == Self.value, "\(accessibility)")
        }
    }

    @Test("the golden vault of format 2 opens with its passcode and the hardware")
    func opens() async throws {
        let vault = test.open { $0.sealer = SoftSealer() }
        let status = try await vault.status()
        #expect(status.formatVersion == 2 && status.deviceSecret == .sealed)
        #expect(status.sealedToRegisters == [0, 7])
        #expect(status.rescueCodeCreated == UnixTime(seconds: 1_800_000_000))
        try await vault.unlock(with: Self.passcode)
        try await values(vault)
        #expect(await vault.doctor().allSatisfy { $0.grade != .bad })
        try await vault.unsealDeviceSecret(passcode: Self.passcode)
        try await values(test.open())
    }

    @Test("the golden vault of format 2 opens with its rescue code, with its passcode and without")
    func rescue() async throws {
        let code = try RescueCode(Self.code)
        #expect(try await test.open().rescue(with: code, passcode: Self.passcode) == 0)
        try await values(test.open())
        let new = SecretBytes(utf8: "new")
        #expect(try await test.open().rescue(with: code, newPasscode: new) == 1)
    }

    private static func record() async throws {
        let test = try TestVault()
        let sealer = SoftSealer()
        let vault = test.open { $0.sealer = sealer }
        try await vault.setPasscode(passcode)
        for accessibility in Accessibility.allCases {
            try await vault.write(
                value, for: try key(accessibility.rawValue, "golden"),
                options: WriteOptions(protection: ItemProtection(accessibility: accessibility)))
        }
        try await vault.sealDeviceSecret(
            toRegisters: [0, 7], rescueCode: try RescueCode(code), passcode: passcode)
        vault.close()
        for file in ["vault.db", "sequence"] {
            let bytes = try readFile(test.location.directory + "/" + file)
            try writeFile(folder + "/" + file, bytes)
        }
    }
}
