package import HoldfastWire

extension OpenedMessage {
    /// Puts an opened message together for whoever examines a history; nothing was checked.
    ///
    /// - Parameters:
    ///   - header: what the message says of itself.
    ///   - body: what it says, with its salt.
    ///   - grade: how secret its wrap stays.
    ///   - standing: what it is worth.
    ///   - completeness: whether all devices get it.
    ///   - spent: the prekey that goes with the commit.
    package init(
        examining header: MessageHeader, body: MessageBody, grade: SecrecyGrade,
        standing: SenderStanding, completeness: Completeness, spent: PrekeyID?
    ) {
        self.header = header
        self.body = body
        self.grade = grade
        self.standing = standing
        self.completeness = completeness
        self.spent = spent
    }
}

extension PrekeyChange {
    /// Puts a change together for whoever examines a history.
    ///
    /// - Parameters:
    ///   - state: the new state.
    ///   - rows: rows to insert or to replace.
    ///   - removed: prekeys whose rows go.
    package init(
        examining state: PrekeyState, rows: [PrekeyRow], removed: [PrekeyTombstone]
    ) {
        self.state = state
        self.rows = rows
        self.removed = removed
    }
}
