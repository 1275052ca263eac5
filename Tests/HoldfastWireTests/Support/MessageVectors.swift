import HoldfastCrypto

@testable import HoldfastWire

/// Makes the vectors of messages and prekeys, with new keys each time.
enum MessageVectors {
    /// How many there are.
    static let count = 59

    typealias Vector = MessageVectorTests.Vector
    typealias Structure = MessageVectorTests.Structure

    static func make() throws -> [Vector] {
        let cast = try MessageCast()
        return try (envelopes(cast) + deliveries(cast) + prekeys(cast) + others(cast))
            .map { name, structure, bytes in
                try vector(name, structure, bytes, cast)
            }
    }

    typealias Case = (String, Structure, [UInt8])

    private static func vector(
        _ name: String, _ structure: Structure, _ bytes: [UInt8], _ cast: MessageCast
    ) throws -> Vector {
        let record = Hex.text(cast.sender.record.bytes)
        let account = Hex.text(cast.account.bytes)
        func result(_ result: String) -> Vector {
            Vector(
                name: name, structure: structure, bytes: Hex.text(bytes), record: record,
                account: account, result: result)
        }
        return result(try MessageVectorTests.judge(result("")))
    }

    private static func envelopes(_ cast: MessageCast) throws -> [Case] {
        let good = try cast.envelope()
        let header = good.message.header.bytes
        func changed(_ offset: Int, _ bytes: [UInt8]) throws -> [UInt8] {
            var changed = header
            changed.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
            return try cast.raw(header: changed, good)
        }
        let high = try SealedMessage(
            good.message.header, signature: good.message.signature.highTwin(),
            body: good.message.body)
        let other = try SealedMessage(
            good.message.header,
            signature: cast.other.sign(
                SealedMessage.signedBytes(of: good.message.header, body: good.message.body),
                .message),
            body: good.message.body)
        let accounts = good.recipients.accounts
        return [
            ("envelope", .envelope, good.bytes),
            ("envelope to one device", .envelope, try cast.envelope(only: 1).bytes),
            ("envelope to seventy devices", .envelope, try cast.envelope(wide: 70).bytes),
            ("envelope, cut", .envelope, Array(good.bytes.dropLast())),
            ("envelope, longer", .envelope, good.bytes + [0]),
            ("envelope, high s", .envelope, try Envelope(high, for: good.recipients).bytes),
            ("envelope, another's key", .envelope, try Envelope(other, for: good.recipients).bytes),
            ("envelope of a later version", .envelope, try changed(3, [0x32])),
            ("envelope of another kind", .envelope, try changed(0, [0x48, 0x46, 0x4c, 0x31])),
            ("envelope of another suite", .envelope, try changed(4, [0, 2])),
            ("envelope to no account", .envelope, try changed(208, [0, 0])),
            ("envelope of another account count", .envelope, try changed(208, [0, 3])),
            ("envelope of another account tree", .envelope, try changed(210, [1, 2, 3, 4])),
            ("envelope of another wrap count", .envelope, try changed(242, [0, 9])),
            ("envelope of another wrap tree", .envelope, try changed(244, [1, 2, 3, 4])),
            ("envelope, length not padded", .envelope, try changed(314, [1, 1])),
            ("envelope, length of another body", .envelope, try changed(314, [2, 0])),
            ("envelope, another commitment, signed", .envelope, try changed(276, [9, 9, 9, 9])),
            (
                "envelope, accounts out of order", .envelope,
                cast.raw(accounts: accounts.reversed().map(\.raw), good)
            ),
            (
                "envelope, wraps out of order", .envelope,
                cast.raw(accounts: accounts.map { $0.raw(wraps: $0.wraps.reversed()) }, good)
            ),
            (
                "envelope, device twice", .envelope,
                cast.raw(accounts: accounts.map { $0.raw(wraps: $0.wraps + $0.wraps) }, good)
            ),
            (
                "envelope, account without wraps", .envelope,
                cast.raw(accounts: accounts.map { $0.raw(wraps: []) }, good)
            ),
            (
                "envelope, device left out", .envelope,
                cast.raw(accounts: accounts.map { $0.raw(wraps: [$0.wraps[0]]) }, good)
            ),
            (
                "envelope, wraps exchanged", .envelope,
                try cast.raw(
                    accounts: accounts.map { $0.raw(wraps: try $0.wraps.exchanged()) }, good)
            ),
        ]
    }

