/// The words that a prompt shows to the person.
public struct Prompt: Sendable, Equatable {
    /// What the person is asked to confirm; some platforms show their own title.
    public var title: String
    /// A second line (Android).
    public var subtitle: String?
    /// Why it is asked, in a sentence.
    public var description: String?
    /// The text of the button that closes the prompt.
    public var cancel: String?
    /// The text of the button for the other way in; empty hides it (iOS).
    public var fallback: String?

    /// Makes the words of a prompt.
    ///
    /// - Parameters:
    ///   - title: what the person confirms; not empty.
    ///   - subtitle: a second line.
    ///   - description: why it is asked.
    ///   - cancel: the text of the cancel button.
    ///   - fallback: the text of the fallback button.
    public init(
        title: String, subtitle: String? = nil, description: String? = nil, cancel: String? = nil,
        fallback: String? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.description = description
        self.cancel = cancel
        self.fallback = fallback
    }

    /// Words that fit any item.
    public static let standard = Prompt(title: "Confirm to use a protected item")
}
