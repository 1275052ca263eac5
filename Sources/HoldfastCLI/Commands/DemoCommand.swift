import HoldfastCore

/// `holdfast demo`: the promises, happening.
enum DemoCommand: Command {
    static let declaration = CommandDeclaration(
        "demo", "watch the promises P1 to P6 happen in a temporary vault",
        discussion: [
            "Nothing of yours is touched: the vault is made for it and removed afterwards. Every step"
                + " really happens and is checked, and says what would have been lost elsewhere. The"
                + " exit status is 70 if a promise was not kept."
        ],
        examples: [.init("holdfast demo", "watch; it takes a few seconds")])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let stage = try DemoStage(session: session)
        defer { stage.clear() }
        var isKept = true
        for scene in scenes {
            try stage.announce(scene)
            switch await outcome(of: scene, on: stage) {
            case .success(let lines): for line in lines { try stage.tell(line) }
            case .failure(.notKept(let what)):
                isKept = false
                try stage.complain(what)
            case .failure(.broken(let failure)): throw failure
            }
        }
        try stage.conclude(isKept: isKept)
        return isKept ? 0 : 70
    }

    private static func outcome(
        of scene: DemoScene, on stage: DemoStage
    ) async -> Result<[String], DemoProblem> {
        do {
            return .success(try await scene.play(stage))
        } catch {
            return .failure(error)
        }
    }

    private static let scenes = [
        DemoScene.unreadableIsNotMissing, .oldOrNew, .noBlindOverwrite, .suspended, .durable,
        .removeOnly,
    ]
}
