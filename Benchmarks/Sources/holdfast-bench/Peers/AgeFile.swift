import Glibc

/// `age`, which encrypts one large file to one recipient.
struct AgeFile {
    private let directory: String
    private let recipient: String

    /// Makes a key.
    init(directory: String) throws {
        self.directory = directory
        try Directory.make(directory)
        recipient = try AgeRecipients.newRecipient()
    }

    /// Encrypts a file anew, and waits until it is on the disk: age does not.
    func encrypt(_ file: String) throws {
        let sealed = directory + "/sealed"
        unlink(sealed)
        try Prepared(
            ["age", "-r", recipient, "-o", sealed, file], environment: ["PATH": "/usr/bin:/bin"]
        ).run()
        try SyncedFile.sync(sealed)
    }
}