    private static func deliveries(_ cast: MessageCast) throws -> [Case] {
        let envelope = try cast.envelope(wide: 5)
        let parts = envelope.deliveries()
        let (part, next) = (parts[1], parts[2])
        func message(
            recipient: RecipientAccount? = nil, devices: [UInt8]? = nil, wrap: Wrap? = nil,
            place: TreePlace? = nil, accountPlace: TreePlace? = nil
        ) -> [UInt8] {
            DeliveredMessage(
                Delivery(
                    recipient: recipient ?? part.recipient,
                    recipientProof: accountPlace ?? part.recipientProof,
                    deviceIDs: devices ?? part.deviceIDs, wrap: wrap ?? part.wrap,
                    wrapProof: place ?? part.wrapProof),
                of: envelope.message
            ).bytes
        }
        let moved = try Wrap(device: part.wrap.device, key: next.wrap.key, sealed: next.wrap.sealed)
        var grade = message()
        let offset = grade.firstIndex(ofRun: part.wrap.bytes) + 32
        grade[offset] = 4
        var changed = envelope.message.body
        changed[0] ^= 1
        let body = DeliveredMessage(
            part,
            of: try SealedMessage(
                envelope.message.header, signature: envelope.message.signature, body: changed))
        return [
            ("delivery", .delivered, message()),
            ("delivery, body changed", .delivered, body.bytes),
            ("delivery, another wrap", .delivered, message(wrap: moved)),
            (
                "delivery, another wrap with its proof", .delivered,
                message(wrap: moved, place: next.wrapProof)
            ),
            ("delivery, proof of another place", .delivered, message(place: next.wrapProof)),
            (
                "delivery, proof too long", .delivered,
                message(place: TreePlace(index: 1, path: part.wrapProof.path + part.wrapProof.path))
            ),
            (
                "delivery, proof not of whole hashes", .delivered,
                message(place: TreePlace(index: 1, path: Array(part.wrapProof.path.dropLast())))
            ),
            (
                "delivery, place beyond the end", .delivered,
                message(place: TreePlace(index: 60_000, path: part.wrapProof.path))
            ),
            (
                "delivery, another account", .delivered,
                message(recipient: parts[4].recipient)
            ),
            (
                "delivery, list shorter", .delivered,
                message(devices: Array(part.deviceIDs.dropLast(32)))
            ),
            ("delivery, list of no devices", .delivered, message(devices: [])),
            ("delivery, list cut", .delivered, message(devices: Array(part.deviceIDs.dropLast()))),
            ("delivery, unknown grade", .delivered, grade),
            ("delivery, cut", .delivered, Array(message().dropLast(300))),
        ]
    }

