#if os(Linux) && Desktop
import CSystemd
import Glibc

extension BusMessage {
    /// Copies a message that arrived.
    ///
    /// - Throws: `malformed` if a value has a type that this package does not read.
    init(copying message: OpaquePointer) throws(BusFailure) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String? {
            pointer.map { String(cString: $0) }
        }
        sender = text(sd_bus_message_get_sender(message))
        path = text(sd_bus_message_get_path(message)) ?? ""
        interface = text(sd_bus_message_get_interface(message)) ?? ""
        member = text(sd_bus_message_get_member(message)) ?? ""
        body = try BusValue.values(in: message, depth: 0)
    }
}

extension BusValue {
    /// Deeper than the specification lets containers be nested, so never met in a valid message.
    private static let maximumDepth = 64

    /// The values up to the end of the container that the message is read in.
    fileprivate static func values(
        in message: OpaquePointer, depth: Int
    ) throws(BusFailure) -> [BusValue] {
        guard depth <= maximumDepth else { throw .malformed }
        var values: [BusValue] = []
        while true {
            var type: CChar = 0
            var contents: UnsafePointer<CChar>?
            let found = sd_bus_message_peek_type(message, &type, &contents)
            guard found >= 0 else { throw .malformed }
            guard found > 0 else { return values }
            let letter = Character(Unicode.Scalar(UInt8(bitPattern: type)))
            if let contents {
                values.append(try container(letter, type, contents, message, depth))
            } else {
                values.append(try basic(letter, type, message))
            }
        }
    }

    private static func container(
        _ letter: Character, _ type: CChar, _ contents: UnsafePointer<CChar>,
        _ message: OpaquePointer, _ depth: Int
    ) throws(BusFailure) -> BusValue {
        guard sd_bus_message_enter_container(message, type, contents) > 0 else {
            throw .malformed
        }
        let inside = try values(in: message, depth: depth + 1)
        guard sd_bus_message_exit_container(message) >= 0 else { throw .malformed }
        switch letter {
        case "a", "r": return .list(inside)
        case "e" where inside.count == 2: return .entry(inside[0], inside[1])
        case "v" where inside.count == 1: return .variant(inside[0])
        default: throw .malformed
        }
    }

    private static func basic(
        _ letter: Character, _ type: CChar, _ message: OpaquePointer
    ) throws(BusFailure) -> BusValue {
        switch letter {
        case "s", "o", "g":
            var text: UnsafePointer<CChar>?
            guard sd_bus_message_read_basic(message, type, &text) > 0, let text else {
                throw .malformed
            }
            return .text(String(cString: text))
        case "b": return .flag(try number(Int32.self, type, message) != 0)
        case "n": return .integer(Int64(try number(Int16.self, type, message)))
        case "i": return .integer(Int64(try number(Int32.self, type, message)))
        case "x": return .integer(try number(Int64.self, type, message))
        case "y": return .unsigned(UInt64(try number(UInt8.self, type, message)))
        case "q": return .unsigned(UInt64(try number(UInt16.self, type, message)))
        case "u": return .unsigned(UInt64(try number(UInt32.self, type, message)))
        case "t": return .unsigned(try number(UInt64.self, type, message))
        case "d": return .double(Double(bitPattern: try number(UInt64.self, type, message)))
        case "h": return try descriptor(type, message)
        default: throw .malformed
        }
    }

    private static func number<N: FixedWidthInteger>(
        _: N.Type, _ type: CChar, _ message: OpaquePointer
    ) throws(BusFailure) -> N {
        var number: N = 0
        guard sd_bus_message_read_basic(message, type, &number) > 0 else { throw .malformed }
        return number
    }

    private static func descriptor(
        _ type: CChar, _ message: OpaquePointer
    ) throws(BusFailure) -> BusValue {
        // The message closes its own descriptor.
        let own = fcntl(try number(Int32.self, type, message), F_DUPFD_CLOEXEC, 3)
        guard own >= 0 else { throw .malformed }
        return .descriptor(OpenDescriptor(owning: own))
    }
}
#endif
