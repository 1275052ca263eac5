import CJNI
import Dispatch
import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto

typealias AnyException = JavaException

extension JavaException {
    var codes: [Int] { ([self] + causes).compactMap(\.keystoreCode) }
}

/// `Main.run`: every check, from a thread of Java's.
@_cdecl("Java_org_holdfast_test_Main_run")
func run(
    _ environment: UnsafeMutablePointer<JNIEnv?>, _ type: jclass, _ context: jobject
) -> jint {
    let list = CheckList()
    do {
        let runtime = try AndroidRuntime(environment: environment, context: context)
        let main = try TestMain(environment, type)
        let checks = JavaChecks(runtime: runtime, main: main, list: list)
        try checks.runAll()
        wait { await checks.runPrompts() }
        wait { await checks.runVault() }
        wait { await checks.runMigration() }
        checks.checkNothingIsKept()
    } catch {
        list.expect(false, "nothing is thrown: \(error)")
    }
    return list.finish()
}

/// Waits on a thread that is not of the cooperative pool.
private func wait(_ body: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task {
        await body()
        done.signal()
    }
    done.wait()
}

/// The checks of the pass-through.
struct JavaChecks: Sendable {
    let runtime: AndroidRuntime
    let main: TestMain
    let list: CheckList

    var keystore: any KeystoreCalls { runtime.keystore }

    func runAll() throws {
        list.expect(keystore.apiLevel == 36, "the API level is the system's")
        try checkCipher()
        try checkForeignThreads()
        try checkExceptions()
        try checkNeeds()
        try checkPairs()
        try checkRounds()
    }

    private func checkCipher() throws {
        list.expect(try !keystore.hasKey("plain"), "a key that was not made is null")
        try keystore.generateKey("plain", KeySpec(.aes256GCM))
        list.expect(try keystore.hasKey("plain"), "a key that was made is there")
        list.expect(try keystore.aliases() == ["plain"], "and is listed")
        let sealing = try keystore.beginEncrypt("plain")
        list.expect(sealing.nonce.count == 12, "the Keystore draws 12 bytes of nonce")
        let secret = SecretBytes(utf8: "a secret")
        let sealed = try keystore.finishEncrypt(sealing, secret, associatedData: [1, 2])
        list.expect(sealed.count == secret.count + 16, "a tag is behind the ciphertext")
        let opening = try keystore.beginDecrypt("plain", nonce: sealing.nonce)
        let opened = try keystore.finishDecrypt(opening, sealed, associatedData: [1, 2])
        list.expect(opened == secret, "what was encrypted comes back")
        let other = try keystore.beginDecrypt("plain", nonce: sealing.nonce)
        list.expect("javax.crypto.AEADBadTagException", from: "other associated data") {
            try keystore.finishDecrypt(other, sealed, associatedData: [1, 3])
        }
        list.expect("java.lang.IllegalStateException", from: "an operation that has ended") {
            try keystore.finishDecrypt(other, sealed, associatedData: [1, 2])
        }
        let empty = try keystore.beginEncrypt("plain")
        let sealedEmpty = try keystore.finishEncrypt(empty, SecretBytes([]), associatedData: [])
        let openingEmpty = try keystore.beginDecrypt("plain", nonce: empty.nonce)
        list.expect(
            try keystore.finishDecrypt(openingEmpty, sealedEmpty, associatedData: []).isEmpty,
            "nothing at all comes back as nothing")
        try keystore.deleteKey("plain")
        try keystore.deleteKey("plain")
        list.expect(try !keystore.hasKey("plain"), "a key that was deleted is null")
    }

    /// Threads that Swift made are attached for a call and detached after it.
    private func checkForeignThreads() throws {
        try keystore.generateKey("threads", KeySpec(.aes256GCM))
        DispatchQueue.concurrentPerform(iterations: 64) { number in
            do {
                let secret = SecretBytes([UInt8(number)])
                let sealing = try keystore.beginEncrypt("threads")
                let sealed = try keystore.finishEncrypt(sealing, secret, associatedData: [])
                let opening = try keystore.beginDecrypt("threads", nonce: sealing.nonce)
                let opened = try keystore.finishDecrypt(opening, sealed, associatedData: [])
                list.expect(opened == secret, "thread \(number)")
            } catch {
                list.expect(false, "thread \(number) threw \(error)")
            }
        }
    }

