import HoldfastCrypto
import HoldfastWire

/// The devices of one account that an envelope is wrapped for.
struct WrapGroup {
    private let recipient: MessageRecipient
    /// In the order of their ids.
    let devices: [DeviceRecord]

    init(_ recipient: MessageRecipient, devices: [DeviceRecord]) {
        self.recipient = recipient
        self.devices = devices
    }

    var account: AccountID { recipient.log.account }

    /// The devices for which the policy permits no wrap, with the grade that there would be.
    ///
    /// A recovery recipient has no prekeys, ever: its account asked for it, in its log, and no relay
    /// can pretend it.
    var refused: [DeviceID: SecrecyGrade] {
        var refused: [DeviceID: SecrecyGrade] = [:]
        for device in devices {
            let grade = recipient.grade(of: device.id)
            guard !device.isRecoveryRecipient else { continue }
            if !recipient.policy.permits(grade) { refused[device.id] = grade }
        }
        return refused
    }

    func wraps(
        _ contentKey: SecretBytes, _ context: WrapContext, _ random: any SecureRandom
    ) throws(SealError) -> AccountWraps {
        var wraps: [Wrap] = []
        wraps.reserveCapacity(devices.count)
        for device in devices {
            wraps.append(try wrap(contentKey, device, context, random))
        }
        let sealed = wraps
        return try SealError.wire { () throws(WireError) in
            try AccountWraps(account: account, head: recipient.log.head, wraps: sealed)
        }
    }

    private func wrap(
        _ contentKey: SecretBytes, _ device: DeviceRecord, _ context: WrapContext,
        _ random: any SecureRandom
    ) throws(SealError) -> Wrap {
        let id = device.id
        let prekey = recipient.prekeys[id]
        let key = prekey?.wrapKey ?? .identity
        let bound = context.hash(
            account: account, device: id, record: RecordHash(device), key: key)
        let target = prekey.map { WrapCipher.PrekeyTarget(id: $0.id, key: $0.prekey.key) }
        let sealed = try SealError.crypto { () throws(CryptoError) in
            try WrapCipher.seal(
                contentKey, to: device.agreementKey, prekey: target, context: bound,
                random: random)
        }
        return try SealError.wire { () throws(WireError) in
            try Wrap(device: id, key: key, sealed: sealed)
        }
    }
}
