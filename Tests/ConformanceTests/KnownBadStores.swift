import HoldfastCore
import HoldfastCrypto
import HoldfastLab

/// A store with one fault, and the cases of the suite that must find it.
struct PlantedFault: Sendable, CustomStringConvertible {
    let description: String
    /// The cases that must fail, and no others.
    let breaks: Set<String>
    /// Cases with tasks at once, which the fault may or may not hit.
    let mayBreak: Set<String>
    let subject: @Sendable () throws -> ConformanceSubject

    init(
        _ description: String, breaks: Set<String>, mayBreak: Set<String> = [],
        capabilities: StoreCapabilities = .memory,
        plant: @escaping @Sendable (inout FaultyStore) throws -> Void
    ) {
        self.description = description
        self.breaks = breaks
        self.mayBreak = mayBreak
        subject = {
            let device = MemoryStore(
                capabilities: capabilities, clock: TickingClock(),
                answerPrompt: { _ in .confirmed })
            var subject = ConformanceSubject.memory(device)
            var store = FaultyStore(device)
            try plant(&store)
            let planted = store
            subject.store = planted
            subject.reopen = {
                var reopened = FaultyStore(device.reopened())
                try plant(&reopened)
                return reopened
            }
            return subject
        }
    }

    private init(
        _ description: String, breaks: Set<String>,
        _ subject: @escaping @Sendable () throws -> ConformanceSubject
    ) {
        self.description = description
        self.breaks = breaks
        mayBreak = []
        self.subject = subject
    }

    /// A fault of the whole subject, which no single call shows.
    static func spoiling(
        _ description: String, breaks: Set<String>,
        _ spoil: @escaping @Sendable (inout ConformanceSubject) -> Void
    ) -> PlantedFault {
        PlantedFault(description, breaks: breaks) { () throws -> ConformanceSubject in
            var subject = ConformanceSubject.memory()
            spoil(&subject)
            return subject
        }
    }

    /// What is known of an item, or nothing where the store does not say.
    static func known(_ key: ItemKey, to base: any ItemStore) -> ItemAttributes? {
        do {
            return try base.attributesWithoutPrompt(of: key)
        } catch {
            return nil
        }
    }

    static let all =
        unreadable + inventive + lossy + renamed + lookups + conditions + protections + devices
}
