import HoldfastCore
import HoldfastRecovery

extension Session {
    /// The phrase that was meant, with one word wrong or lost or two that changed places.
    ///
    /// It tries on this machine, against the headers of the backup alone. What it finds is shown to
    /// the person, and counts only after a yes.
    ///
    /// - Parameters:
    ///   - arguments: `--phrase-fd` is looked at.
    ///   - target: the backup in a file: no relay is ever asked to try.
    ///   - place: where that is.
    ///   - action: what fails otherwise.
    /// - Returns: the phrase.
    /// - Throws: `AUTH_FAILED` if more than that is wrong, or no phrase is found.
    func repairedPhrase(
        _ arguments: ParsedArguments, _ target: FileBackupTarget, at place: BackupPlace,
        _ action: String
    ) async throws(Failure) -> RecoveryPhrase {
        guard terminal.keepsWhatIsShown else {
            throw Failure(
                KeychainError(
                    .noActivity, "there is no terminal to show what is found at",
                    advice: "run it in a terminal"), action)
        }
        let typed = try phraseText(arguments, action)
        return try await recovering(at: place, action) { () async throws(RecoveryError) in
            let headers = try await Self.headers(at: target)
            let repair: PhraseRepair
            do throws(PhraseError) {
                repair = try PhraseRepair(reading: typed)
            } catch {
                throw .phrase(error)
            }
            guard let found = try search(repair, headers) else { throw .doesNotOpen }
            do throws(KeychainError) {
                try take(found)
            } catch {
                throw .store(error)
            }
            return found.phrase
        }
    }

    /// Runs a body that speaks to a backup; what it throws then says what was being done.
    func recovering<R>(
        at place: BackupPlace?, _ action: String,
        _ body: () async throws(RecoveryError) -> R
    ) async throws(Failure) -> R {
        try await attempt(action) { () async throws(KeychainError) in
            do throws(RecoveryError) {
                return try await body()
            } catch {
                throw KeychainError(error, at: place)
            }
        }
    }

    private static func headers(
        at target: FileBackupTarget
    ) async throws(RecoveryError) -> [BackupHeader] {
        let stored: [[UInt8]]
        do throws(BackupTargetError) {
            stored = try await target.headers()
        } catch {
            throw .target(error)
        }
        guard !stored.isEmpty else { throw .noBackup }
        var headers: [BackupHeader] = []
        for bytes in stored { headers.append(try BackupHeader(bytes)) }
        return headers
    }

    private func search(
        _ repair: PhraseRepair, _ headers: [BackupHeader]
    ) throws(RecoveryError) -> PhraseRepair.Finding? {
        let progress = Progress(on: streams.error, "phrases tried")
        defer { progress.end() }
        var triedCount = 0
        return try repair.search { (phrase) throws(RecoveryError) in
            triedCount += 1
            progress.count(triedCount)
            for header in headers where try header.isOpened(by: phrase) { return true }
            return false
        }
    }

    /// Shows what was found and asks whether it is what stands on the paper.
    private func take(_ found: PhraseRepair.Finding) throws(KeychainError) {
        guard found.change != .none else { return }
        let words = (1...found.phrase.length.rawValue).map { found.phrase.word(at: $0) }
        let lines = PhraseText.lines(of: words).map { "    " + $0 + "\n" }.joined()
        try terminal.showUntilReturn(
            "\(Self.text(of: found.change)); these words open the backup:\n\n",
            SecretBytes(utf8: lines),
            "\nCompare them with your paper and correct it, then press Return. ")
        guard try terminal.confirm("Is that the phrase on your paper, but for that slip?") else {
            throw KeychainError(.userCanceled, "the phrase that was found was not taken")
        }
    }

    private static func text(of change: PhraseRepair.Change) -> String {
        switch change {
        case .none: "Nothing was wrong"
        case .replaced(let position): "Word \(position) was another one"
        case .swapped(let position): "Words \(position) and \(position + 1) had changed places"
        case .inserted(let position): "Word \(position) was missing"
        case .removed(let position): "Word \(position) was one too many"
        }
    }
}
