import Glibc
import HoldfastCore

/// Two people with three machines at one relay, all of them processes of their own.
private struct DemoPeople {
    let relay: DemoRelay
    let laptop: DemoTool
    let desk: DemoTool
    let phone: DemoTool
}

extension DemoStory {
    /// Messages between people, through a relay that is a process of its own.
    func people() async throws(Failure) {
        guard let relay = SiblingProgram.relay.path, SiblingProgram.network.path != nil else {
            let missing = [SiblingProgram.relay, .network].filter { $0.path == nil }
            let names = missing.map(\.name).joined(separator: " and no ")
            return try leaveOut("there is no \(names) beside holdfast")
        }
        let server: DemoRelay
        do throws(Failure) {
            server = try DemoRelay(relay, in: folderPath)
        } catch {
            guard error.exitStatus == 8 else { throw error }
            return try leaveOut(error.error.message)
        }
        defer { server.stop() }
        let people = DemoPeople(
            relay: server, laptop: try DemoTool("laptop", in: folderPath, relay: server.url),
            desk: try DemoTool("desk", in: folderPath, relay: server.url),
            phone: try DemoTool("phone", in: folderPath, relay: server.url))
        let begun = try people.laptop.run("account", "create", "--name", "laptop", "--json")
        guard begun.status != 8 else {
            return try leaveOut(
                "\(SiblingProgram.network.name) was built without a network library")
        }
        try heading("P5, P8", "two people, three devices, and a relay that can read nothing")
        guard let ada = try meet(people, begun) else { return }
        try talk(people)
        try secondDevice(people, ada)
        try lyingRelay(people)
        try revocation(people)
    }

    private func leaveOut(_ reason: String) throws(Failure) {
        try say(
            "\nLeft out: messages between two people, since \(reason). 'make build' makes both"
                + " programs where libcurl and libmicrohttpd are installed.\n")
    }

    /// Ada's laptop and Bob's phone begin accounts, and know each other.
    private func meet(
        _ people: DemoPeople, _ ada: DemoTool.Outcome
    ) throws(Failure) -> String? {
        let bob = try people.phone.run("account", "create", "--name", "phone", "--json")
        try check(
            "account create, Ada and Bob", "status \(ada.status) and \(bob.status)",
            ada.status == 0 && bob.status == 0)
        guard ada.status == 0, bob.status == 0 else { return nil }
        let account = ada.text("account")
        let shown = try people.laptop.run(
            "device", "verify", "bob", "--account", bob.text("account"), "--json")
        let known = try people.phone.run("device", "verify", "ada", "--account", account, "--json")
        let number = shown.text("number")
        try check(
            "the sixty digits on both screens",
            number == known.text("number") ? "the same" : "differ",
            number == known.text("number") && number.utf8.count == 60)
        return account
    }

    private func talk(_ people: DemoPeople) throws(Failure) {
        let sent = try people.laptop.run("send", "bob", "--json", input: "ten, gate B")
        let inbox = try people.phone.run("inbox", "--json")
        try check(
            "send bob, then inbox on Bob's phone", inbox.text("text"),
            sent.status == 0 && inbox.text("text") == "ten, gate B" && inbox.text("grade") == "A")
        let again = try people.phone.run("inbox", "--json")
        try check(
            "inbox once more", again.output.isEmpty ? "nothing new" : "again", again.output.isEmpty)
        people.relay.stop()
        let offline = try people.phone.run("send", "ada", "--json", input: "on my way")
        try check(
            "send ada, with the relay away", "it waits, status \(offline.status)",
            offline.status == 9 && offline.text("state") == "waiting")
        try people.relay.start()
        let later = try people.phone.run("send", "--waiting", "--json")
        let read = try people.laptop.run("inbox", "--json")
        try check(
            "send --waiting, with the relay back", read.text("text"),
            later.status == 0 && read.text("text") == "on my way")
        try elsewhere("a message that was not sent is gone with the process")
    }

    private func secondDevice(_ people: DemoPeople, _ ada: String) throws(Failure) {
        // A copy of the relay's data as it is now, for later.
        people.relay.stop()
        try people.relay.keepCopy()
        try people.relay.start()
        try heading("P9", "a second device: let in by the first, and the other side is told")
        let asked = try people.desk.run(
            "account", "join", "--account", ada, "--name", "desk", "--json")
        let approved = try people.laptop.run(
            "device", "approve", "-", "--comparison", asked.text("comparison"),
            input: asked.text("request"))
        let joined = try people.desk.run("account", "join", "--account", ada, "--json")
        try check(
            "account join, device approve", "the thirty digits are the same",
            asked.status == 0 && approved.status == 0 && joined.status == 0)
        let sent = try people.phone.run("send", "ada", "--json", input: "to both of you")
        let told = sent.output.contains("device \\\"desk\\\" let in")
        try check("send ada, from Bob's phone", told ? "told of the desk" : "not told", told)
        let (first, second) = (
            try people.laptop.run("inbox", "--json"), try people.desk.run("inbox", "--json")
        )
        try check(
            "inbox on both of Ada's devices", second.text("text"),
            first.text("text") == "to both of you" && second.text("text") == first.text("text"))
        try elsewhere("a device that a server adds in silence reads along")
    }

    private func lyingRelay(_ people: DemoPeople) throws(Failure) {
        try heading("P9", "a relay that lies: it shows Ada's devices as they were before the desk")
        people.relay.stop()
        try people.relay.goBack()
        try people.relay.start()
        let caught = try people.phone.run("send", "ada", "--json", input: "secret")
        let isCaught = caught.status == 6 && caught.text("state") != "sent"
        try check(
            "send ada, from Bob's phone", isCaught ? "caught, nothing is sent" : "sent", isCaught)
        let shown = try people.laptop.run("device", "list")
        try check(
            "device list on Ada's laptop", shown.status == 6 ? "caught" : "believed",
            shown.status == 6)
        let back = try people.laptop.run("device", "register")
        let sent = try people.phone.run("send", "--waiting", "--accept-grade-c", "--json")
        try check(
            "device register gives it back its own log", "what waited is sent",
            back.status == 0 && sent.status == 0)
    }

    private func revocation(_ people: DemoPeople) throws(Failure) {
        try heading("P9", "a device is removed")
        let id = try people.desk.run("device", "show", "--json").text("device")
        let gone = try people.desk.run("device", "revoke", id, "--reason", "retired", "--yes")
        let late = try people.desk.run("send", "--waiting")
        try check(
            "the desk sends all the same", "refused, status \(late.status)",
            gone.status == 0 && late.status == 7)
        let sent = try people.phone.run("send", "ada", "--json", input: "to the laptop alone")
        let names = sent.output.contains("\"deviceName\":\"desk\"")
        try check(
            "send ada, from Bob's phone", names ? "also to the desk" : "to the laptop alone",
            sent.status == 0 && !names)
        try elsewhere("a lost phone goes on reading until somebody signs out everywhere")
    }
}
