/// How secret a message stays when the recipient's keys are stolen one day.
///
/// The better grade is the greater one.
///
/// - Note: No grade heals by itself: who has a device's identity and prekeys reads what is sent to
///   it until both are new.
public enum SecrecyGrade: UInt8, Sendable, CaseIterable, Comparable {
    /// A: wrapped to a prekey that was used for this message alone and is gone, and to the device.
    case oneTime = 1
    /// B: wrapped to a prekey that the device replaces and removes after weeks, and to the device.
    case signed = 2
    /// C: wrapped to the device alone; whoever takes its key reads all of these.
    case identity = 3

    /// A, B or C.
    public var letter: String {
        switch self {
        case .oneTime: "A"
        case .signed: "B"
        case .identity: "C"
        }
    }

    /// Whether another grade is better.
    ///
    /// - Parameters:
    ///   - left: a grade.
    ///   - right: another grade.
    /// - Returns: whether `right` keeps more.
    public static func < (left: SecrecyGrade, right: SecrecyGrade) -> Bool {
        left.rawValue > right.rawValue
    }
}
