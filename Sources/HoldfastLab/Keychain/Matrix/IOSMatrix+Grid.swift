extension IOSMatrix {
    /// One cell of the grid: what an operation on an item of a class answers in a state.
    public struct Cell: Sendable, Equatable {
        /// The raw name of the accessibility.
        public let accessibility: String
        /// What the phone is.
        public let state: State
        /// What is done.
        public let operation: Operation
        /// The `OSStatus`.
        public let status: Int
    }

    /// Finds out, on simulated phones, what every operation answers for every class in every state.
    ///
    /// - Parameter profile: which phone.
    /// - Returns: a cell for each class, state and operation, in this order.
    public static func grid(_ profile: IOSProfile = IOSProfile()) async -> [Cell] {
        var cells: [Cell] = []
        for name in accessibilities {
            for state in State.allCases {
                for operation in Operation.allCases {
                    let status = await status(profile, name, state, operation)
                    cells.append(
                        Cell(
                            accessibility: name, state: state, operation: operation, status: status)
                    )
                }
            }
        }
        return cells
    }

    private static func status(
        _ profile: IOSProfile, _ name: String, _ state: State, _ operation: Operation
    ) async -> Int {
        let stage = IOSMatrixStage(profile)
        for step in [IOSMatrixStep.stored("a", name)] + steps(to: state) {
            let problem = await stage.play(step)
            precondition(problem == nil, "an item can be written on a phone that is unlocked")
        }
        guard case .code(let status) = await stage.make(call(operation, name), like: .code(0))
        else {
            preconditionFailure("a call of the keychain answers with a status")
        }
        return status
    }
}
