/// Colours, on a terminal whose owner has not asked for none.
///
/// - Note: https://no-color.org: `NO_COLOR` counts when it is set and not empty.
struct Style {
    /// Whether there are colours.
    let hasColour: Bool

    init(isTerminal: Bool, environment: Environment) {
        let refusal = environment.value(of: "NO_COLOR") ?? []
        let isDumb = environment.value(of: "TERM")?.elementsEqual("dumb".utf8) ?? true
        hasColour = isTerminal && refusal.isEmpty && !isDumb
    }

    /// Text in the colour of what is well.
    func good(_ text: String) -> String { coloured("32", text) }

    /// Text in the colour of what wants attention.
    func warning(_ text: String) -> String { coloured("33", text) }

    /// Text in the colour of what is wrong.
    func bad(_ text: String) -> String { coloured("31", text) }

    /// Text that stands out.
    func strong(_ text: String) -> String { coloured("1", text) }

    private func coloured(_ code: String, _ text: String) -> String {
        hasColour ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
}