    private static func prekeys(_ cast: MessageCast) throws -> [Case] {
        let upload = try cast.upload(.oneTime, count: 5)
        let prekeys = upload.prekeys()
        let statement = upload.statement
        let forged = SignedPrekeyBatch(
            statement.batch, signature: try cast.other.sign(statement.batch.bytes, .prekeys))
        var swapped = upload.keys
        swapped.swapAt(0, 1)
        func raw(_ statement: SignedPrekeyBatch, _ keys: [P256PublicKey]) -> [UInt8] {
            WireWriter.encode { writer in
                statement.write(to: &writer)
                writer.putVector(of: keys) { $0.put($1.bytes) }
            }
        }
        func changed(_ offset: Int, _ byte: UInt8) -> [UInt8] {
            var bytes = upload.bytes
            bytes[2 + offset] = byte
            return bytes
        }
        var offCurve = upload.bytes
        offCurve[offCurve.count - 1] ^= 1
        return [
            ("upload", .upload, upload.bytes),
            ("upload of a signed prekey", .upload, try cast.upload(.signed, count: 1).bytes),
            ("upload, keys exchanged", .upload, raw(statement, swapped)),
            ("upload, key left out", .upload, raw(statement, Array(upload.keys.dropLast()))),
            ("upload, another's signature", .upload, raw(forged, upload.keys)),
            ("upload of a later version", .upload, changed(1, 2)),
            ("upload of grade C", .upload, changed(66, 3)),
            ("upload, no point of the curve", .upload, offCurve),
            ("prekey", .prekey, prekeys[4].bytes),
            (
                "prekey in another place", .prekey,
                Prekey(statement, key: prekeys[0].key, place: prekeys[1].place).bytes
            ),
            (
                "prekey with another's signature", .prekey,
                Prekey(forged, key: prekeys[0].key, place: prekeys[0].place).bytes
            ),
        ]
    }

    private static func others(_ cast: MessageCast) throws -> [Case] {
        let ids = [cast.sender.id, cast.other.id].sorted()
        let claim = try PrekeyClaim(
            id: cast.message, account: cast.account, grade: .oneTime, devices: ids)
        let prekey = try cast.upload(.oneTime, count: 2).prekeys()[1]
        let bundle = try PrekeyBundle(
            account: cast.account, lines: [.init(ids[0], prekey), .init(ids[1], nil)])
        let names = [PrekeyID(key: cast.sender.signing.publicKey), prekey.id]
        let stock = PrekeyStock(oneTime: Set(names), signed: names[0])
        let result = PrekeyUploadResult([.init(names[0], .stored), .init(names[1], .conflict)])
        let receipt = try cast.receipt(by: cast.sender)
        var stockTwice = stock.bytes
        stockTwice.replaceSubrange(36..<68, with: stockTwice[4..<36])
        return [
            ("claim", .claim, claim.bytes),
            ("claim for no device", .claim, Array(claim.bytes.prefix(51)) + [0]),
            ("bundle", .bundle, bundle.bytes),
            ("bundle, cut", .bundle, Array(bundle.bytes.dropLast())),
            ("stock", .stock, stock.bytes),
            ("stock, prekey twice", .stock, stockTwice),
            ("result", .result, result.bytes),
            ("result, unknown outcome", .result, Array(result.bytes.dropLast()) + [9]),
            ("receipt", .receipt, receipt.bytes),
        ] + [("receipt of another device", .receipt, try cast.receipt(by: cast.other).bytes)]
    }
}

extension [Wrap] {
    /// The first two wraps, each under the other's device.
    fileprivate func exchanged() throws -> [Wrap] {
        guard count > 1 else { return self }
        var wraps = self
        for (index, other) in [(0, 1), (1, 0)] {
            wraps[index] = try Wrap(
                device: self[index].device, key: self[other].key, sealed: self[other].sealed)
        }
        return wraps
    }
}

extension [UInt8] {
    /// Where other bytes stand.
    fileprivate func firstIndex(ofRun run: [UInt8]) -> Int {
        indices.first { self[$0...].starts(with: run) } ?? 0
    }
}

extension AccountWraps {
    /// The structure as it is written.
    fileprivate var raw: [UInt8] { raw(wraps: wraps) }

    /// The structure with other wraps, which may be none that it can have.
    fileprivate func raw(wraps: [Wrap]) -> [UInt8] {
        WireWriter.encode { writer in
            writer.put(account.bytes)
            head.write(to: &writer)
            writer.putVector(of: wraps) { $1.write(to: &$0) }
        }
    }
}
