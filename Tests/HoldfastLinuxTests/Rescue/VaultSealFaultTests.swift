import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite
import Testing

@testable import HoldfastLinux

/// Errors of the disk while a vault is sealed, unsealed or rescued.
@Suite struct VaultSealFaultTests {
    private let test: TestVault
    private let vfs: RecordingVFS
    private let sealer = SoftSealer()
    private let rescueCode: RescueCode
    private let value = SecretBytes(utf8: "value")

    init() throws {
        test = try TestVault()
        vfs = try RecordingVFS()
        rescueCode = try RescueCode.make()
    }

    private func open(_ layer: String? = nil) -> LinuxVault {
        test.open { configuration in
            configuration.sealer = sealer
            configuration.fileLayer = layer
        }
    }

    @Test(
        "at any call, the vault is as before or as after, and every value is there",
        arguments: [.write, .sync] as [InjectedFault.Call])
    func faults(call: InjectedFault.Call) async throws {
        let names = try (0..<3).map { try key("n\($0)") }
        for name in names { try await open().write(value, for: name) }
        try await open().setRescueCode(rescueCode)
        var (failures, turns, isOver) = (0, [0, 0, 0], false)
        for ordinal in 1...600 where !isOver {
            let turn = ordinal % 3
            try await prepare(turn)
            vfs.inject(InjectedFault(call, ordinal: ordinal / 3 + 1, code: SQLiteCode.io))
            let isDone = await tryOut(turn)
            let isUntouched = !vfs.faultsToCome.isEmpty
            vfs.clearFaults()
            if !isDone { failures += 1 }
            let isSealed = try await open().status().deviceSecret == .sealed
            if isDone { #expect(isSealed == (turn == 0)) }
            for name in names { #expect(try await open().read(name)?.value == value) }
            try await open().checkRescueCode(rescueCode)
            turns[turn] += isUntouched ? 1 : 0
            isOver = turns.allSatisfy { $0 > 0 }
        }
        #expect(isOver && failures >= 3, "\(failures) failures, \(turns)")
    }

    /// Sealed before an unsealing and a rescue, not sealed before a sealing.
    private func prepare(_ turn: Int) async throws {
        let isSealed = try await open().status().deviceSecret == .sealed
        if turn == 0, isSealed { try await open().unsealDeviceSecret() }
        if turn != 0, !isSealed { try await open().sealDeviceSecret(rescueCode: rescueCode) }
    }

    private func tryOut(_ turn: Int) async -> Bool {
        let vault = open(vfs.name)
        do throws(KeychainError) {
            switch turn {
            case 0: try await vault.sealDeviceSecret(rescueCode: rescueCode)
            case 1: try await vault.unsealDeviceSecret()
            default: try await vault.rescue(with: rescueCode)
            }
            return true
        } catch {
            #expect(error.code == .unknown && error.nativeDomain == "sqlite", "\(error)")
            return false
        }
    }
}
