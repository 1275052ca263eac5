import HoldfastCore

/// One promise and the events that put it to the test.
@MainActor
struct DemoScene {
    /// The promise's number and name.
    let title: String
    /// What happens to somebody without it.
    let lossElsewhere: String
    /// Does it, checks it, and says in lines what was seen.
    let play: @MainActor (DemoStage) async throws(DemoProblem) -> [String]
}

/// Why a scene ended early.
enum DemoProblem: Error {
    /// The promise does not hold on this machine.
    case notKept(String)
    /// The scene could not be played.
    case broken(Failure)
}
