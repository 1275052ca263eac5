/// What goes wrong in a run, at which calls.
public struct FaultPlan: Sendable, Hashable {
    /// The faults in the order of their calls; several may strike one call.
    public let faults: [Fault]

    /// Nothing goes wrong.
    public static let none = FaultPlan([])

    /// Takes faults.
    ///
    /// - Parameter faults: in any order.
    public init(_ faults: [Fault]) {
        self.faults = faults.sorted { $0.callNumber < $1.callNumber }
    }

    func striking(call number: Int) -> [Fault] {
        faults.filter { $0.callNumber == number }
    }
}
