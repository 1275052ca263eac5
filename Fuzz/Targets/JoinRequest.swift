@testable import HoldfastCrypto
@testable import HoldfastE2EE
@testable import HoldfastWire

/// What decodes is exactly what encodes; and no request that was made up has a consent.
func fuzzJoinRequest(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    do throws(WireError) {
        let request = try JoinRequest(bytes)
        precondition(request.bytes == bytes, "another encoding was accepted")
        precondition(request.approvers.count <= JoinRequest.approverLimit)
        for approver in request.approvers {
            let entry = request.entry(by: .device(approver))
            precondition(entry.sequence == request.head.sequence + 1)
            precondition(entry.account == request.account)
        }
    } catch {
        // Refused, as most bytes are.
    }
    return 0
}
