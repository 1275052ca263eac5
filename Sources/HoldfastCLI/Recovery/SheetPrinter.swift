public import HoldfastCore

/// Makes a PDF of a page.
///
/// The words that stand on it lie in ordinary memory meanwhile, of this process alone.
public struct SheetPrinter: Sendable {
    /// Takes the next bytes of the PDF.
    public typealias Output = (UnsafeRawBufferPointer) throws(KeychainError) -> Void

    let draw: @Sendable (SheetPage, @escaping Output) throws(KeychainError) -> Void

    /// Takes what draws.
    ///
    /// - Parameter draw: makes a PDF of a page, and throws what kept it or its output from it.
    public init(
        _ draw:
            @escaping @Sendable (SheetPage, @escaping Output) throws(KeychainError) -> Void
    ) {
        self.draw = draw
    }
}
