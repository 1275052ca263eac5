import HoldfastCrypto
@testable import HoldfastRecovery
import HoldfastWire

/// Every structure of a backup that is accepted has one encoding, and no bytes stop a reader.
func fuzzBackupParts(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let kind = input.byte()
    let bytes = [UInt8](input.rest)
    switch kind % 6 {
    case 0: header(bytes)
    case 1: manifest(bytes)
    case 2: page(bytes)
    case 3: piece(bytes)
    case 4: block(bytes)
    default: enrolment(bytes)
    }
    return 0
}

private func header(_ bytes: [UInt8]) {
    do throws(RecoveryError) {
        let header = try BackupHeader(bytes)
        precondition(header.bytes == bytes)
        let statement = try RecoveryStatement(header.statement.bytes)
        precondition(statement == header.statement, "a statement is read as another one")
    } catch {
        checkRefusal(error)
    }
}

private func manifest(_ bytes: [UInt8]) {
    do throws(WireError) {
        let manifest = try BackupManifest(decoding: bytes)
        let again = try BackupManifest(decoding: manifest.bytes)
        precondition(again == manifest, "a manifest is read as another one")
    } catch {
        precondition(!error.field.isEmpty)
    }
}

private func page(_ bytes: [UInt8]) {
    do throws(WireError) {
        let page = try PiecePage(decoding: bytes)
        precondition(page.bytes == bytes, "two encodings of one page")
    } catch {
        precondition(!error.field.isEmpty)
    }
}

private func piece(_ bytes: [UInt8]) {
    // Filled up as a piece is, so that more than its length is tried.
    let rest = (PieceCoding.padding - bytes.count % PieceCoding.padding) % PieceCoding.padding
    let padded = bytes + [UInt8](repeating: 0, count: rest)
    do throws(PieceFault) {
        let records = try PieceCoding.decode(SecretBytes(padded), .messages)
        let again = PieceCoding.encode(records).copyBytes()
        precondition(padded.starts(with: again), "two encodings of one record")
    } catch {
        precondition(error == .malformed || error == .newer)
    }
}

private func block(_ bytes: [UInt8]) {
    do throws(BackupTargetError) {
        guard let block = try FileBlock(bytes, at: 16) else { return }
        precondition(block.head(at: 16) == bytes, "two heads of one block")
    } catch {
        precondition(error == .newerFormat || error == .damaged(BackupDamage(.file, .malformed)))
    }
}

private func enrolment(_ bytes: [UInt8]) {
    do throws(RecoveryError) {
        _ = try Enrolment(SecretBytes(bytes))
    } catch {
        guard case .store = error else { preconditionFailure("another error than the store's") }
    }
}

private func checkRefusal(_ error: RecoveryError) {
    switch error {
    case .damaged, .newerFormat: return
    default: preconditionFailure("bytes alone gave \(error)")
    }
}
