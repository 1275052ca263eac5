import HoldfastAndroid
import HoldfastCrypto

/// The Keystore of a simulated Android phone, as one process of an app calls it.
struct SimulatedKeystoreCalls: KeystoreCalls {
    let process: AppProcess
    let profile: AndroidProfile

    var apiLevel: Int { profile.apiLevel }

    func aliases() throws(JavaException) -> [String] {
        try call(.aliases(), at: .list, describe: { "\($0.count) keys" }) { state in
            state.keystore.keys[process.app, default: [:]].keys.sorted()
        }
    }

    func hasKey(_ alias: String) throws(JavaException) -> Bool {
        try call(.getKey(alias), at: .load, describe: { $0 ? "a key" : "null" }) {
            (state) throws(KeystoreFailure) in
            try state.keystore.hasKey(process.app, alias)
        }
    }

    func needsPerson(_ alias: String) throws(JavaException) -> Bool {
        try call(.keyInfo(alias), at: .load, describe: { $0 ? "a person" : "nobody" }) {
            (state) throws(KeystoreFailure) in
            guard try state.keystore.hasKey(process.app, alias),
                let key = state.keystore.keys[process.app]?[alias]
            else { throw .java(.permanentlyInvalidated) }
            return key.isAuthBound
        }
    }

    func generateKey(_ alias: String, _ spec: KeySpec) throws(JavaException) {
        _ = try call(
            .generateKey(alias, spec), at: .generate, usesHardware: true, describe: { _ in "done" }
        ) { (state) throws(KeystoreFailure) in
            try state.generateKey(alias, spec, app: process.app)
            return Done()
        }
    }

    func deleteKey(_ alias: String) throws(JavaException) {
        _ = try call(.deleteEntry(alias), at: .list, describe: { _ in "done" }) { state in
            state.keystore.keys[process.app]?[alias] = nil
            return Done()
        }
    }

    func abandon(_ operation: KeystoreOperation) {
        _ = process.perform(
            .abandon("operation \(operation.number)"), failing: { _ in Done() }, dead: Done(),
            describe: { _ in "done" }
        ) { state in
            if state.keystore.operations[operation.number]?.process == process.number {
                state.keystore.operations[operation.number] = nil
            }
            return Done()
        }
    }

    /// Makes one call through the gate, and an exception of what the model refuses.
    func call<Answer: Equatable & Sendable>(
        _ call: PlatformCall, at site: CallSite, usesHardware: Bool = false,
        describe: (Answer) -> String,
        _ effect: (inout PhoneState) throws(KeystoreFailure) -> Answer
    ) throws(JavaException) -> Answer {
        let exceptions = FrameworkExceptions(profile: profile)
        let answer: Result<Answer, JavaException> = process.perform(
            call, failing: { .failure(exceptions.exception(injected: $0, at: site)) },
            dead: .failure(.deadProcess), describe: { Self.words($0, describe) }
        ) { state in
            do throws(KeystoreFailure) {
                try state.keystore.reach(usesHardware: usesHardware)
                return .success(try effect(&state))
            } catch {
                return .failure(exceptions.exception(error, at: site))
            }
        }
        return try answer.get()
    }

    private static func words<Answer>(
        _ answer: Result<Answer, JavaException>, _ describe: (Answer) -> String
    ) -> String {
        switch answer {
        case .success(let answer): describe(answer)
        case .failure(let exception): exception.traceWords
        }
    }
}
