import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto

/// Plays the steps of a case: one app, one key, one value.
final class AndroidRun {
    static let app: AppIdentifier = "org.example.app"
    private static let alias = "key"
    private static let file = "records"
    private static let value = SecretBytes([5, 6, 7])

    private let profile: AndroidProfile
    private var phone: SimulatedPhone
    private var process: AppProcess
    private var kind = AndroidKeyKind.plain
    private var sealed: (nonce: [UInt8], bytes: [UInt8]) = ([], [])
    private var operation = KeystoreOperation(number: 0)
    private var lastException: JavaException?
    private var backup: AutoBackup?

    init(_ profile: AndroidProfile, apiLevel: Int) {
        var profile = profile
        profile.apiLevel = apiLevel
        self.profile = profile
        phone = SimulatedPhone(.android(profile))
        process = phone.launch(Self.app)
        phone.send(.foreground(Self.app))
    }

    func perform(_ step: AndroidStep) -> AndroidAnswer {
        switch step {
        case .event(let event): return happen(event)
        case .launches: return launch()
        case .fails(let failure):
            phone.arm(FaultPlan([Fault(callNumber: 1, .failure(failure, .beforeEffect))]))
            return .works
        case .asksForNumericCode: return lastException?.codes ?? .no
        case .backsUp(let transport, let manifest):
            backup = phone.autoBackUp(Self.app, by: transport, manifest: manifest)
            return backup == nil ? .no : .yes
        case .reinstalls:
            phone.reinstall(Self.app, restoring: backup)
            return launch()
        case .movesToNewPhone:
            phone = SimulatedPhone(.android(profile), hardware: 2, seed: 2)
            phone.reinstall(Self.app, restoring: backup)
            return launch()
        default:
            guard process.isAlive else { return .cannotRun }
            return ask(step)
        }
    }

    private func happen(_ event: PhoneEvent) -> AndroidAnswer {
        phone.send(event)
        return .works
    }

    private func launch() -> AndroidAnswer {
        process = phone.launch(Self.app)
        if phone.device.isUnlocked { phone.send(.foreground(Self.app)) }
        return process.isAlive ? .works : .cannotRun
    }

    private func ask(_ step: AndroidStep) -> AndroidAnswer {
        do {
            return try answer(step)
        } catch let exception as JavaException {
            lastException = exception
            return AndroidAnswer(exception)
        } catch let error as KeychainError {
            return error.code == .interactionNotAllowed
                ? .storageLocked : .thrown(error.code.rawValue, error.nativeCode)
        } catch {
            return .wrongValue
        }
    }

    private func answer(_ step: AndroidStep) throws -> AndroidAnswer {
        let android = process.android
        switch step {
        case .makes(let kind):
            self.kind = kind
            try android.keystore.generateKey(Self.alias, kind.spec)
            return .works
        case .seals: return try seal()
        case .uses: return try use(isPrompting: true)
        case .usesWithoutPrompt: return try use(isPrompting: false)
        case .begins:
            operation = try begin()
            return .works
        case .beginsMany(let count):
            operation = try begin()
            for _ in 1..<count { _ = try begin() }
            return .works
        case .authenticates(let action): return authenticate(action, for: operation)
        case .finishes: return try finish(operation)
        case .prompts(let authenticators, let action):
            phone.answerNextPrompts(action)
            return Self.answer(prompt.show(authenticators, for: nil))
        case .canAuthenticate(let authenticators):
            return Self.answer(android.biometricPrompt.canAuthenticate(authenticators))
        case .asksForKey: return try android.keystore.hasKey(Self.alias) ? .yes : .no
        case .asksWhetherLocked: return android.device.isDeviceLocked ? .yes : .no
        case .removesKey:
            try android.keystore.deleteKey(Self.alias)
            return .works
        case .writesFile:
            try android.container.replaceFile(Self.file, with: sealed.bytes)
            return .works
        case .readsFile: return try android.container.readFile(Self.file) == nil ? .no : .yes
        case .event, .launches, .fails, .asksForNumericCode, .backsUp, .reinstalls,
            .movesToNewPhone:
            return perform(step)
        }
    }
}

/// What an app does with its key.
extension AndroidRun {
    private var keystore: any KeystoreCalls { process.android.keystore }
    private var prompt: SimulatedBiometricPrompt {
        SimulatedBiometricPrompt(process: process, profile: profile)
    }

    private func seal() throws -> AndroidAnswer {
        guard kind.spec.algorithm == .aes256GCM else { return .works }
        let operation = try keystore.beginEncrypt(Self.alias)
        if kind.isPerUse {
            let answer = authenticate(.confirms, for: operation)
            guard answer == .works else { return answer }
        }
        let bytes = try keystore.finishEncrypt(
            operation, Self.value, associatedData: [1])
        sealed = (operation.nonce, bytes)
        return .works
    }

    private func use(isPrompting: Bool) throws -> AndroidAnswer {
        if kind.spec.algorithm == .p256Agree { return try agree() }
        let operation = try begin()
        if isPrompting, kind.isPerUse {
            let answer = authenticate(.confirms, for: operation)
            guard answer == .works else { return answer }
        }
        return try finish(operation)
    }

    private func begin() throws(JavaException) -> KeystoreOperation {
        switch kind.spec.algorithm {
        case .aes256GCM: try keystore.beginDecrypt(Self.alias, nonce: sealed.nonce)
        case .p256Sign, .p256Agree: try keystore.beginSign(Self.alias)
        }
    }

    private func finish(_ operation: KeystoreOperation) throws -> AndroidAnswer {
        guard kind.spec.algorithm == .aes256GCM else { return try sign(operation) }
        let opened = try keystore.finishDecrypt(operation, sealed.bytes, associatedData: [1])
        return opened == Self.value ? .works : .wrongValue
    }

    private func sign(_ operation: KeystoreOperation) throws -> AndroidAnswer {
        let signature = try P256Signature(der: keystore.finishSign(operation, [2]))
        guard let bytes = try keystore.publicKey(Self.alias) else { return .no }
        return try P256PublicKey(bytes).isValid(signature, for: [2]) ? .works : .wrongValue
    }

    private func agree() throws -> AndroidAnswer {
        let peer = try P256PrivateKey(scalar: SecretBytes([UInt8](repeating: 3, count: 32)))
        let secret = try keystore.agree(Self.alias, with: peer.publicKey.bytes)
        guard let bytes = try keystore.publicKey(Self.alias) else { return .no }
        return try peer.sharedSecret(with: P256PublicKey(bytes)) == secret ? .works : .wrongValue
    }

    private func authenticate(
        _ action: PersonAction, for operation: KeystoreOperation
    ) -> AndroidAnswer {
        phone.answerNextPrompts(action)
        return Self.answer(prompt.show(kind.spec.authenticators ?? [], for: operation))
    }

    private static func answer(_ number: Int) -> AndroidAnswer {
        number == 0 ? .works : .number(number)
    }
}

extension JavaException {
    /// The public number of an exception or of what caused it.
    fileprivate var codes: AndroidAnswer? {
        ([self] + causes).lazy.compactMap(\.numericCode).first.map(AndroidAnswer.number)
    }
}
