/// A page to print, as marks in points of 1/72 inch from its upper left corner.
public struct SheetPage: Sendable {
    /// One thing on the page.
    public enum Mark: Sendable, Hashable {
        /// A line of ASCII whose letters stand on `y`; strong letters are as wide as each other.
        case text(String, x: Double, y: Double, size: Double, isStrong: Bool)
        /// A black rectangle.
        case box(x: Double, y: Double, width: Double, height: Double)
    }

    /// What a viewer shows above it.
    public let title: String
    /// The page's width: that of ISO A4.
    public let width = 595.276
    /// The page's height: that of ISO A4.
    public let height = 841.89
    /// What stands on it.
    public let marks: [Mark]

    /// Takes what stands on the page.
    ///
    /// - Parameters:
    ///   - title: what a viewer shows above it.
    ///   - marks: text and boxes.
    init(title: String, marks: [Mark]) {
        self.title = title
        self.marks = marks
    }
}
