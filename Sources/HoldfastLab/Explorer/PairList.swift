/// Pairs of faults: each single one with everything that can go wrong after it struck.
///
/// There may be millions, so a pair is two numbers.
struct PairList: Sendable {
    private let singles: [Fault]
    private var faults: [Fault] = []
    private var numbers: [Fault: Int32] = [:]
    private var pairs: [(first: Int32, second: Int32)] = []

    init(_ singles: [Fault]) {
        self.singles = singles
    }

    var count: Int { pairs.count }

    subscript(index: Int) -> FaultPlan {
        let pair = pairs[index]
        return FaultPlan([singles[Int(pair.first)], faults[Int(pair.second)]])
    }

    /// Adds the pairs that begin with a single fault, from the calls of the play that it struck.
    mutating func add(
        _ index: Int, _ calls: [NumberedCall], _ menu: FaultMenu
    ) {
        let first = singles[index]
        guard let struck = calls.first(where: { $0.number == first.callNumber })?.call,
            menu.pairFaults(first.callNumber, struck).contains(first)
        else { return }
        for (number, call) in calls where number >= first.callNumber {
            var seconds: [Fault] = []
            if number > first.callNumber {
                seconds = menu.pairFaults(number, call)
            } else if case .event = first.kind {
                seconds = menu.faultsAfterEvent(number, call)
            }
            for second in seconds {
                pairs.append((Int32(index), self.number(of: second)))
            }
        }
    }

    private mutating func number(of fault: Fault) -> Int32 {
        if let number = numbers[fault] { return number }
        let number = Int32(faults.count)
        faults.append(fault)
        numbers[fault] = number
        return number
    }
}
