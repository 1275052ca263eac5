#if os(Linux)
internal import HoldfastWire

extension Relay {
    /// A refusal with the relay's clock.
    func refusal(_ code: RelayRefusal.Code) -> RelayRefusal {
        RelayRefusal(code, now: clock.now(), retryAfterSeconds: code == .unavailable ? 1 : 0)
    }

    /// A failure of the relay itself; what it was goes to the log, and not to the client.
    func failed(_ what: String) -> RelayRefusal {
        events.write(.failure, what)
        return refusal(.failed)
    }

    /// What a failure of the storage is to a client.
    func refusal(_ error: StorageError) -> RelayRefusal {
        switch error.reason {
        case .full:
            events.write(.failure, "the disk is full: \(error.message)")
            return refusal(.storageFull)
        case .unavailable: return refusal(.unavailable)
        case .failed: return failed("the storage fails: \(error.message)")
        }
    }

    /// Reads from the storage.
    func read<R>(
        _ body: (any RelayRecords) throws(StorageError) -> R
    ) throws(RelayRefusal) -> R {
        do throws(StorageError) {
            return try storage.read(body)
        } catch {
            throw refusal(error)
        }
    }

    /// Answers with what a write gave, once it is durable.
    func finish<R>(
        _ reply: Reply, _ result: Result<R, StorageError>, _ response: (R) -> RelayResponse
    ) {
        switch result {
        case .success(let value): reply.send(response(value))
        case .failure(let error): reply.send(RelayResponse(refusal(error)))
        }
    }

    /// Lets a request through, or says when to come back.
    func limit(
        _ kind: RateLimiter.Kind, _ name: [UInt8], perMinute: Int
    ) throws(RelayRefusal) {
        if let seconds = limiter.take(kind, name, perMinute: perMinute) {
            throw RelayRefusal(.tooMany, now: clock.now(), retryAfterSeconds: seconds)
        }
    }

    /// The numbers of a request's query.
    func numbers(
        _ request: RelayRequest, _ names: Set<String>
    ) throws(RelayRefusal) -> [String: Int64] {
        guard let numbers = request.numbers(names) else { throw refusal(.malformed) }
        return numbers
    }

    /// Reads a structure of a request.
    func decode<Value>(
        _ bytes: [UInt8], _ read: ([UInt8]) throws(WireError) -> Value
    ) throws(RelayRefusal) -> Value {
        do throws(WireError) {
            return try read(bytes)
        } catch {
            throw refusal(.malformed)
        }
    }
}
#endif
