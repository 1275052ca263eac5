#if os(Linux) && SecretService
import HoldfastCore
import HoldfastLinux
import Testing

@Suite("What a doctor says of the desktop's keyring", .serialized)
struct KeyringDoctorTests {
    private func texts(_ findings: [VaultFinding]) -> String {
        findings.map { "\($0.grade.rawValue): \($0.text) -> \($0.advice ?? "")\n" }.joined()
    }

    @Test("Open, locked and gone are told apart, and each says what to do")
    func states() async throws {
        let desktop = try await Desktop()
        let store = try desktop.store()
        let open = await store.doctor()
        #expect(open.first?.grade == .good, "\(texts(open))")
        // The bus of the test starts no program that could ask.
        #expect(open.count == 2 && open.last?.advice?.contains("gcr") == true, "\(texts(open))")
        try desktop.lock()
        let locked = await store.doctor()
        #expect(locked.first?.grade == .note, "\(texts(locked))")
        #expect(locked.first?.text.contains("is locked") == true)
        #expect(locked.first?.advice?.contains("gnome-keyring-daemon --unlock") == true)
        #expect(await store.availability() == .beforeFirstUnlock, "it unlocked nothing")
        try desktop.stopKeyring()
        let gone = await store.doctor()
        #expect(gone.count == 1 && gone[0].grade == .note, "\(texts(gone))")
        #expect(gone.first?.text.contains("no Secret Service") == true)
        try desktop.stopBus()
        let alone = await store.doctor()
        #expect(alone.count == 1 && alone[0].topic == "desktop keyring", "\(texts(alone))")
    }

    @Test("A prompter on the bus is seen")
    func prompter() async throws {
        let desktop = try await Desktop()
        let process = try desktop.start([
            "python3", "-u", "-c",
            """
            import dbus, dbus.mainloop.glib, gi.repository.GLib as g, os
            dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
            import dbus.service, dbus.bus
            bus = dbus.bus.BusConnection(os.environ['DBUS_SESSION_BUS_ADDRESS'])
            name = dbus.service.BusName('org.gnome.keyring.SystemPrompter', bus)
            print('there')
            g.MainLoop().run()
            """,
        ])
        #expect(try process.readLine() == "there")
        let findings = await (try desktop.store()).doctor()
        #expect(findings.map(\.grade) == [.good], "\(texts(findings))")
        process.signal(9)
        try process.wait()
    }

    @Test("A collection that is not there is said, and not made")
    func noCollection() async throws {
        let desktop = try await Desktop()
        var configuration = try desktop.configuration()
        configuration.collection = .named("nowhere")
        let findings = await SecretServiceStore(configuration).doctor()
        #expect(findings.map(\.grade) == [.note])
        #expect(findings.first?.text.contains("no such collection") == true)
    }
}
#endif
