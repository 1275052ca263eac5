#if os(Linux) && PostgreSQL
internal import CPQ
internal import Glibc

/// Which database a relay keeps things in, in libpq's words, which may name several hosts.
struct DatabasePlace: Sendable, Equatable {
    /// The connection string.
    let text: String

    /// Checks a connection string.
    ///
    /// - Parameter text: `postgresql://…`.
    /// - Throws: ``RelayFailure`` with status 2 for what libpq cannot read, and for a password, which
    ///   every process of the machine could read in the command line. The text is not repeated.
    init(_ text: String) throws(RelayFailure) {
        guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") else {
            throw RelayFailure("--database takes postgresql://HOST/NAME", exitStatus: 2)
        }
        guard let options = PQconninfoParse(text, nil) else {
            throw RelayFailure("--database is no connection string of libpq", exitStatus: 2)
        }
        defer { PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if strcmp(keyword, "password") == 0, option.pointee.val != nil {
                throw RelayFailure(
                    "--database holds a password, which others could read in the list of"
                        + " processes: put it into a file and name that by PGPASSFILE or passfile=",
                    exitStatus: 2)
            }
            option += 1
        }
        self.text = text
    }
}
#endif