    private func checkExceptions() throws {
        let package = "android.security.keystore."
        for alias in ["invalidated", "unauthenticated", "devicelocked"] {
            try keystore.generateKey(alias, KeySpec(.aes256GCM))
        }
        list.expect(
            package + "KeyPermanentlyInvalidatedException", keystoreCode: 17, from: "a dead key"
        ) { try keystore.beginEncrypt("invalidated") }
        list.expect(
            package + "UserNotAuthenticatedException", keystoreCode: -26, from: "nobody"
        ) { try keystore.beginEncrypt("unauthenticated") }
        list.expect(
            "java.security.InvalidKeyException", keystoreCode: -72, from: "a locked device"
        ) { try keystore.beginDecrypt("devicelocked", nonce: [UInt8](repeating: 0, count: 12)) }
        list.expect(
            package + "StrongBoxUnavailableException", keystoreCode: -68, from: "no StrongBox"
        ) {
            try keystore.generateKey(
                "nostrongbox", KeySpec(.aes256GCM, isStrongBoxBacked: true))
        }
        list.expect("java.security.UnrecoverableKeyException", from: "a key that cannot load") {
            try keystore.hasKey("unrecoverable")
        }
        do {
            try keystore.generateKey(
                "nolockscreen", KeySpec(.aes256GCM, authenticators: .deviceCredential))
            list.expect(false, "a key without a lock screen is refused")
        } catch {
            list.expect(
                error.causes.first?.message?.hasPrefix("Secure lock screen") ?? false,
                "the refusal's cause is told")
        }
    }

    private func checkNeeds() throws {
        for (alias, needsPerson) in [("free", false), ("guarded", true)] {
            for (algorithm, kind) in [(KeySpec.Algorithm.aes256GCM, "key"), (.p256Sign, "pair")] {
                let name = "\(alias)-\(kind)"
                let spec = KeySpec(
                    algorithm, authenticators: needsPerson ? .biometricStrong : nil)
                try keystore.generateKey(name, spec)
                list.expect(
                    try keystore.needsPerson(name) == needsPerson, "whom a \(name) demands")
            }
        }
        list.expect(
            "android.security.keystore.KeyPermanentlyInvalidatedException", from: "no key's needs"
        ) { try keystore.needsPerson("no such key") }
    }

    private func checkPairs() throws {
        list.expect(try keystore.publicKey("signing") == nil, "no pair has no public key")
        try keystore.generateKey("signing", KeySpec(.p256Sign))
        let signing = try P256PublicKey(keystore.publicKey("signing") ?? [])
        let message = Array("a message".utf8)
        let der = try keystore.finishSign(keystore.beginSign("signing"), message)
        let signature = try P256Signature(der: der)
        list.expect(try signing.isValid(signature, for: message), "the signature is valid")
        list.expect(try !signing.isValid(signature, for: message + [0]), "for its message alone")
        for number in 0..<40 {
            let alias = "agreeing \(number)".replacingSpaces
            try keystore.generateKey(alias, KeySpec(.p256Agree))
            let theirs = try P256PublicKey(keystore.publicKey(alias) ?? [])
            let own = try P256PrivateKey(random: SystemRandom())
            let here = try own.sharedSecret(with: theirs)
            let there = try keystore.agree(alias, with: own.publicKey.bytes)
            list.expect(here == there, "both sides agree on 32 bytes")
            try keystore.deleteKey(alias)
        }
    }

    /// Many operations, finished and given up: nothing may be left of them.
    private func checkRounds() throws {
        try keystore.generateKey("rounds", KeySpec(.aes256GCM))
        for _ in 0..<2_000 {
            let sealing = try keystore.beginEncrypt("rounds")
            _ = try keystore.finishEncrypt(sealing, SecretBytes([1]), associatedData: [])
            keystore.abandon(try keystore.beginEncrypt("rounds"))
        }
        list.expect(runtime.openOperationCount == 0, "no operation is left open")
    }

    func checkNothingIsKept() {
        list.expect(runtime.openOperationCount == 0, "no reference to an operation is left")
    }
}

extension String {
    /// Aliases have no spaces.
    fileprivate var replacingSpaces: String { String(map { $0 == " " ? "-" : $0 }) }
}
