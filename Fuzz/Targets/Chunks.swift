@testable import HoldfastCrypto

/// No bytes open as a message in chunks or as a body, also behind a commitment that is right; and
/// each sealed length is of one message.
func fuzzChunks(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = Input(start, count)
    checkLayout(&input)
    let rest = [UInt8](input.rest)
    refuse { () throws(CryptoError) in
        _ = try ChunkedEncryption.open(rest, key: key, context: [])
    }
    refuse { () throws(CryptoError) in
        _ = try ChunkedEncryption.open(Array(sealed[..<56]) + rest, key: key, context: [])
    }
    refuse { () throws(CryptoError) in
        _ = try opener.open(rest, headerHash: [UInt8](repeating: 0, count: 32))
    }
    refuse { () throws(CryptoError) in
        _ = try BodyOpener(contentKey: key, info: [1], commitment: rest)
    }
    return 0
}

private func checkLayout(_ input: inout Input) {
    let layout = ChunkLayout(
        chunkByteCount: 1 + Int(input.byte()), lastIsShorter: input.byte() % 2 == 0)
    let length = input.number()
    do throws(CryptoError) {
        let count = try layout.byteCount(ofSealed: length)
        precondition(layout.sealedByteCount(of: count) == length, "two lengths of one message")
    } catch {
        precondition(error.reason == .invalidLength)
    }
    do throws(CryptoError) {
        let sealed = layout.sealedByteCount(of: length)
        let count = try layout.byteCount(ofSealed: sealed)
        precondition(count == length, "a length is not known")
    } catch {
        preconditionFailure("a sealed length was refused")
    }
}

private func refuse(_ body: () throws(CryptoError) -> Void) {
    do throws(CryptoError) {
        try body()
        preconditionFailure("what nobody sealed was opened")
    } catch {
        precondition(error.reason == .invalidLength || error.reason == .authenticationFailed)
    }
}

private let key = SecretBytes([UInt8](repeating: 3, count: 32))

private let sealed: [UInt8] = {
    do {
        return try ChunkedEncryption.seal(
            SecretBytes([]), key: key, context: [], random: SystemRandom())
    } catch {
        preconditionFailure("an empty message can be sealed")
    }
}()

private let opener: BodyOpener = {
    do {
        let other = SecretBytes([UInt8](repeating: 4, count: 32))
        let commitment = try BodySealer(contentKey: other, info: [1]).commitment
        return try BodyOpener(contentKey: other, info: [1], commitment: commitment)
    } catch {
        preconditionFailure("a right commitment is accepted")
    }
}()
