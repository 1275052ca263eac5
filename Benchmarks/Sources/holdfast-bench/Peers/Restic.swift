import Glibc

/// restic with a repository of this run's own.
///
/// It syncs each file of its repository, and its own compression is off: the bytes are random.
struct Restic {
    private let directory: String
    private var repository: String { directory + "/repository" }

    init(directory: String) { self.directory = directory }

    /// Begins an empty repository in the place of the last one.
    func begin() throws {
        Directory.remove(repository)
        try Directory.make(directory)
        try run(["init"])
    }

    /// Backs one file up.
    func backup(_ file: String) throws {
        try run(["backup", "--compression", "off", file])
    }

    /// Restores the newest backup of a file, and waits until it is on the disk: restic does not.
    func restore(_ file: String, to folder: String) throws {
        try run(["restore", "latest", "--target", folder])
        try SyncedFile.sync(folder + file)
    }

    private func run(_ words: [String]) throws {
        try Prepared(
            ["restic", "--quiet", "--no-cache", "--repo", repository] + words,
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": directory, "RESTIC_PASSWORD": "a password",
            ]
        ).run()
    }
}
