#if Network && Server
import CrashSupport
import HoldfastCore
import Testing

@testable import HoldfastCLI

/// Two people with three machines at one relay: Ada with a laptop and a desk, Bob with a phone.
final class Town {
    private(set) var relay: RelayServer
    let laptop: Machine
    let desk: Machine
    let phone: Machine
    /// The accounts' ids.
    let ada: String
    let bob: String

    var url: String { "http://" + relay.place }

    init(hasDesk: Bool = true) throws {
        relay = try RelayServer()
        let url = "http://" + relay.place
        laptop = try Machine(relay: url)
        desk = try Machine(relay: url)
        phone = try Machine(relay: url)
        ada = try Self.begin("laptop", on: laptop)
        bob = try Self.begin("phone", on: phone)
        if hasDesk { try join() }
        try Self.know("bob", bob, on: laptop)
        try Self.know("ada", ada, on: phone)
    }

    private static func begin(_ name: String, on machine: Machine) throws -> String {
        let made = try machine.run("account", "create", "--name", name, "--json")
        #expect(made.status == 0, "\(made.error)")
        #expect(!made.error.contains("no prekeys"), "\(made.error)")
        return try made.text("account")
    }

    private static func know(_ name: String, _ account: String, on machine: Machine) throws {
        let shown = try machine.run("device", "verify", name, "--account", account, "--json")
        #expect(shown.status == 1, "\(shown.error)")
    }

    /// Lets the desk into Ada's account.
    func join() throws {
        let asked = try desk.run(
            "account", "join", "--account", ada, "--name", "desk", "--json")
        #expect(asked.status == 0, "\(asked.error)")
        let approved = try laptop.run(
            "device", "approve", "-", "--comparison", try asked.text("comparison"),
            input: try asked.text("request"))
        #expect(approved.status == 0, "\(approved.error)")
        let joined = try desk.run("account", "join", "--account", ada, "--json")
        #expect(joined.status == 0, "\(joined.error)")
        #expect(try joined.text("name") == "desk")
    }

    /// Ends the relay at once.
    func kill() throws { try relay.kill() }

    /// Starts it anew on the same data and port.
    func startAnew() throws {
        relay = try RelayServer(folder: relay.folder, listen: relay.place)
    }

    /// The texts that a machine shows now.
    static func texts(_ machine: Machine) throws -> [String] {
        let inbox = try machine.run("inbox", "--json")
        #expect(inbox.status == 0, "\(inbox.error) \(inbox.output)")
        return try inbox.lines.compactMap { $0["kind"]?.text == "message" ? $0["text"]?.text : nil }
    }
}
#endif
