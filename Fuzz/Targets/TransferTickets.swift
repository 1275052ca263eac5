@testable import HoldfastRecovery
@testable import HoldfastWire

/// What decodes is exactly what encodes.
func fuzzTransferTickets(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    same(bytes) { (bytes) throws(WireError) in
        let ticket = try TransferTicket(bytes)
        precondition(ticket.sealed.count <= 256)
        return ticket.bytes
    }
    return 0
}
