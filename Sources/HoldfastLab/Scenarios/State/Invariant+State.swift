import HoldfastCore

extension Invariant {
    /// What must hold for every item, and that the app finds a state that it may have saved.
    static func ofState(_ kind: StateApp.Kind) -> [Invariant] {
        stock + [loadsState(kind)]
    }

    /// The app's next start loads one of the states that can be stored, whole.
    private static func loadsState(_ kind: StateApp.Kind) -> Invariant {
        Invariant("the app loads its state", seesOnlyStandstill: true) { aftermath in
            do throws(KeychainError) {
                let key = try kind.keys[0]
                let keeper = try kind.keeper(over: aftermath.store, in: aftermath.process)
                try await keeper.load()
                let label = await keeper.label() ?? "nothing"
                let item = aftermath.acknowledgements.item(key)
                if item.possibleValues.contains(label) { return [] }
                return [
                    Violation(
                        item: key.account,
                        "\(item.contents) is lost: the app starts with “\(label)”",
                        lostValue: item.acknowledgedValue)
                ]
            } catch {
                return [
                    Violation(
                        item: "state",
                        "On an unlocked phone the app cannot load its state:"
                            + " \(error.codeAndOrigin)")
                ]
            }
        }
    }
}
