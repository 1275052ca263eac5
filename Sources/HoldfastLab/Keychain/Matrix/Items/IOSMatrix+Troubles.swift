import HoldfastApple

extension IOSMatrix {
    /// Native failures before and after the effect, as a plan of faults makes them.
    static let troubleCases: [IOSMatrixCase] = [
        IOSMatrixCase(
            "ios-fault-add-before", .assumed, "a fault of the simulation",
            given: [
                .nextCallFails(SecStatus.failure(-36), .beforeEffect),
                .call(.add(.item("a")), .code(-36)),
            ], .find(.data("a")), .code(-25300)),
        IOSMatrixCase(
            "ios-fault-add-after", .assumed, "a fault of the simulation",
            given: [
                .nextCallFails(SecStatus.failure(-36), .afterEffect),
                .call(.add(.item("a")), .code(-36)),
            ], .find(.data("a")), .values(["value of a"])),
        IOSMatrixCase(
            "ios-fault-update-after", .assumed, "a fault of the simulation",
            given: [
                .stored("a"), .nextCallFails(SecStatus.failure(-25291), .afterEffect),
                .call(.update(.named("a"), .newValue), .code(-25291)),
            ], .find(.data("a")), .values(["new value"])),
        IOSMatrixCase(
            "ios-fault-unknown-number", .assumed, "a fault of the simulation",
            given: [
                .stored("a"),
                .nextCallFails(
                    NativeFailure(domain: "NSOSStatusErrorDomain", code: -99_999, name: "unknown"),
                    .beforeEffect),
            ], .find(.data("a")), .code(-99_999)),
    ]
}
