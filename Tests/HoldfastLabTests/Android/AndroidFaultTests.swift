import HoldfastAndroid
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite("Faults strike the calls of an Android phone")
struct AndroidFaultTests {
    private static let app: AppIdentifier = "org.example.chat"

    private struct Sealed {
        let nonce: [UInt8]
        let bytes: [UInt8]
    }

    private static func seal(_ keystore: any KeystoreCalls) throws -> Sealed {
        let operation = try keystore.beginEncrypt("key")
        let bytes = try keystore.finishEncrypt(
            operation, SecretBytes([1]), associatedData: [])
        return Sealed(nonce: operation.nonce, bytes: bytes)
    }

    private static func open(_ sealed: Sealed, _ keystore: any KeystoreCalls) throws -> [UInt8] {
        let operation = try keystore.beginDecrypt("key", nonce: sealed.nonce)
        return try keystore.finishDecrypt(operation, sealed.bytes, associatedData: [])
            .copyBytes()
    }

    @Test("a process that dies between deleting and making a key has lost what the key sealed")
    func deleteThenMake() throws {
        let phone = SimulatedPhone(.androidPhone())
        let process = phone.launch(Self.app)
        let keystore = process.android.keystore
        try keystore.generateKey("key", KeySpec(.aes256GCM))
        let sealed = try Self.seal(keystore)
        phone.arm(FaultPlan([Fault(callNumber: 2, .death(.beforeEffect))]))
        try keystore.deleteKey("key")
        #expect(throws: JavaException.self) {
            try keystore.generateKey("key", KeySpec(.aes256GCM))
        }
        #expect(!process.isAlive)
        let next = phone.launch(Self.app).android.keystore
        #expect(try !next.hasKey("key"))
        #expect(throws: JavaException.self) { try Self.open(sealed, next) }
    }

    @Test("what a dead process still calls has no effect and is in no trace")
    func deadProcess() throws {
        let phone = SimulatedPhone(.androidPhone())
        let process = phone.launch(Self.app)
        let keystore = process.android.keystore
        try keystore.generateKey("key", KeySpec(.aes256GCM))
        process.kill()
        let before = phone.trace
        #expect(throws: JavaException.self) { try keystore.deleteKey("key") }
        #expect(phone.trace == before)
        #expect(try phone.launch(Self.app).android.keystore.hasKey("key"))
    }

    @Test("an answer that was lost leaves the effect, an earlier failure leaves nothing")
    func moments() throws {
        let phone = SimulatedPhone(.androidPhone())
        let keystore = phone.launch(Self.app).android.keystore
        let failure = NativeFailure(
            domain: "android.security.KeyStoreException", code: 4, name: "SYSTEM_ERROR")
        for moment in Fault.Moment.allCases {
            phone.arm(FaultPlan([Fault(callNumber: 1, .failure(failure, moment))]))
            #expect(throws: JavaException.self) {
                try keystore.generateKey("\(moment)", KeySpec(.aes256GCM))
            }
        }
        #expect(try keystore.aliases() == ["afterEffect"])
    }

    @Test("every way in which a call can fail is an exception that says so, at every API level")
    func failures() async throws {
        for level in AndroidProfile.apiLevels {
            let phone = SimulatedPhone(.android(AndroidProfile(apiLevel: level)))
            let process = phone.launch(Self.app)
            try Self.useEverything(process.android, apiLevel: level)
            let calls = phone.trace.compactMap { entry -> PlatformCall? in
                if case .call(let call, _, _) = entry.kind { call } else { nil }
            }
            #expect(calls.filter { $0.failures.isEmpty }.isEmpty)
            for (index, call) in calls.enumerated() {
                for failure in call.failures {
                    let other = SimulatedPhone(.android(AndroidProfile(apiLevel: level)))
                    let process = other.launch(Self.app)
                    other.arm(
                        FaultPlan([
                            Fault(callNumber: index + 1, .failure(failure, .beforeEffect))
                        ]))
                    #expect(throws: JavaException.self, "\(call.name): \(failure)") {
                        try Self.useEverything(process.android, apiLevel: level)
                    }
                    #expect(other.callCount == index + 1)
                }
            }
        }
    }

    private static func useEverything(_ android: AndroidPlatform, apiLevel: Int) throws {
        let keystore = android.keystore
        _ = try keystore.aliases()
        try keystore.generateKey("key", KeySpec(.aes256GCM))
        _ = try keystore.hasKey("key")
        _ = try open(seal(keystore), keystore)
        try keystore.generateKey("sign", KeySpec(.p256Sign))
        _ = try keystore.publicKey("sign")
        _ = try keystore.finishSign(keystore.beginSign("sign"), [1])
        if apiLevel >= 31 {
            try keystore.generateKey("agree", KeySpec(.p256Agree))
            let peer = try #require(try keystore.publicKey("sign"))
            _ = try keystore.agree("agree", with: peer)
        }
        try keystore.deleteKey("key")
    }

    @Test(
        "an exception that no table has is thrown as it is, a number that none has with its number")
    func unlisted() throws {
        let phone = SimulatedPhone(.androidPhone())
        let keystore = phone.launch(Self.app).android.keystore
        let arm = { (domain: String, code: Int) in
            let failure = NativeFailure(domain: domain, code: code, name: "it")
            phone.arm(FaultPlan([Fault(callNumber: 1, .failure(failure, .beforeEffect))]))
        }
        arm("java.lang.IllegalStateException", 0)
        let known = #expect(throws: JavaException.self) { try keystore.hasKey("key") }
        #expect(known?.className == "java.lang.IllegalStateException")
        arm("android.security.KeyStoreException", -9999)
        let unknown = #expect(throws: JavaException.self) { try keystore.hasKey("key") }
        #expect(unknown?.causes.first?.keystoreCode == -9999)
    }

    @Test("a lock between two steps of a replacement stops the second and ends no key")
    func lockBetween() throws {
        let phone = SimulatedPhone(.androidPhone())
        let keystore = phone.launch(Self.app).android.keystore
        try keystore.generateKey("key", KeySpec(.aes256GCM, needsUnlockedDevice: true))
        let sealed = try Self.seal(keystore)
        phone.arm(FaultPlan([Fault(callNumber: 1, .event(.lock))]))
        #expect(throws: JavaException.self) { try Self.seal(keystore) }
        phone.send(.unlock)
        #expect(try Self.open(sealed, keystore) == [1])
    }
}
