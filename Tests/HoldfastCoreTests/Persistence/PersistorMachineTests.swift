import HoldfastCrypto
import HoldfastLab
import Testing

@testable import HoldfastCore

/// The decisions alone, without a store.
@Suite struct PersistorMachineTests {
    private typealias Machine = PersistorMachine<Session>

    /// Proofs come from stores alone, so the test asks one.
    private func proof() throws -> AnsweredRead {
        try AnsweredRead(
            askingWithoutPrompt: MemoryStore(),
            about: ItemKey(service: "app", account: "state"))
    }

    private func ready(_ state: Session = Session(), isStored: Bool = true) throws -> Machine {
        var machine = Machine()
        machine.beginLoad()
        machine.hydrate(try proof(), state, isStored: isStored)
        return machine
    }

    private func stateToSave(_ machine: Machine) throws -> Session? {
        try machine.stateToSave()
    }

    @Test("P4: before a load, after a failed one and after a wipe nothing is changed or saved")
    func refuses() throws {
        var suspended = Machine()
        suspended.beginLoad()
        suspended.suspend(.unreadable(locked))
        var wiped = try ready()
        wiped.wiped()
        for (machine, code) in [
            (Machine(), KeychainError.Code.invalidArgument), (suspended, .interactionNotAllowed),
            (wiped, .invalidArgument),
        ] {
            var machine = machine
            let changed = #expect(throws: KeychainError.self) {
                try machine.change { $0.count = 1 }
            }
            #expect(changed?.code == code)
            #expect(machine.state == nil)
            let saved = #expect(throws: KeychainError.self) { try machine.stateToSave() }
            #expect(saved?.code == code)
        }
    }

    @Test("P4: a suspension after a load stops saves and keeps the state to look at")
    func suspendsLater() throws {
        var machine = try ready()
        _ = try machine.change { $0.count = 1 }
        machine.suspend(.changedElsewhere)
        #expect(machine.state?.count == 1)
        #expect(throws: KeychainError.self) { try machine.stateToSave() }
        #expect(machine.status == .suspended(.changedElsewhere))
    }

    @Test("The first change of a window sets the timer, the others do not")
    func timer() throws {
        var machine = try ready()
        let first = try machine.change { $0.count = 1 }
        let second = try machine.change { $0.count = 2 }
        #expect(first == .setTimer && second == .nothing)
        machine.endTimer()
        let third = try machine.change { $0.count = 3 }
        #expect(third == .setTimer)
    }

    @Test("A change to what is stored already sets no timer and saves nothing")
    func unchanged() throws {
        var machine = try ready()
        let answer = try machine.change { $0.count = 0 }
        #expect(answer == .nothing)
        #expect(try stateToSave(machine) == nil)
    }

    @Test("P2: a failed save forgets the record, so the same state is tried again")
    func forgets() throws {
        var machine = try ready()
        _ = try machine.change { $0.count = 1 }
        let state = try #require(try stateToSave(machine))
        machine.saveFailed(diskFull)
        #expect(machine.landed == nil && machine.saveError == diskFull)
        #expect(try stateToSave(machine) == state)
        let after = machine.saved(state)
        #expect(after == .nothing && machine.saveError == nil)
        #expect(try stateToSave(machine) == nil)
    }

    @Test("P2: the record is what landed, not what is in memory by then")
    func changedMeanwhile() throws {
        var machine = try ready()
        _ = try machine.change { $0.count = 1 }
        let state = try #require(try stateToSave(machine))
        _ = try machine.change { $0.count = 2 }
        let after = machine.saved(state)
        #expect(after == .nothing, "the second change set a timer")
        #expect(machine.landed?.count == 1)
        #expect(try stateToSave(machine)?.count == 2)
    }

    @Test("P2: a change back to what was stored, while another state is being saved, sets a timer")
    func changedBackMeanwhile() throws {
        var machine = try ready()
        _ = try machine.change { $0.count = 1 }
        let state = try #require(try stateToSave(machine))
        machine.endTimer()
        let back = try machine.change { $0.count = 0 }
        #expect(back == .nothing)
        let after = machine.saved(state)
        #expect(after == .setTimer)
        #expect(try stateToSave(machine)?.count == 0)
    }

    @Test("On a first start the initial state is not stored yet")
    func firstStart() throws {
        let machine = try ready(isStored: false)
        #expect(try stateToSave(machine) == Session())
    }
}
