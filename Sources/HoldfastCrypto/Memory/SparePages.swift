/// The pages of the large secret that was wiped last, for the next one of the same size.
///
/// Who saves a state again and again needs as many bytes each time. To map, lock and fault in new
/// pages costs more than to write them.
struct SparePages {
    /// Largest secret whose pages are kept, in bytes: small beside what may be locked.
    static let largest = 262_144

    private var pages: SecretPages?

    /// Gives the kept pages, which are zero, if they are just what a secret needs.
    mutating func take(_ count: Int) -> SecretPages? {
        guard let kept = pages, kept.bytes.count == SecretPages.roundedToPages(count) else {
            return nil
        }
        pages = nil
        return kept
    }

    /// Keeps pages that were wiped.
    ///
    /// - Returns: pages to unmap, either these or those that were kept before.
    mutating func giveBack(_ wiped: SecretPages) -> SecretPages? {
        guard wiped.bytes.count <= Self.largest else { return wiped }
        defer { pages = wiped }
        return pages
    }
}
