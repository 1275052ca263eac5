import HoldfastCore
import HoldfastCrypto
import HoldfastRecovery

extension DemoStory {
    /// A phone is lost, and a new one gets everything back by twelve words.
    func newPhone() throws(Failure) {
        try heading("P2, P7, P9", "the phone is lost; a new one, and twelve words")
        let backup = folderPath + "/backup.hfb"
        let directory = folderPath + "/devices"
        let old = try DemoTool("old-phone", in: folderPath, directory: directory)
        let new = try DemoTool("new-phone", in: folderPath, directory: directory)
        let (words, others) = (try phrase(), try phrase())
        _ = try old.run("set", "seed", input: "what is nowhere else")
        let begun = try old.run("device", "init", "--name", "phone", "--json")
        let on = try old.run(
            "backup", "on", "--to", backup, "--accept-loss", "--phrase-fd", "0", "--json",
            input: words)
        try check(
            "backup on, then the phone is gone", "backed up, sealed",
            begun.status == 0 && on.status == 0)
        let restore = [
            "backup", "restore", "--from", backup, "--yes", "--phrase-fd", "0", "--json",
        ]
        let wrong = try new.run(restore, input: others)
        try check(
            "backup restore, with other words", "refused, status \(wrong.status)",
            wrong.status == 4 && wrong.output.isEmpty)
        let back = try new.run(restore, input: words)
        let seed = try new.run("get", "seed")
        try check(
            "backup restore, with the words", seed.output,
            back.status == 0 && seed.output == "what is nowhere else")
        let shown = try new.run("device", "show", "--json")
        let isInPlace = shown.text("slot") == begun.text("slot") && shown.status == 0
        try check(
            "its place in the account", isInPlace ? "the lost phone's, with new keys" : "another",
            isInPlace && shown.text("device") != begun.text("device"))
        let dead = try old.run("device", "show", "--json")
        try check(
            "the lost phone, if somebody finds it", "out of the account, status \(dead.status)",
            dead.status == 7)
        try elsewhere("a new phone is a new person, with an empty history")
    }

    /// Twelve words, as they are typed.
    private func phrase() throws(Failure) -> String {
        do throws(CryptoError) {
            let entropy = try SystemRandom().secret(RecoveryPhrase.Length.twelve.byteCount)
            guard let text = RecoveryPhrase(entropy: entropy)?.text().utf8String() else {
                preconditionFailure("sixteen bytes are twelve words")
            }
            return text
        } catch {
            throw Failure(RecoveryError.crypto(error).keychainError)
        }
    }
}
