/// What an iPhone's keychain does, case by case: the law of the simulation, and its test.
///
/// The cases are read from Apple's published Security source, version 61901, from Apple's
/// documents and tests, and from reports; each says how well it is known. No case was tried on a
/// device for this table.
public enum IOSMatrix {
    /// All cases.
    public static let cases: [IOSMatrixCase] =
        lockCases + parsingCases + orderCases + defaultCases + situationCases + passcodeCases
        + rowCases + persistenceCases + accessControlCases + promptCases + errorCases
        + contextCases + enrolmentCases + enclaveCases + troubleCases
}
