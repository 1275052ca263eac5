extension Envelope {
    /// Takes the envelope apart: what each device gets beside the message.
    ///
    /// It takes no key. The parts are in the order of the accounts, and in each account in that of
    /// the devices.
    ///
    /// - Returns: a part for each wrap.
    public func deliveries() -> [Delivery] {
        var deliveries: [Delivery] = []
        deliveries.reserveCapacity(recipients.wrapCount)
        for (accountIndex, group) in recipients.accounts.enumerated() {
            let recipient = group.recipient
            let path = recipients.accountTree.path(to: accountIndex)
            let devices = group.wraps.flatMap(\.device.bytes)
            for wrap in group.wraps {
                let index = deliveries.count
                deliveries.append(
                    Delivery(
                        recipient: recipient,
                        recipientProof: TreePlace(index: accountIndex, path: path),
                        deviceIDs: devices, wrap: wrap,
                        wrapProof: TreePlace(
                            index: index, path: recipients.wrapTree.path(to: index))))
            }
        }
        return deliveries
    }
}
