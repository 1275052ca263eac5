#if Desktop
import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto

@testable import HoldfastLinux

/// The real fprintd with libfprint's virtual reader, and a polkit that allows everything.
///
/// - Note: libfprint, libfprint/drivers/virtual-device.c: `SCAN`, `RETRY`, `ERROR`, `UNPLUG`.
final class VirtualReader {
    let line: ReaderLine
    let process: ChildProcess

    init(on bus: PrivateBus, isAllowed: Bool = true) async throws {
        try await bus.startMock(
            ["--template", "polkitd"], name: "org.freedesktop.PolicyKit1")
        try await bus.mock(
            "org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority",
            "AllowUnknown", .flag(isAllowed))
        (line, process) = try await Self.start(on: bus)
    }

    /// Starts fprintd anew; what the virtual reader itself held is gone, and so are the fingers.
    init(startingAgainOn bus: PrivateBus) async throws {
        (line, process) = try await Self.start(on: bus)
    }

    func send(_ command: String) { line.send(command) }

    private static func start(
        on bus: PrivateBus
    ) async throws -> (line: ReaderLine, process: ChildProcess) {
        let socket = bus.folder.path + "/reader"
        unlink(socket)
        let process = try bus.start(
            [Tools.fprintd, "-t"],
            environment: [
                "FP_VIRTUAL_DEVICE_STORAGE=\(socket)", "STATE_DIRECTORY=\(bus.folder.path)",
                "G_MESSAGES_DEBUG=",
            ])
        try await bus.wait(for: "net.reactivated.Fprint")
        return (ReaderLine(socket: socket), process)
    }

    /// Enrols a finger for this user, for real.
    func enrol(_ finger: String, scan: String, on bus: PrivateBus) async throws {
        let connection = try Bus(bus.place)
        let device = try await FingerprintDevice.find(connection)
        let (done, feed) = AsyncStream.makeStream(of: String.self)
        let following = try await connection.follow(
            BusMatch(
                sender: device.owner, path: device.path, interface: FingerprintDevice.interface,
                member: "EnrollStatus")
        ) { event in
            guard case .signal(let message) = event else { return feed.finish() }
            feed.yield(message.body.first?.text ?? "")
        }
        _ = try await device.call("Claim", [.text("")])
        send("SET_KEEP_ALIVE 1")
        _ = try await device.call("EnrollStart", [.text(finger)])
        send("SCAN \(scan)")
        for await status in done {
            if status == "enroll-completed" { break }
            guard status == "enroll-stage-passed" else { throw EnrolmentFailed(status: status) }
            send("SCAN \(scan)")
        }
        _ = try await device.call("EnrollStop")
        await device.release()
        withExtendedLifetime(following) {}
    }

    struct EnrolmentFailed: Error { let status: String }

    /// Removes a finger, as a settings dialog does.
    func remove(_ finger: String, on bus: PrivateBus) async throws {
        let connection = try Bus(bus.place)
        let device = try await FingerprintDevice.find(connection)
        _ = try await device.call("Claim", [.text("")])
        _ = try await device.call("DeleteEnrolledFinger", [.text(finger)])
        await device.release()
    }
}

/// The way to the virtual reader.
struct ReaderLine: Sendable {
    let socket: String

    /// Hands the reader one command; it takes one connection a command, while it is open.
    func send(_ command: String) {
        for _ in 0..<200 {
            let file = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(file) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.utf8) }
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
            if isConnected, write(file, command, command.utf8.count) > 0 {
                // Until the reader has taken it: then it closes its end.
                var byte: UInt8 = 0
                _ = read(file, &byte, 1)
                return
            }
            usleep(10_000)
        }
    }
}

/// A person at the reader: what they do each time that it waits, and what they were shown.
final class PersonAtReader: FingerprintPrompt {
    enum Deed: Sendable {
        case command(String)
        case run(@Sendable () async -> Void)
        case nothing
    }

    private let reader: ReaderLine
    private let state: Locked<(deeds: [Deed], steps: [FingerprintStep])>

    init(_ reader: VirtualReader, _ deeds: [Deed]) {
        self.reader = reader.line
        state = Locked((deeds, []))
    }

    convenience init(_ reader: VirtualReader, _ commands: String...) {
        self.init(reader, commands.map { .command($0) })
    }

    var steps: [FingerprintStep] { state.withLock { $0.steps } }

    func show(_ step: FingerprintStep, for prompt: Prompt) async throws(KeychainError) {
        let deed = state.withLock { state -> Deed in
            state.steps.append(step)
            switch step {
            case .place, .again: return state.deeds.isEmpty ? .nothing : state.deeds.removeFirst()
            case .noMatch, .done: return .nothing
            }
        }
        switch deed {
        case .command(let command): reader.send(command)
        case .run(let body): await body()
        case .nothing: return
        }
    }
}
#endif
