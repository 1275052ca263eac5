@testable import HoldfastCrypto
@testable import HoldfastWire

/// What decodes is exactly what encodes; an envelope's parts are those of its header.
func fuzzEnvelope(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    do throws(WireError) {
        let header = try MessageHeader(bytes)
        precondition(header.bytes == bytes, "another header was accepted")
    } catch {
        // Refused, as most bytes are.
    }
    do throws(WireError) {
        let message = try DeliveredMessage(bytes)
        precondition(message.bytes == bytes, "another delivery was accepted")
        check(message)
    } catch {
        // Refused.
    }
    do throws(EnvelopeError) {
        let envelope = try Envelope.decode(bytes)
        precondition(envelope.bytes == bytes, "another envelope was accepted")
        split(envelope)
    } catch {
        // Refused.
    }
    body(bytes)
    return 0
}

/// The parts of a whole envelope are all proven.
private func split(_ envelope: Envelope) {
    let parts = envelope.deliveries()
    precondition(parts.count == envelope.message.header.wrapCount, "a wrap has no part")
    for part in parts {
        do throws(MessageFault) {
            try part.check(under: envelope.message.header)
            let devices = try part.devices()
            precondition(devices.contains(part.wrap.device), "a device is not in its own list")
        } catch {
            preconditionFailure("a part of a whole envelope is not proven")
        }
    }
}

/// Nothing here may trap; what is proven has a list that is in order.
private func check(_ message: DeliveredMessage) {
    do throws(MessageFault) {
        try message.delivery.check(under: message.message.header)
        let devices = try message.delivery.devices()
        precondition(devices == devices.sorted(), "a list is out of its order")
    } catch {
        // Not proven.
    }
}

/// A body that is read is one that is filled as it must be.
private func body(_ bytes: [UInt8]) {
    do throws(WireError) {
        let body = try MessageBody(padded: SecretBytes(bytes))
        precondition(body.padded() == SecretBytes(bytes), "another fill was accepted")
    } catch {
        // Refused.
    }
}
