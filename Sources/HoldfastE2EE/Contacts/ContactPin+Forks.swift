import HoldfastWire

extension ContactPin {
    /// Remembers a place that does not lie in the log that is known, and stops sending.
    mutating func noteFork(at place: LogHead) {
        hold = .fork
        guard !otherBranches.contains(place), otherBranches.count < Self.branchLimit else { return }
        otherBranches.append(place)
    }

    /// Goes on with the branch that the contact's recovery key has chosen.
    ///
    /// Every place that is known must lie in the log, or on a branch that a settled merge in it
    /// has ended: a merge of another fork says nothing of this one.
    ///
    /// - Parameters:
    ///   - log: the contact's log, verified.
    ///   - branch: the branch that ended, where it is known.
    /// - Returns: what happened; `nil` if no merge ends what is known here.
    mutating func followMerge(in log: DeviceLog, _ branch: DeviceLog?) -> ContactEvent? {
        let isHere = log.contains(head)
        guard hold == .fork || (hold == nil && !isHere), otherBranches.count < Self.branchLimit
        else { return nil }
        let isEnded = ([head] + otherBranches).allSatisfy { place in
            log.contains(place) || log.hasEnded(place, on: branch)
        }
        guard isEnded else { return nil }
        let known = head
        // What was verified up to a place that is no longer in the log is so by its number only.
        if !isHere, standing == .verified { standing = .verifiedNumbers }
        (head, hold, otherBranches) = (log.head, nil, [])
        isRecoveryPending = log.isRecoveryPending
        return .merged(from: known, to: head)
    }

    /// Forgets a fork of this device's own account that a merge has ended.
    mutating func forgetFork(endedIn own: DeviceLog) {
        guard hold == .fork, otherBranches.count < Self.branchLimit else { return }
        otherBranches.removeAll { own.contains($0) || own.hasEnded($0, on: nil) }
        if otherBranches.isEmpty { hold = nil }
    }
}

extension DeviceLog {
    /// Whether the recovery phrase has made a change that can still be undone, or somebody has set
    /// another one.
    var isRecoveryPending: Bool {
        pending.contains { $0.author == .recovery || $0.delay == .recoveryKey }
    }

    /// The entry at a place that this log has.
    func place(of sequence: UInt64) -> LogHead {
        LogHead(sequence: sequence, hash: hashes[Int(sequence)])
    }

    fileprivate func contains(_ place: LogHead) -> Bool {
        switch relation(to: place) {
        case .same, .older: true
        case .newer, .forked: false
        }
    }

    /// Whether a place is the end of a branch that a settled merge names, or lies on it.
    fileprivate func hasEnded(_ place: LogHead, on branch: DeviceLog?) -> Bool {
        settledMerges.contains { merge in
            if merge.other == place { return true }
            guard let branch, branch.account == account else { return false }
            return branch.contains(merge.other) && branch.contains(place)
                && place.sequence <= merge.other.sequence
        }
    }
}
