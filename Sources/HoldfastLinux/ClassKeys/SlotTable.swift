#if os(Linux)
/// Values for a few key slots, found by going through them.
///
/// A vault has some ten slots at most, and every call asks for two or three of them: to compare them
/// costs a fraction of what a dictionary's hash does.
struct SlotTable<Value> {
    private var entries: [(slot: KeySlot, value: Value)] = []

    /// The value of a slot; `nil` if there is none, or to take it out.
    subscript(slot: KeySlot) -> Value? {
        get {
            for entry in entries where entry.slot == slot { return entry.value }
            return nil
        }
        set {
            entries.removeAll { $0.slot == slot }
            if let newValue { entries.append((slot, newValue)) }
        }
    }
}
#endif
