#if os(Linux) && Desktop
import CSystemd
import Glibc

/// The library's connection; all of it is used by one thread.
final class BusConnection {
    private let bus: OpaquePointer

    /// Connects; the greetings are exchanged while messages are processed.
    ///
    /// - Throws: `noBus` with the system's number.
    init(_ place: BusPlace) throws(BusFailure) {
        var bus: OpaquePointer?
        let code: Int32
        switch place {
        case .system: code = sd_bus_open_system(&bus)
        case .user: code = sd_bus_open_user(&bus)
        case .address(let address): code = Self.open(address, &bus)
        }
        guard code >= 0, let bus else { throw .noBus(-code) }
        self.bus = bus
    }

    deinit { sd_bus_close_unref(bus) }

    private static func open(_ address: String, _ bus: inout OpaquePointer?) -> Int32 {
        var code = sd_bus_new(&bus)
        if code >= 0 { code = sd_bus_set_address(bus, address) }
        if code >= 0 { code = sd_bus_set_bus_client(bus, 1) }
        if code >= 0 { code = sd_bus_start(bus) }
        if code < 0 { bus = sd_bus_unref(bus) }
        return code
    }

    /// Sends a call, or keeps it until it can be sent.
    ///
    /// - Returns: the number that its answer will carry.
    /// - Throws: `gone` if the connection has ended, `malformed` for names that cannot be.
    func send(_ call: BusCall) throws(BusFailure) -> UInt64 {
        var message: OpaquePointer?
        let code = sd_bus_message_new_method_call(
            bus, &message, call.destination, call.path, call.interface, call.member)
        guard code >= 0, let message else { throw Self.failure(code) }
        defer { sd_bus_message_unref(message) }
        for argument in call.arguments {
            let code = Self.append(argument, to: message)
            guard code >= 0 else { throw Self.failure(code) }
        }
        var cookie: UInt64 = 0
        let sent = sd_bus_send(bus, message, &cookie)
        guard sent >= 0 else { throw Self.failure(sent) }
        return cookie
    }

    private static func append(_ argument: BusCall.Argument, to message: OpaquePointer) -> Int32 {
        switch argument {
        case .text(let text):
            return text.withCString { sd_bus_message_append_basic(message, CChar(0x73), $0) }
        case .flag(let flag):
            var number: Int32 = flag ? 1 : 0
            return sd_bus_message_append_basic(message, CChar(0x62), &number)
        case .number(let number):
            var number = number
            return sd_bus_message_append_basic(message, CChar(0x75), &number)
        }
    }

    /// What one step of processing brought.
    enum Step {
        /// Nothing; wait.
        case idle
        /// Something of the library's own.
        case progress
        /// The answer to a call, by its number.
        case answer(UInt64, sender: String?, Result<BusMessage, BusFailure>)
        /// A signal.
        case signal(BusMessage)
    }

    /// Takes one step.
    ///
    /// - Throws: `gone` if the connection has ended.
    func process() throws(BusFailure) -> Step {
        var message: OpaquePointer?
        let code = sd_bus_process(bus, &message)
        guard code >= 0 else { throw Self.failure(code) }
        guard let message else { return code > 0 ? .progress : .idle }
        defer { sd_bus_message_unref(message) }
        var type: UInt8 = 0
        guard sd_bus_message_get_type(message, &type) >= 0 else { return .progress }
        switch Int(type) {
        case Int(SD_BUS_MESSAGE_METHOD_RETURN), Int(SD_BUS_MESSAGE_METHOD_ERROR):
            return answer(message, isError: Int(type) == Int(SD_BUS_MESSAGE_METHOD_ERROR))
        case Int(SD_BUS_MESSAGE_SIGNAL): return try signal(message)
        default:
            // Somebody calls us, who offer nothing; without an answer they would wait.
            sd_bus_reply_method_errno(message, EOPNOTSUPP, nil)
            return .progress
        }
    }

    private func answer(_ message: OpaquePointer, isError: Bool) -> Step {
        var cookie: UInt64 = 0
        guard sd_bus_message_get_reply_cookie(message, &cookie) >= 0 else { return .progress }
        let sender = sd_bus_message_get_sender(message).map { String(cString: $0) }
        return .answer(cookie, sender: sender, Self.result(message, isError: isError))
    }

    private static func result(
        _ message: OpaquePointer, isError: Bool
    ) -> Result<BusMessage, BusFailure> {
        guard isError else {
            return Result { () throws(BusFailure) in try BusMessage(copying: message) }
        }
        guard let error = sd_bus_message_get_error(message), let name = error.pointee.name else {
            return .failure(.malformed)
        }
        let text = error.pointee.message.map { String(cString: $0) } ?? ""
        return .failure(.refused(name: String(cString: name), message: text))
    }

    private func signal(_ message: OpaquePointer) throws(BusFailure) -> Step {
        // The library says with a signal of its own that the connection was closed.
        if sd_bus_message_is_signal(message, "org.freedesktop.DBus.Local", "Disconnected") > 0 {
            throw .gone
        }
        do throws(BusFailure) {
            return .signal(try BusMessage(copying: message))
        } catch {
            // A signal that cannot be read is none that anybody here follows.
            return .progress
        }
    }

    /// Waits until the bus has something, the other descriptor is readable, or a moment is reached.
    ///
    /// - Parameters:
    ///   - other: a descriptor that ends the wait.
    ///   - end: the moment in microseconds of `CLOCK_MONOTONIC`; `nil` for no end.
    /// - Throws: `gone` if the connection cannot be waited for.
    func wait(or other: Int32, until end: UInt64?) throws(BusFailure) {
        let (descriptor, events) = (sd_bus_get_fd(bus), sd_bus_get_events(bus))
        guard descriptor >= 0, events >= 0 else { throw .gone }
        var own = UInt64.max
        guard sd_bus_get_timeout(bus, &own) >= 0 else { throw .gone }
        var entries = [
            pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        let moment = min(own, end ?? .max)
        guard poll(&entries, 2, Self.milliseconds(until: moment)) >= 0 || errno == EINTR else {
            throw .gone
        }
    }

    private static func milliseconds(until moment: UInt64) -> Int32 {
        guard moment != .max else { return -1 }
        let now = BusClock.now
        // Rounded up, so that it is not asked for over and over in the last millisecond.
        return moment <= now ? 0 : Int32(clamping: (moment - now + 999) / 1000)
    }

    private static func failure(_ code: Int32) -> BusFailure {
        switch -code {
        case EINVAL, EBADMSG: .malformed
        default: .gone
        }
    }
}

/// The clock that the library's own moments are of.
enum BusClock {
    /// Microseconds of `CLOCK_MONOTONIC`.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }
}
#endif
