#if os(Linux) && RecoverySheet
import CCairo
import HoldfastCLI
import HoldfastCore

extension SheetPrinter {
    /// Draws by cairo.
    static let builtIn: SheetPrinter? = SheetPrinter {
        (page, write) throws(KeychainError) in
        try CairoPage.draw(page, write)
    }
}

/// A sheet as cairo's PDF.
///
/// - Note: The letters are those that cairo has inside (`CAIRO_USER_FONT_FAMILY_DEFAULT` of its
///   toy fonts), so that a machine without fonts writes no sheet with empty places for words.
private enum CairoPage {
    static func draw(
        _ page: SheetPage, _ write: @escaping SheetPrinter.Output
    ) throws(KeychainError) {
        let output = OutputOfCairo(write)
        try withExtendedLifetime(output) { () throws(KeychainError) in
            let surface = cairo_pdf_surface_create_for_stream(
                { OutputOfCairo.take($0, $1, $2) }, Unmanaged.passUnretained(output).toOpaque(),
                page.width, page.height)
            defer { cairo_surface_destroy(surface) }
            let context = cairo_create(surface)
            defer { cairo_destroy(context) }
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, page.title)
            for mark in page.marks { draw(mark, context) }
            cairo_show_page(context)
            // Errors are kept until here: no call before can have failed unnoticed.
            try check(cairo_status(context), output)
            cairo_surface_finish(surface)
            try check(cairo_surface_status(surface), output)
        }
    }

    private static func draw(_ mark: SheetPage.Mark, _ context: OpaquePointer?) {
        switch mark {
        case .text(let text, let x, let y, let size, let isStrong):
            cairo_select_font_face(
                context, isStrong ? "@cairo:monospace" : "@cairo:", CAIRO_FONT_SLANT_NORMAL,
                isStrong ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
            cairo_set_font_size(context, size)
            cairo_move_to(context, x, y)
            cairo_show_text(context, text)
        case .box(let x, let y, let width, let height):
            cairo_rectangle(context, x, y, width, height)
            cairo_fill(context)
        }
    }

    private static func check(
        _ status: cairo_status_t, _ output: OutputOfCairo
    ) throws(KeychainError) {
        if let failure = output.failure { throw failure }
        guard status == CAIRO_STATUS_SUCCESS else {
            throw KeychainError(
                .unknown, "the sheet could not be drawn", nativeDomain: "cairo",
                nativeCode: Int(status.rawValue))
        }
    }
}

/// What cairo has drawn, on its way into a file.
private final class OutputOfCairo {
    private let write: SheetPrinter.Output
    /// Why it was not written; cairo has room for a number alone.
    private(set) var failure: KeychainError?

    init(_ write: @escaping SheetPrinter.Output) {
        self.write = write
    }

    static func take(
        _ pointer: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: UInt32
    ) -> cairo_status_t {
        guard let pointer else { return CAIRO_STATUS_WRITE_ERROR }
        let output = Unmanaged<OutputOfCairo>.fromOpaque(pointer).takeUnretainedValue()
        do throws(KeychainError) {
            try output.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            return CAIRO_STATUS_SUCCESS
        } catch {
            output.failure = output.failure ?? error
            return CAIRO_STATUS_WRITE_ERROR
        }
    }
}
#endif
