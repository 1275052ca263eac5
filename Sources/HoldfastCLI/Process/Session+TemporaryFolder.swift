import HoldfastCore

extension Session {
    /// Where temporary directories are made: `TMPDIR`, or the system's place.
    func temporaryFolder() throws(Failure) -> String {
        do {
            guard let folder = try environment.text("TMPDIR"), !folder.isEmpty else {
                return "/tmp"
            }
            return folder
        } catch {
            throw Failure(error)
        }
    }
}
