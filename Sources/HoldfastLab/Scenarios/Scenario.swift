/// A piece of an app's life on a phone, told as code, that must not lose anything.
///
/// The explorer plays it once for every fault that it tries. So its closures must do the same
/// thing each time: they keep nothing between two plays and ask only the run that they are given.
///
/// ```swift
/// let signIn = Scenario("sign-in", story: "A token is renewed.") { run in
///     try await run.launch().write(run.value("old token"), for: token)
/// } body: { run in
///     try await run.launch().write(run.value("new token"), for: token)
/// }
/// ```
public struct Scenario: Sendable, CustomStringConvertible {
    /// A part of the story.
    ///
    /// An error that it throws ends the part, as it would end an app's task.
    public typealias Part = @Sendable (ScenarioRun) async throws -> Void

    /// Its name, one word for a command line.
    public let name: String
    /// What happens, in one line.
    public let story: String
    /// The systems on which the story can happen.
    public let systems: Set<PhoneSystem>
    /// What must hold after the story, whatever went wrong in it.
    public let invariants: [Invariant]

    let setUp: Part
    /// The body: one part, or one for each time that the app is started anew.
    ///
    /// Before each but the first every process of the app is ended.
    let lives: [Part]

    /// Takes a story.
    ///
    /// - Parameters:
    ///   - name: one word.
    ///   - story: one line.
    ///   - systems: where it can happen.
    ///   - invariants: what must hold afterwards.
    ///   - setUp: what happened before; no fault strikes it.
    ///   - body: what happens; every platform call in it can be struck.
    public init(
        _ name: String, story: String, on systems: Set<PhoneSystem> = Set(PhoneSystem.allCases),
        invariants: [Invariant] = Invariant.stock, setUp: @escaping Part = { _ in },
        body: @escaping Part
    ) {
        self.init(
            name, story: story, on: systems, invariants: invariants, setUp: setUp, lives: [body])
    }

    /// Takes a story of several lives of an app's process.
    ///
    /// A life knows of those before it only what its run says, and of what its run says only the
    /// phone's state and what the app was told of its items: neither the trace nor the calls.
    init(
        _ name: String, story: String, on systems: Set<PhoneSystem> = Set(PhoneSystem.allCases),
        invariants: [Invariant] = Invariant.stock, setUp: @escaping Part = { _ in }, lives: [Part]
    ) {
        self.name = name
        self.story = story
        self.systems = systems
        self.invariants = invariants
        self.setUp = setUp
        self.lives = lives
    }

    /// The scenario's name.
    public var description: String { name }
}
