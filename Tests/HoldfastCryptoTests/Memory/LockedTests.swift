import HoldfastCrypto
import Testing

@Suite struct LockedTests {
    @Test("No change is lost when many threads make them at once")
    func counting() async {
        let counter = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<1000 { counter.withLock { $0 += 1 } }
                }
            }
        }
        #expect(counter.withLock { $0 } == 16_000)
    }

    @Test("A body that throws leaves its changes and the lock free")
    func throwing() {
        struct Refused: Error, Equatable {}
        let value = Locked([1])
        #expect(throws: Refused.self) {
            try value.withLock { (list) throws(Refused) in
                list.append(2)
                throw Refused()
            }
        }
        #expect(value.withLock { $0 } == [1, 2])
    }

    @Test("What was under the lock is released with it")
    func release() {
        final class Witness: Sendable {}
        weak var seen: Witness?
        do {
            let witness = Locked<Witness?>(nil)
            witness.withLock { value in
                let new = Witness()
                seen = new
                value = new
            }
            #expect(seen != nil)
        }
        #expect(seen == nil)
    }
}
