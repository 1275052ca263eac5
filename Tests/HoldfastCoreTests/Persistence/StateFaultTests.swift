import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// Load, change, save, wipe under every single fault and every pair of faults, each followed by a
/// healthy start that looks at what is left.
@Suite struct StateFaultTests {
    /// What a run of the app was promised.
    private struct Log {
        /// Every count that may be stored; the last acknowledged one and those tried after it.
        var allowed: Set<Int> = [0]
        mutating func tried(_ count: Int) { allowed.insert(count) }
        mutating func acknowledged(_ count: Int) { allowed = [count] }
    }

    /// A start of the app that loads, saves three states and tries again what fails.
    private func run(
        _ persistor: StatePersistor<AppState>, from first: Int, _ log: inout Log
    ) async -> Bool {
        var state: AppState?
        for _ in 0..<3 where state == nil { state = await answer { try await persistor.resume() } }
        guard let state else { return false }
        let isAllowed = log.allowed.contains(state.session.count)
        for count in first..<(first + 3) {
            log.tried(count)
            let new = AppState(
                session: Session(token: "t", count: count), theme: count < 3 ? "light" : "\(count)")
            for _ in 0..<3 {
                if await answer({ try await persistor.save(new) }) != nil {
                    log.acknowledged(count)
                    break
                }
                _ = await answer { try await persistor.resume() }
            }
        }
        return isAllowed
    }

    private func answer<Answer>(_ body: () async throws -> Answer) async -> Answer? {
        do {
            return try await body()
        } catch {
            return nil
        }
    }

    private func persistor(
        _ place: Place, _ strikes: Strikes, partCount: Int
    ) throws -> StatePersistor<AppState> {
        let store = StrikingStore(base: place.store, strikes: strikes)
        let container = StrikingContainer(container: place.container, strikes: strikes)
        var options = PersistorOptions()
        options.retries = .none
        let parts: [StatePart<AppState>] =
            switch partCount {
            case 1: [try StatePart(\.self, in: store, under: place.key)]
            case 2:
                [
                    try StatePart(\.theme, in: store, under: place.key),
                    try StatePart(\.session, in: store, under: keys(place)[1]),
                ]
            default:
                [
                    try StatePart(\.theme, in: store, under: place.key),
                    try StatePart(\.session.token, in: store, under: keys(place)[1]),
                    try StatePart(\.session.count, in: store, under: keys(place)[2]),
                ]
            }
        return try StatePersistor(
            parts: parts, marker: FirstInstallMarker(in: container, named: "session"),
            options: options
        ) { AppState() }
    }

    private func keys(_ place: Place) throws -> [ItemKey] {
        [
            place.key, try ItemKey(service: "app", account: "secret"),
            try ItemKey(service: "app", account: "third"),
        ]
    }

    /// Two starts under faults, then a healthy one.
    ///
    /// - Returns: how many calls the struck start made.
    private func check(_ blows: [Int: Strikes.Blow], partCount: Int, isAtomic: Bool) async throws
        -> Int
    {
        let place = try Place(isAtomic: isAtomic)
        var log = Log()
        let strikes = Strikes(blows)
        var isSound = true
        let struck = try persistor(place, strikes, partCount: partCount)
        // A start that never loaded is not wrong; what matters is what is left.
        _ = await run(struck, from: 1, &log)
        let second = try persistor(place, Strikes(), partCount: partCount)
        isSound = await run(second, from: 4, &log)
        #expect(isSound, "a start could not load what was promised: \(blows), \(partCount) parts")
        let last = try await persistor(place, Strikes(), partCount: partCount).load()
        #expect(last.session.count == 6 && last.theme == "6", "\(blows), \(partCount) parts")
        return strikes.count
    }

    @Test(
        "P2: no single fault and no pair of faults loses a state or leaves half of one",
        arguments: [1, 2], [true, false])
    func faults(partCount: Int, isAtomic: Bool) async throws {
        let count = try await check([:], partCount: partCount, isAtomic: isAtomic)
        #expect(count >= 7)
        for first in 1...count {
            for blow in Strikes.Blow.allCases {
                _ = try await check([first: blow], partCount: partCount, isAtomic: isAtomic)
                guard blow == .errorBefore || blow == .errorAfter else { continue }
                // After an error the process goes on, so that another one can follow.
                for second in (first + 1)...(count + 4) {
                    for other in Strikes.Blow.allCases {
                        _ = try await check(
                            [first: blow, second: other], partCount: partCount, isAtomic: isAtomic)
                    }
                }
            }
        }
    }

