/// What the person in front of a simulated phone does with a prompt.
public enum PersonAction: Sendable, Hashable {
    /// Shows an enrolled finger or face; enters the passcode where only that is asked for.
    case confirms
    /// Enters the passcode where the prompt takes it.
    case entersPasscode
    /// Shows a wrong finger until the prompt gives up.
    case failsBiometry
    /// Presses cancel.
    case cancels
    /// Presses the button for the other way in.
    case choosesFallback
    /// Goes to the home screen.
    case goesHome
    /// The system closes the prompt: a call comes in.
    case isInterrupted
    /// The phone locks while the prompt is open.
    case locksPhone
    /// Does nothing until the prompt gives up.
    case waits
}
