#if Desktop
import CrashSupport
import Glibc
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

@Suite(
    "The connection to a bus",
    .enabled(if: Tools.areThere, "dbus-daemon or python3-dbusmock is missing: NOTHING is tested"))
struct BusTests {
    private static let name = "org.example.Mock"
    private static let path = "/org/example/Mock"

    private func mocked() async throws -> (bus: PrivateBus, process: ChildProcess) {
        let bus = try await PrivateBus()
        let process = try await bus.startMock(
            [Self.name, Self.path, Self.name], name: Self.name)
        return (bus, process)
    }

    private func call(_ member: String, _ arguments: BusCall.Argument...) -> BusCall {
        BusCall(Self.name, Self.path, Self.name, member, arguments)
    }

    @Test("Values of every type are read as they were sent")
    func types() async throws {
        let (bus, _) = try await mocked()
        let code = """
            ret = (dbus.Byte(7), True, dbus.Int16(-2), dbus.UInt16(3), dbus.Int32(-4), \
            dbus.UInt32(5), dbus.Int64(-6), dbus.UInt64(2**63), 0.5, 'ü', \
            dbus.ObjectPath('/a'), dbus.Signature('as'), dbus.Array([1, 2], signature='i'), \
            dbus.Struct(('x', dbus.UInt32(1))), {'k': dbus.String('v', variant_level=2)})
            """
        try await bus.addMethod(
            Self.name, Self.path, Self.name, "All", in: "", out: "ybnqiuxtdsogai(su)a{sv}", code)
        let body = try await bus.bus.call(call("All")).body
        #expect(
            body == [
                .unsigned(7), .flag(true), .integer(-2), .unsigned(3), .integer(-4), .unsigned(5),
                .integer(-6), .unsigned(1 << 63), .double(0.5), .text("ü"), .text("/a"),
                .text("as"), .list([.integer(1), .integer(2)]),
                .list([.text("x"), .unsigned(1)]),
                .list([.entry(.text("k"), .variant(.variant(.text("v"))))]),
            ])
        #expect(body.last?.members?["k"]?.text == "v")
    }

    @Test("Arguments arrive as they were given, and an error has its name")
    func arguments() async throws {
        let (bus, _) = try await mocked()
        try await bus.addMethod(
            Self.name, Self.path, Self.name, "Echo", in: "sbu", out: "s",
            "ret = repr([str(args[0]), bool(args[1]), int(args[2])])")
        let reply = try await bus.bus.call(
            call("Echo", .text("a b"), .flag(true), .number(4_000_000_000)))
        #expect(reply.body.first?.text == "['a b', True, 4000000000]")
        await #expect(throws: BusFailure.self) {
            try await bus.bus.call(
                BusCall("org.example.Nobody", Self.path, Self.name, "Echo"))
        }
        do {
            _ = try bus.bus.callAndWait(
                BusCall("org.example.Nobody", Self.path, Self.name, "Echo"))
            Issue.record("nobody answered")
        } catch {
            #expect(error.isNobodyThere)
        }
        await #expect(throws: BusFailure.malformed) {
            try await bus.bus.call(BusCall("not a name", Self.path, Self.name, "Echo"))
        }
    }

    @Test("A call that nobody answers ends with its time-out; others are answered meanwhile")
    func timeout() async throws {
        let (bus, process) = try await mocked()
        process.signal(SIGSTOP)
        defer { process.signal(SIGCONT) }
        let connection = bus.bus
        let stuck = call("Slow")
        let began = ContinuousClock.now
        async let slow = Result { () async throws in
            try await connection.call(stuck, timeout: .seconds(3))
        }
        let names = try await connection.call(
            BusCall(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "ListNames"))
        #expect(ContinuousClock.now - began < .milliseconds(2_500))
        #expect(names.body.first?.elements?.isEmpty == false)
        #expect(await slow.failure as? BusFailure == .timedOut)
        #expect(ContinuousClock.now - began < .seconds(8))
    }

    @Test("A bus that goes away ends calls and followers at once, and later calls too")
    func gone() async throws {
        let (bus, process) = try await mocked()
        let (ends, feed) = AsyncStream.makeStream(of: BusEvent.self)
        let following = try await bus.bus.follow(
            BusMatch(sender: Self.name, path: nil, interface: Self.name, member: nil)
        ) { feed.yield($0) }
        process.signal(SIGSTOP)
        let connection = bus.bus
        let stuck = call("Slow")
        async let pending = Result { () async throws in
            try await connection.call(stuck, timeout: .seconds(60))
        }
        try await Task.sleep(for: .milliseconds(200))
        let began = ContinuousClock.now
        try bus.killBus()
        #expect(await pending.failure as? BusFailure == .gone)
        var last: BusEvent?
        for await event in ends {
            last = event
            if case .ended = event { break }
        }
        #expect(last == .ended(.gone))
        await #expect(throws: BusFailure.gone) { try await connection.call(stuck) }
        #expect(ContinuousClock.now - began < .seconds(3))
        withExtendedLifetime(following) {}
    }

    @Test("No bus at an address is an error at the first call, and not a hang")
    func none() async throws {
        let folder = try Folder()
        let bus = try Bus(.address("unix:path=\(folder.path)/nothing"))
        await #expect(throws: BusFailure.noBus(ENOENT)) { try await bus.call(call("A")) }
        #expect(throws: BusFailure.noBus(ENOENT)) { try bus.callAndWait(call("A")) }
    }

    @Test("Only signals of the owner of a name are delivered, whoever else sends the same")
    func owner() async throws {
        let (bus, process) = try await mocked()
        try await bus.addMethod(
            Self.name, Self.path, Self.name, "Say", in: "s", out: "",
            "self.EmitSignal('\(Self.name)', 'Said', 's', [args[0]])")
        let connection = try Bus(bus.place)
        let heard = Locked<[BusEvent]>([])
        let following = try await connection.follow(
            BusMatch(sender: Self.name, path: Self.path, interface: Self.name, member: "Said")
        ) { event in heard.withLock { $0.append(event) } }
        let names = try await bus.bus.call(
            BusCall(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "ListNames"))
        // Straight to every connection, ours among them: no rule keeps these away.
        for name in names.body.first?.elements?.compactMap(\.text) ?? []
        where name.hasPrefix(":") {
            let forger = try ChildProcess(
                path: "/usr/bin/dbus-send",
                [
                    "--bus=\(bus.address)", "--type=signal", "--dest=\(name)", Self.path,
                    "\(Self.name).Said", "string:forged",
                ])
            try forger.wait()
        }
        _ = try await connection.call(call("Say", .text("true")))
        try await eventually("the owner's signal") { heard.withLock { !$0.isEmpty } }
        let texts = heard.withLock { events in
            events.map { event in
                if case .signal(let message) = event { message.body.first?.text } else { "" }
            }
        }
        #expect(texts == ["true"])
        try bus.kill(process)
        try await eventually("the loss of the owner") {
            heard.withLock { $0.contains(.ownerChanged(nil)) }
        }
        withExtendedLifetime(following) {}
    }

    @Test("Whoever calls us is answered, and does not wait")
    func called() async throws {
        let bus = try await PrivateBus()
        let names = try await bus.bus.call(
            BusCall(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "ListNames"))
        let own = names.body.first?.elements?.compactMap(\.text).first { $0.hasPrefix(":") }
        let caller = try ChildProcess(
            path: "/usr/bin/dbus-send",
            [
                "--bus=\(bus.address)", "--print-reply", "--reply-timeout=20000",
                "--dest=\(try #require(own))", "/a", "org.example.A.B",
            ])
        let began = ContinuousClock.now
        #expect(try caller.wait() == .exit(1))
        #expect(ContinuousClock.now - began < .seconds(5))
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }

    fileprivate var failure: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }
}
#endif
