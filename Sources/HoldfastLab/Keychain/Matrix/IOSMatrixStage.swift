import HoldfastApple
import HoldfastCrypto

/// The phone on which one case is played, and what its app holds in its hands.
final class IOSMatrixStage {
    static let app: AppIdentifier = "org.example.app"

    private var phone: SimulatedPhone
    private var process: AppProcess
    private var contexts: [any AuthenticationContext] = []
    private var domainState: [UInt8]?
    private var key: SecureEnclaveKey?
    private var backup: PhoneBackup?

    init(_ profile: IOSProfile) {
        phone = SimulatedPhone(.iOS(profile))
        process = phone.launch(Self.app)
        phone.send(.foreground(Self.app))
    }

    /// Plays a step.
    ///
    /// - Returns: `nil`, or what was not as the step says.
    func play(_ step: IOSMatrixStep) async -> String? {
        switch step {
        case .happens(let event): happen(event)
        case .personWill(let action): phone.answerNextPrompts(action)
        case .built(let build): phone.setBuild(build, of: Self.app)
        case .inBackground: phone.send(.background)
        case .nextCallFails(let failure, let moment):
            phone.arm(FaultPlan([Fault(callNumber: 1, .failure(failure, moment))]))
        case .makesContext: contexts.append(process.apple.device.makeContext())
        case .tellsContext(let settings): contexts.last?.configure(settings)
        case .invalidatesContext: contexts.last?.invalidate()
        case .backedUp(let kind): backup = phone.backUp(kind)
        case .restored(let isSame): restore(onSameDevice: isSame)
        case .call(let call, let answer): return await check(call, answer)
        }
        return nil
    }

    /// Makes a call and compares its answer.
    ///
    /// - Returns: `nil`, or both answers if they differ.
    func check(_ call: IOSMatrixCall, _ expected: IOSMatrixAnswer) async -> String? {
        let answer = await make(call, like: expected)
        return answer == expected ? nil : "\(answer) instead of \(expected)"
    }

    private func happen(_ event: PhoneEvent) {
        phone.send(event)
        if !process.isAlive { relaunch() }
    }

    private func relaunch() {
        process = phone.launch(Self.app)
        contexts = []
        if phone.device.isUnlocked { phone.send(.foreground(Self.app)) }
    }

    private func restore(onSameDevice isSame: Bool) {
        guard let backup else { preconditionFailure("a case restores what it backed up") }
        if !isSame { phone = SimulatedPhone(phone.profile, hardware: 2) }
        phone.restore(backup)
        phone.send(.setPasscode)
        phone.send(.enrolFinger)
        relaunch()
    }

    /// Makes a call; what was found is brought to the shape of an expected answer.
    func make(
        _ call: IOSMatrixCall, like expected: IOSMatrixAnswer
    ) async -> IOSMatrixAnswer {
        let platform = process.apple
        switch call {
        case .add(let item): return .code(Int(platform.secItem.add(item)))
        case .find(let query): return found(platform.secItem.copyMatching(query), like: expected)
        case .update(let query, let changes):
            return .code(Int(platform.secItem.update(query, changes)))
        case .delete(let query): return .code(Int(platform.secItem.delete(query)))
        case .createAccessControl(let object):
            return .code(Int(platform.secItem.createAccessControl(object)))
        case .canEvaluate, .evaluate, .evaluateItem, .domainStateChanged:
            return await evaluate(call)
        case .makeKey, .sign, .agree: return useEnclave(platform.secureEnclave, call)
        case .countPrompts: return .count(phone.promptCount)
        case .countRows: return .count(phone.keychainRowCount)
        case .lastTrap: return .trap(phone.traps.last?.kind)
        case .isAlive: return .flag(process.isAlive)
        }
    }

    /// Brings what was found to the shape that is compared.
    private func found(
        _ matches: SecItemMatches, like expected: IOSMatrixAnswer
    ) -> IOSMatrixAnswer {
        guard matches.status == 0 else { return .code(Int(matches.status)) }
        switch expected {
        case .rows: return .rows(matches.rows.count)
        case .attributes(let wanted):
            let first = matches.rows.first?.entries ?? [:]
            return .attributes(SecItemDictionary(first.filter { wanted[$0.key] != nil }))
        case .values: return .values(matches.rows.compactMap { Self.text($0["v_Data"]) })
        default: return .code(0)
        }
    }

    private static func text(_ value: SecItemValue?) -> String? {
        guard case .data(let bytes)? = value else { return nil }
        return bytes.utf8String()
    }

    private func evaluate(_ call: IOSMatrixCall) async -> IOSMatrixAnswer {
        guard let context = contexts.last else {
            preconditionFailure("a case evaluates a context that it made")
        }
        switch call {
        case .canEvaluate(let policy): return .code(context.canEvaluate(policy))
        case .evaluate(let policy): return .code(await context.evaluate(policy))
        case .evaluateItem(let object):
            return .code(await context.evaluate(object, for: .useItem))
        default:
            let last = domainState
            domainState = context.domainState
            return .flag(last != domainState)
        }
    }

    private func useEnclave(
        _ enclave: any SecureEnclaveCalls, _ call: IOSMatrixCall
    ) -> IOSMatrixAnswer {
        do throws(AppleNativeError) {
            switch call {
            case .makeKey(let use, let object):
                key = try enclave.makeKey(for: use, accessControl: object)
                return .code(0)
            case .sign(let context):
                let bytes = try enclave.sign([1, 2, 3], with: key?.blob ?? [], context: context)
                return .flag(isSignature(bytes))
            default:
                let context: Int? = if case .agree(let number) = call { number } else { nil }
                return .count(try agree(enclave, context))
            }
        } catch {
            return .error(domain: error.domain, code: error.code)
        }
    }

    /// Whether the newest key's public half accepts it.
    private func isSignature(_ bytes: [UInt8]) -> Bool {
        do throws(CryptoError) {
            let publicKey = try P256PublicKey(key?.publicKey ?? [])
            return try publicKey.isValid(P256Signature(bytes), for: [1, 2, 3])
        } catch {
            return false
        }
    }

    /// How many bytes both sides of an agreement have in common.
    private func agree(
        _ enclave: any SecureEnclaveCalls, _ context: Int?
    ) throws(AppleNativeError) -> Int {
        let peer: P256PrivateKey
        let theirs: SecretBytes
        do throws(CryptoError) {
            peer = try P256PrivateKey(random: SeededRandom(seed: 7))
            theirs = try peer.sharedSecret(with: P256PublicKey(key?.publicKey ?? []))
        } catch {
            throw AppleNativeError(domain: "HoldfastCrypto", code: 1)
        }
        let ours = try enclave.agree(
            with: peer.publicKey.bytes, using: key?.blob ?? [], context: context)
        return ours == theirs ? ours.count : 0
    }
}
