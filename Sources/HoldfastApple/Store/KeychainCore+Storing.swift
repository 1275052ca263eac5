import HoldfastCore
import HoldfastCrypto

extension KeychainCore {
    /// Brings a change into the keychain: update; if there is no row, add; if there is one after
    /// all, look whose it is.
    ///
    /// A live row is never removed here: on a locked phone the removal would succeed and the
    /// addition would not.
    ///
    /// - Throws: what the platform answers. If it answers an error and the new row is there all the
    ///   same, the write has succeeded.
    func store(_ change: RowChange, _ session: KeychainSession) throws(KeychainError) {
        do {
            try attempt(change, session)
        } catch {
            if try isStored(change, session, after: error) { return }
            throw error
        }
    }

    private func attempt(
        _ change: RowChange, _ session: KeychainSession
    ) throws(KeychainError) {
        var change = change
        for _ in 0..<Self.maximumAttempts {
            if let target = change.target {
                if try update(target, change, session) { return }
                change.target = nil
            } else {
                if try add(change) { return }
                change.target = try rival(of: change, session)
            }
        }
        throw KeychainError(
            status: Status.duplicate, "the item comes and goes while it is written")
    }

    /// Updates a row in place.
    ///
    /// - Returns: whether there was one.
    private func update(
        _ target: RowAddress, _ change: RowChange, _ session: KeychainSession
    ) throws(KeychainError) -> Bool {
        let status = platform.secItem.update(
            target.query.adding(change.access.query),
            change.changes(in: target, ownGroup: session.sentinel.group))
        switch status {
        case Status.success: return true
        case Status.notFound: return false
        case Status.duplicate:
            throw KeychainError(
                .invalidArgument,
                "another item of that name lies where the item would go: remove one of them first")
        case Status.interactionNotAllowed where try isWaitingForPerson(change):
            if change.replacesTombstone { return try removeDead(target) }
            throw KeychainError(.authRequired, "the item needs a person's confirmation")
        case Status.authFailed where change.replacesTombstone: return try removeDead(target)
        default: throw refusal(status, change, isAddition: false)
        }
    }

    private func isWaitingForPerson(_ change: RowChange) throws(KeychainError) -> Bool {
        if case .context = change.access { return false }
        return try isUnlocked()
    }

    /// Takes the row of a tombstone away, whose value is dead and which can be neither read nor
    /// changed.
    ///
    /// - Returns: `false`: there is no row now.
    private func removeDead(_ target: RowAddress) throws(KeychainError) -> Bool {
        let status = platform.secItem.delete(target.query)
        guard status == Status.success || status == Status.notFound else {
            throw KeychainError(status: status, "the row of an invalidated item stays")
        }
        return false
    }

    /// Adds a row.
    ///
    /// - Returns: `false` if there is one of that name.
    private func add(_ change: RowChange) throws(KeychainError) -> Bool {
        let status = platform.secItem.add(change.addition())
        switch status {
        case Status.success: return true
        case Status.duplicate: return false
        default: throw refusal(status, change, isAddition: true)
        }
    }

    /// Finds the row that was in an addition's way.
    ///
    /// - Returns: where it lies if it is this package's; `nil` if it is gone again.
    /// - Throws: `INVALID_ARGUMENT` if it is another library's, which stays as it is.
    private func rival(
        of change: RowChange, _ session: KeychainSession
    ) throws(KeychainError) -> RowAddress? {
        let key = change.request.key
        let found = try look(for: key, session, .silent)
        if let address = found.address { return address }
        var query = RowAddress(service: key.service, account: key.account).queryOfAnybody
        query[SecItemName.authenticationUI] = .text(SecItemName.authenticationUIFail)
        let status = platform.secItem.copyMatching(query).status
        switch status {
        case Status.notFound: return nil
        case Status.success, Status.interactionNotAllowed:
            throw KeychainError(
                .invalidArgument,
                "another library's item has that name in the keychain, and stays as it is",
                advice: "use another name, or move the other item first")
        default: throw KeychainError(status: status, "the item cannot be looked up")
        }
    }

    /// Whether a write that was answered with an error is stored all the same.
    private func isStored(
        _ change: RowChange, _ session: KeychainSession, after error: KeychainError
    ) throws(KeychainError) -> Bool {
        let found: Look
        do throws(KeychainError) {
            found = try look(for: change.request.key, session, change.access)
        } catch {
            // Nobody can tell now. The intent stays in the ledger, and the first error is thrown.
            return false
        }
        guard case .row(let row) = found else { return false }
        return row.record.version == change.record.version
    }

    private static let maximumAttempts = 6
}

extension KeychainCore {
    /// Finds the reason behind a refused write.
    ///
    /// - Note: `SecItemDb.c`, `s3dl_query_add`, in Apple's published Security source: a class that
    ///   needs a passcode is refused with -25293 or -25291, by older systems with -26275; an access
    ///   control that cannot be bound, with -25293.
    private func refusal(
        _ status: Int32, _ change: RowChange, isAddition: Bool
    ) -> KeychainError {
        let error = KeychainError(status: status, "the item cannot be written")
        let hidden = [Status.authFailed, Status.notAvailable, Status.decode]
        guard hidden.contains(status) else { return error }
        let protection = change.record.protection
        let needsPasscode = protection.accessibility == .whenPasscodeSetThisDeviceOnly
        guard needsPasscode || protection.accessControl != .none else { return error }
        let context = platform.device.makeContext()
        var codes = [context.canEvaluate(.deviceOwner)]
        if protection.accessControl.needsEnrolledBiometry {
            codes.append(context.canEvaluate(.biometrics))
        }
        guard let reason = codes.first(where: { $0 != LocalAuthenticationCode.success }) else {
            return error
        }
        let explained = KeychainError(localAuthentication: reason, "the item cannot be written")
        return KeychainError(
            explained.code, explained.message, nativeDomain: error.nativeDomain,
            nativeCode: error.nativeCode)
    }
}
