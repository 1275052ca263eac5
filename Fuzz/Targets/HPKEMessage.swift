@testable import HoldfastCrypto

/// No bytes open that were not sealed for the key, whether or not they begin with a point.
func fuzzHPKEMessage(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let suite = HPKESuite.allCases[Int(input.byte()) % HPKESuite.allCases.count]
    let isPoint = input.byte() % 2 == 0
    let rest = [UInt8](input.rest)
    do throws(CryptoError) {
        try open(rest, suite)
        // A fuzzer hits no point by chance; so the sender's key is a right one in half of the runs.
        if isPoint { try open(key.publicKey.bytes + rest, suite) }
        try change(rest, .p256AES256GCM)
    } catch {
        let reasons: [CryptoError.Reason] = [
            .authenticationFailed, .invalidLength, .invalidParameter,
        ]
        precondition(reasons.contains(error.reason))
    }
    return 0
}

private func open(_ bytes: [UInt8], _ suite: HPKESuite) throws(CryptoError) {
    do throws(CryptoError) {
        _ = try HPKE.open(bytes, key: key, suite: suite, info: [], associatedData: [])
        preconditionFailure("what nobody sealed was opened")
    } catch  where error.reason == .libraryFailure {
        throw error
    } catch {
        return
    }
}

/// Opens a message with one change, or none.
private func change(_ rest: [UInt8], _ suite: HPKESuite) throws(CryptoError) {
    guard rest.count >= 2 else { return }
    var bytes = sealed
    let place = Int(rest[0]) % bytes.count
    bytes[place] ^= rest[1]
    let opened: SecretBytes
    do throws(CryptoError) {
        opened = try HPKE.open(bytes, key: key, suite: suite, info: [], associatedData: [])
    } catch {
        precondition(rest[1] != 0, "a message that nobody changed was refused")
        throw error
    }
    precondition(rest[1] == 0 && opened.isEmpty, "a changed message was opened")
}

private let key: P256PrivateKey = {
    do {
        return try P256PrivateKey(derivedFrom: SecretBytes([UInt8](repeating: 1, count: 32)))
    } catch {
        preconditionFailure("32 bytes give a key")
    }
}()

private let sealed: [UInt8] = {
    do {
        return try HPKE.seal(
            SecretBytes([]), to: key.publicKey, suite: .p256AES256GCM, info: [],
            associatedData: [], random: SystemRandom())
    } catch {
        preconditionFailure("an empty message can be sealed")
    }
}()