    @Test(
        "P6: a wipe that is struck anywhere leaves the state or nothing, never a suspension",
        arguments: [1, 2], Strikes.Blow.allCases)
    func wipes(partCount: Int, blow: Strikes.Blow) async throws {
        for number in 1...20 {
            let place = try Place()
            var log = Log()
            _ = await run(try persistor(place, Strikes(), partCount: partCount), from: 1, &log)
            let strikes = Strikes([number: blow])
            let wiping = try persistor(place, strikes, partCount: partCount)
            let isWiped = await answer { try await wiping.wipe() } != nil
            let state = try await persistor(place, Strikes(), partCount: partCount).load()
            #expect([0, 3].contains(state.session.count), "call \(number)")
            #expect(!isWiped || state == AppState())
            if state == AppState() {
                #expect(try await place.store.list(service: "app").isEmpty, "call \(number)")
            }
            if strikes.count < number { return }
        }
        Issue.record("the wipe never ended")
    }

    @Test(
        "P2: a replacement that is struck anywhere leaves the new state, or can be repeated",
        arguments: [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]], Strikes.Blow.allCases)
    func replacements(lost: [Int], blow: Strikes.Blow) async throws {
        let new = AppState(session: Session(token: "new", count: 9), theme: "new")
        for partCount in [1, 2, 3] where lost.allSatisfy({ $0 < partCount }) {
            for number in 1...40 {
                let place = try Place()
                let first = try persistor(place, Strikes(), partCount: partCount)
                try await first.load()
                // Saved once, by the only save there ever was.
                try await first.save(AppState(session: Session(token: "old"), theme: "old"))
                for index in lost {
                    place.store.invalidate(try keys(place)[index], reason: .keyLost)
                }
                let strikes = Strikes([number: blow])
                let struck = try persistor(place, strikes, partCount: partCount)
                #expect(await answer { try await struck.load() } == nil)
                let isReplaced =
                    await answer { try await struck.replaceInvalidated(with: new) } != nil
                #expect(isReplaced || struck.status != .ready)
                let next = try persistor(place, Strikes(), partCount: partCount)
                if let state = await answer({ try await next.load() }) {
                    #expect(state == new, "call \(number), \(partCount) parts")
                } else {
                    #expect(!isReplaced)
                    #expect(next.code == .keyInvalidated, "call \(number)")
                    try await next.replaceInvalidated(with: new)
                }
                let last = try persistor(place, Strikes(), partCount: partCount)
                #expect(try await last.load() == new, "call \(number), \(partCount) parts")
                if strikes.count < number { break }
                #expect(number < 40, "the replacement never ended")
            }
        }
    }

    @Test(
        "P2: a wipe and a first save, struck anywhere, leave the old state, none or the new one",
        arguments: [1, 2, 3], Strikes.Blow.allCases)
    func firstSavesAfterWipe(partCount: Int, blow: Strikes.Blow) async throws {
        let old = AppState(session: Session(token: "old", count: 1), theme: "old")
        let new = AppState(session: Session(token: "new", count: 2), theme: "new")
        for number in 1...40 {
            let place = try Place()
            let first = try persistor(place, Strikes(), partCount: partCount)
            try await first.load()
            try await first.save(old)
            let strikes = Strikes([number: blow])
            let struck = try persistor(place, strikes, partCount: partCount)
            let isWiped = await answer { try await struck.wipe() } != nil
            _ = await answer { try await struck.load() }
            let isSaved = await answer { try await struck.save(new) } != nil
            let next = try persistor(place, Strikes(), partCount: partCount)
            let state = try await next.load()
            let allowed = isSaved ? [new] : isWiped ? [AppState(), new] : [old, AppState(), new]
            #expect(allowed.contains(state), "call \(number), \(partCount) parts")
            try await next.save(old)
            let last = try persistor(place, Strikes(), partCount: partCount)
            #expect(try await last.load() == old, "call \(number), \(partCount) parts")
            if strikes.count < number { return }
        }
        Issue.record("the wipe and the save never ended")
    }

    @Test("A naive persistor loses the state where this one suspends")
    func naive() async throws {
        let place = try Place()
        try await place.store.writeCodable(Session(token: "t", count: 1), for: place.key)
        place.store.failNext(.read, with: locked)
        let naive = NaivePersistor(in: place.store, under: place.key, initial: Session())
        await naive.load()
        await naive.change { $0.count = 5 }
        let left = try await place.store.readCodable(Session.self, place.key)
        #expect(left == Session(token: "", count: 5))

        let schema = try StateSchema(version: 1, unmarkedVersion: 1)
        try await place.store.writeCodable(Session(token: "t", count: 1), for: place.key)
        place.store.failNext(.read, with: locked)
        let ours = try place.persistor(schema: schema)
        _ = await answer { try await ours.load() }
        _ = await answer { try await ours.change { $0.count = 5 } }
        _ = await answer { try await ours.flush() }
        #expect(
            try await place.store.readCodable(Session.self, place.key)
                == Session(token: "t", count: 1))
    }
}

extension StatePersistor {
    /// Why it is suspended.
    fileprivate nonisolated var code: KeychainError.Code? {
        if case .suspended(let reason) = status { reason.error.code } else { nil }
    }
}
