/// What both sides of HPKE hold after the set-up: the cipher's key, the next nonce and what
/// exported secrets come from.
///
/// It cannot be copied, so that no two copies seal with one nonce.
///
/// - Note: Standard: RFC 9180, sections 5.1 to 5.3.
struct HPKEContext: ~Copyable, Sendable {
    private let suite: HPKESuite
    /// The cipher's key and the base nonce; empty if the suite only exports.
    private let keyAndNonce: SecretBytes
    private let exporterSecret: SecretBytes
    /// How many messages were sealed or opened.
    private var sequence: UInt64

    /// KeySchedule, in the mode with a pre-shared key if there is one.
    init(
        suite: HPKESuite, sharedSecret: SecretBytes, info: [UInt8],
        preSharedKey: HPKEPreSharedKey?, startingAt sequence: UInt64
    ) throws(CryptoError) {
        let labels = LabeledHKDF(suiteID: suite.id)
        let context = Self.keyScheduleContext(labels, info: info, preSharedKey)
        let secret = SecretBytes(count: SHA256.byteCount) { output in
            sharedSecret.withUnsafeBytes { salt in
                labels.extract(into: output, salt: salt, label: "secret") {
                    if let preSharedKey { $0.absorb(preSharedKey.key) }
                }
            }
        }
        let state = secret.withUnsafeBytes { HMACSHA256State(key: $0) }
        let keyAndNonce = try Self.keyAndNonce(suite, labels, state, context)
        let exporterSecret = try SecretBytes(count: SHA256.byteCount) {
            (output) throws(CryptoError) in
            try labels.expand(into: output, state, label: "exp", info: context)
        }
        self.suite = suite
        self.keyAndNonce = keyAndNonce
        self.exporterSecret = exporterSecret
        self.sequence = sequence
    }

    /// Seals the next message; what failed has used no sequence number.
    mutating func seal(
        _ plaintext: SecretBytes, associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let algorithm = try cipher()
        try algorithm.checkPlaintext(plaintext.count)
        let sealed = try [UInt8](count: plaintext.count + AEADAlgorithm.tagByteCount) {
            (output) throws(CryptoError) in
            try withNextKeyAndNonce(algorithm) { (key, nonce) throws(CryptoError) in
                try associatedData.withRawBytes { (associatedData) throws(CryptoError) in
                    try plaintext.withUnsafeBytes { (plaintext) throws(CryptoError) in
                        try algorithm.seal(
                            plaintext, key: key, nonce: nonce, associatedData: associatedData,
                            into: output)
                    }
                }
            }
        }
        sequence += 1
        return sealed
    }

    /// Opens the next message; what did not open has used no sequence number.
    mutating func open(
        _ sealed: ArraySlice<UInt8>, associatedData: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        let algorithm = try cipher()
        try algorithm.checkSealed(sealed.count)
        let plaintext = try SecretBytes(count: sealed.count - AEADAlgorithm.tagByteCount) {
            (output) throws(CryptoError) in
            try withNextKeyAndNonce(algorithm) { (key, nonce) throws(CryptoError) in
                try associatedData.withRawBytes { (associatedData) throws(CryptoError) in
                    try sealed.withRawBytes { (sealed) throws(CryptoError) in
                        try algorithm.open(
                            sealed, key: key, nonce: nonce, associatedData: associatedData,
                            into: output)
                    }
                }
            }
        }
        sequence += 1
        return plaintext
    }

    /// Export: a secret that both sides can derive.
    func export(_ exporterContext: [UInt8], count: Int) throws(CryptoError) -> SecretBytes {
        try HKDFSHA256.checkOutput(count)
        let state = exporterSecret.withUnsafeBytes { HMACSHA256State(key: $0) }
        return try SecretBytes(count: count) { (output) throws(CryptoError) in
            try LabeledHKDF(suiteID: suite.id).expand(
                into: output, state, label: "sec", info: exporterContext)
        }
    }
}

extension HPKEContext {
    private static func keyScheduleContext(
        _ labels: LabeledHKDF, info: [UInt8], _ preSharedKey: HPKEPreSharedKey?
    ) -> [UInt8] {
        let hashCount = SHA256.byteCount
        return [UInt8](count: 1 + 2 * hashCount) { output in
            output[0] = preSharedKey == nil ? modeBase : modePSK
            labels.extract(
                into: UnsafeMutableRawBufferPointer(rebasing: output[1...hashCount]),
                salt: DHKEM.noSalt, label: "psk_id_hash"
            ) {
                if let preSharedKey { $0.absorb(preSharedKey.id) }
            }
            labels.extract(
                into: UnsafeMutableRawBufferPointer(rebasing: output[(1 + hashCount)...]),
                salt: DHKEM.noSalt, label: "info_hash"
            ) {
                $0.absorb(info)
            }
        }
    }

    private static func keyAndNonce(
        _ suite: HPKESuite, _ labels: LabeledHKDF, _ secret: borrowing HMACSHA256State,
        _ context: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        guard let algorithm = suite.algorithm else { return SecretBytes([]) }
        let keyCount = algorithm.keyByteCount
        return try SecretBytes(count: keyCount + AEADAlgorithm.nonceByteCount) {
            (output) throws(CryptoError) in
            try labels.expand(
                into: UnsafeMutableRawBufferPointer(rebasing: output[..<keyCount]), secret,
                label: "key", info: context)
            try labels.expand(
                into: UnsafeMutableRawBufferPointer(rebasing: output[keyCount...]), secret,
                label: "base_nonce", info: context)
        }
    }

    private func cipher() throws(CryptoError) -> AEADAlgorithm {
        guard let algorithm = suite.algorithm else {
            throw CryptoError(.invalidParameter, "A suite of HPKE that only exports seals nothing.")
        }
        return algorithm
    }

    /// Lends the key and the nonce of the next message.
    private func withNextKeyAndNonce(
        _ algorithm: AEADAlgorithm,
        _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        // RFC 9180 counts to 2^96 - 1; nobody seals so often, and eight bytes end before.
        guard sequence < .max else {
            throw CryptoError(.limitReached, "A context of HPKE has no sequence number left.")
        }
        try keyAndNonce.withUnsafeBytes { (bytes) throws(CryptoError) in
            try CountedNonce.withNonce(
                base: UnsafeRawBufferPointer(rebasing: bytes[algorithm.keyByteCount...]), sequence
            ) { (nonce) throws(CryptoError) in
                try body(UnsafeRawBufferPointer(rebasing: bytes[..<algorithm.keyByteCount]), nonce)
            }
        }
    }

    private static let modeBase: UInt8 = 0
    private static let modePSK: UInt8 = 1
}
