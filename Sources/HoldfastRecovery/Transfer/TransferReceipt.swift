import HoldfastCrypto
import HoldfastWire

/// The new device's word that it has verified a history and taken it.
///
/// It lies beside the history as a chunk whose name the ticket gives.
struct TransferReceipt: Sendable, Hashable {
    let ticket: [UInt8]
    let manifest: EntryHash
    let signature: P256Signature

    private static let version: UInt16 = 1

    /// Under what name the receipt of a ticket lies.
    static func name(of ticket: TransferTicket) -> Digest256 {
        Digest256(known: SHA256.hash(RecoveryLabel.transferReceipt.bytes + ticket.hash))
    }

    init(
        _ ticket: TransferTicket, _ generation: KnownGeneration, by signer: any BackupSigner
    ) async throws(RecoveryError) {
        self.ticket = ticket.hash
        manifest = generation.manifest
        signature = try await signer.sign(
            Self.head(self.ticket, manifest), for: .transferReceipt)
    }

    var bytes: [UInt8] { Self.head(ticket, manifest) + signature.bytes }

    init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.number16("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        ticket = try reader.raw(SHA256.byteCount, "ticket")
        manifest = try reader.identifier(EntryHash.self, "manifest")
        signature = try reader.signature("signature")
        try reader.expectEnd("TransferReceipt")
    }

    /// Checks that the device that the ticket was for says so, of the generation that was sent.
    ///
    /// - Throws: ``RecoveryError/unknownSigner(_:)``, ``RecoveryError/damaged(_:)``.
    func check(
        _ ticket: TransferTicket, _ sent: KnownGeneration, in log: DeviceLog
    ) throws(RecoveryError) {
        guard let member = log.facts.members[ticket.target], member.isActive else {
            throw .unknownSigner(ticket.target)
        }
        guard self.ticket == ticket.hash, manifest == sent.manifest else {
            throw .damaged(BackupDamage(.chunk, .misplaced))
        }
        let isSigned = try recovering { () throws(CryptoError) in
            try SignaturePurpose.transferReceipt.isSatisfied(
                by: signature, of: member.record.signingKey,
                over: Self.head(self.ticket, manifest))
        }
        guard isSigned else { throw .damaged(BackupDamage(.chunk, .changed)) }
    }

    private static func head(_ ticket: [UInt8], _ manifest: EntryHash) -> [UInt8] {
        WireWriter.encode { writer in
            writer.put(version)
            writer.put(ticket)
            writer.put(manifest.bytes)
        }
    }
}
