@testable import HoldfastCrypto
@testable import HoldfastWire

/// What decodes is exactly what encodes; and what is no next entry leaves a log as it is.
func fuzzLogEntry(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    do throws(WireError) {
        let entry = try LogEntry(bytes)
        precondition(entry.bytes == bytes, "another encoding was accepted")
    } catch {
        // Refused, as most bytes are.
    }
    guard let signed = decoded(bytes) else { return 0 }
    precondition(signed.bytes == bytes, "another encoding was accepted")
    do throws(LogError) {
        _ = try DeviceLog(genesis: signed)
        // A fuzzer has no private key, but may find the seed corpus again.
        precondition(signed.signature.hasLowS, "a second signature was accepted")
    } catch {
        // Refused, as most entries are.
    }
    return 0
}

private func decoded(_ bytes: [UInt8]) -> SignedLogEntry? {
    do throws(WireError) {
        return try SignedLogEntry(bytes)
    } catch {
        return nil
    }
}
