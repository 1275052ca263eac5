import HoldfastApple
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite("A simulated iPhone is the same in every run")
struct PhoneDeterminismTests {
    private static let app: AppIdentifier = "org.example.app"

    /// A life with prompts, faults, a key of the Enclave, a restart and a restore.
    private static func life(seed: UInt64) async -> [String] {
        let phone = SimulatedPhone(.iPhone(), seed: seed)
        var process = phone.launch(app)
        phone.send(.foreground(app))
        phone.arm(FaultPlan([Fault(callNumber: 3, .event(.lock))]))
        let guarded = AccessControlObject(protection: "ak", flags: .biometryAny)
        for account in ["a", "b", "c", "d"] {
            let item: SecItemDictionary = [
                "class": .text("genp"), "svce": .text("s"), "acct": .text(account),
                "accc": .accessControl(guarded), "v_Data": .data(SecretBytes(utf8: account)),
                "labl": .text("l"), "gena": .text("g"),
            ]
            _ = process.apple.secItem.add(item)
        }
        phone.send(.unlock)
        let context = process.apple.device.makeContext()
        phone.answerNextPrompts(.failsBiometry, .confirms)
        _ = await context.evaluate(.biometrics)
        _ = process.apple.secItem.copyMatching([
            "class": .text("genp"), "m_Limit": .text("m_LimitAll"), "r_Data": .flag(true),
            "u_AuthCtx": .context(context.number), "bad1": .text("x"), "zzzzz": .text("y"),
        ])
        let keyObject = AccessControlObject(protection: "ck", flags: .privateKeyUsage)
        do throws(AppleNativeError) {
            let key = try process.apple.secureEnclave.makeKey(
                for: .signing, accessControl: keyObject)
            phone.note("\(key.publicKey.map { String($0, radix: 16) })")
        } catch {
            Issue.record("a key can be made: \(error)")
        }
        let backup = phone.backUp(.encrypted)
        phone.send(.reboot)
        phone.restore(backup)
        process = phone.launch(app)
        _ = process.apple.secItem.delete(["class": .text("genp")])
        return phone.trace.map(\.description)
    }

    @Test("P12: the same seed and steps give the same trace, also when many run at once")
    func sameTrace() async {
        let first = await Self.life(seed: 7)
        #expect(first.count > 15)
        await withTaskGroup(of: [String].self) { group in
            for _ in 0..<64 { group.addTask { await Self.life(seed: 7) } }
            for await trace in group { #expect(trace == first) }
        }
    }

    @Test("P12: another seed makes other keys")
    func otherSeed() async {
        let first = await Self.life(seed: 7)
        let second = await Self.life(seed: 8)
        #expect(first != second)
    }
}
