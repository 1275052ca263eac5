import HoldfastCore
@testable import HoldfastMigration

/// A message of the session bus is read or refused, and says how long it is within its bounds.
func fuzzBusMessage(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    do throws(KeychainError) {
        let rest = try DBusMessage.restCount(
            UnsafeRawBufferPointer(rebasing: bytes.prefix(DBusMessage.startCount)))
        precondition((0...32 << 20).contains(rest), "a length beyond its bound")
        let message = try DBusMessage(bytes)
        for value in message.values { visit(value) }
    } catch {
        precondition(error.code == .dataCorrupted, "\(error)")
    }
    return 0
}

private func visit(_ value: DBusValue) {
    if let members = value.members { precondition(members.count <= value.elements?.count ?? 0) }
    for part in value.elements ?? value.fields ?? [] { visit(part) }
    if case .variant(let content) = value { visit(content) }
}
