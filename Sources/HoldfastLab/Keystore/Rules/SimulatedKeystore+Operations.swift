import HoldfastAndroid

/// Operations between their beginning and their end.
extension SimulatedKeystore {
    /// Makes room for one more operation in the hardware that holds the key, as keystore2 prunes.
    ///
    /// - Note: AOSP `system/security/keystore2/src/operation.rs`: the oldest goes.
    mutating func makeRoom(
        for key: StoredKey, living: [Int: AppIdentifier]
    ) throws(KeystoreFailure) {
        let isStrongBox = key.spec.isStrongBoxBacked
        let slotCount = isStrongBox ? profile.strongBoxSlotCount : profile.operationSlotCount
        guard operations.count >= slotCount else { return }
        operations = operations.filter { living[$0.value.process] != nil }
        let open = operations.filter { $0.value.key.spec.isStrongBoxBacked == isStrongBox }
        guard open.count >= slotCount, let oldest = open.keys.min() else { return }
        guard profile.prunesOperations else {
            throw .code(profile.hasKeystore2 ? .backendBusy : .tooManyOperations)
        }
        operations[oldest] = nil
    }

    mutating func add(_ operation: OpenOperation) -> KeystoreOperation {
        defer { nextOperation += 1 }
        operations[nextOperation] = operation
        return KeystoreOperation(number: nextOperation, nonce: operation.nonce)
    }

    /// Ends an operation and gives it back if it may be finished.
    mutating func take(
        _ operation: KeystoreOperation, _ purpose: OpenOperation.Purpose, process: Int
    ) throws(KeystoreFailure) -> OpenOperation {
        guard let open = operations[operation.number], open.process == process,
            open.purpose == purpose
        else { throw .code(.invalidOperationHandle) }
        operations[operation.number] = nil
        try checkFinish(open)
        return open
    }

    func checkFinish(_ open: OpenOperation) throws(KeystoreFailure) {
        guard open.key.isPerUse else { return }
        guard let token = open.token, token.satisfies(open.key) else {
            throw .code(.keyUserNotAuthenticated)
        }
    }

    /// Hardware that a test made busy, and a keystore process that dies when it is called.
    ///
    /// - Note: AOSP `android/security/KeyStore2.java`, `handleRemoteExceptionWithRetry`: one retry
    ///   after 50 ms.
    mutating func reach(usesHardware: Bool) throws(KeystoreFailure) {
        if remainingDeaths > 0 {
            let attempts = min(remainingDeaths, profile.hasKeystore2 ? 2 : 1)
            remainingDeaths -= attempts
            if !profile.hasKeystore2 || attempts == 2 { throw .code(.systemError) }
        }
        guard usesHardware, remainingBusyCalls > 0 else { return }
        remainingBusyCalls -= 1
        throw .code(.secureHardwareBusy)
    }
}
