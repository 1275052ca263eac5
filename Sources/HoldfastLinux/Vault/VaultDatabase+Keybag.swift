#if os(Linux)
import HoldfastCore
import HoldfastSQLite

extension VaultDatabase {
    /// The vault's record of itself.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is malformed or does not fit its digest.
    func keybag() throws(KeychainError) -> Keybag {
        let statement = try sqlite { () throws(SQLiteError) in
            try connection.prepare(
                "SELECT vault_id, created, is_lab, device_secret_id, has_passcode, kdf_memory_kib,"
                    + " kdf_iterations, kdf_salt, root_check, keybag_serial, digest"
                    + " FROM vault WHERE id = 1")
        }
        let (keybag, digest) = try firstRow(statement) { (row) throws(KeychainError) in
            try header(row)
        }
        var whole = keybag
        whole.keys = try wrappedKeys()
        guard whole.digest == digest else {
            throw KeychainError(.dataCorrupted, "the vault's keybag is damaged")
        }
        return whole
    }

    /// Stores the vault's record of itself, inside the caller's transaction.
    func put(_ keybag: Keybag) throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in
            try connection.prepare(
                "INSERT OR REPLACE INTO vault"
                    + " VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
            ).run([
                .int64(Int64(Keybag.format)), .blob(keybag.vaultID.bytes),
                .int64(keybag.created.seconds), .int64(keybag.isLab ? 1 : 0),
                .blob(keybag.deviceSecretID), .int64(keybag.passcode == nil ? 0 : 1),
                .int64(Int64(keybag.passcode?.memoryKiB ?? 0)),
                .int64(Int64(keybag.passcode?.iterations ?? 0)),
                .blob(keybag.passcode?.salt ?? []), .blob(keybag.rootCheck),
                .int64(Int64(bitPattern: keybag.serial)), .blob(keybag.digest),
            ])
            try connection.execute("DELETE FROM class_key")
            let insert = try connection.prepare(
                "INSERT INTO class_key VALUES (?1, ?2, ?3, ?4, ?5)")
            for slot in keybag.slots {
                guard let key = keybag.keys[slot] else { continue }
                try insert.run([
                    .int64(Int64(slot.keyClass.rawValue)), .int64(Int64(slot.generation)),
                    .blob(key.salt), .blob(key.sealed), .blob(key.check),
                ])
            }
        }
    }

    private func header(
        _ row: Statement
    ) throws(KeychainError) -> (keybag: Keybag, digest: [UInt8]) {
        guard let vaultID = VaultID(try blob(row, 0, count: VaultID.byteCount)) else {
            throw KeychainError(.dataCorrupted, "the vault's id is malformed")
        }
        var passcode: PasscodeSettings?
        if try flag(row, 4) {
            passcode = try PasscodeSettings(
                memoryKiB: Int(try integer(row, 5)), iterations: Int(try integer(row, 6)),
                salt: try blob(row, 7, count: PasscodeSettings.saltByteCount))
        }
        let keybag = Keybag(
            vaultID: vaultID, created: UnixTime(seconds: try integer(row, 1)),
            isLab: try flag(row, 2), deviceSecretID: try blob(row, 3, count: 16),
            passcode: passcode,
            rootCheck: try blob(row, 8, count: VaultRoot.checkByteCount),
            serial: UInt64(bitPattern: try integer(row, 9)), keys: [:])
        return (keybag, try blob(row, 10, count: 32))
    }

    private func wrappedKeys() throws(KeychainError) -> [KeySlot: WrappedKey] {
        let statement = try sqlite { () throws(SQLiteError) in
            try connection.prepare(
                "SELECT class, generation, salt, sealed, key_check FROM class_key")
        }
        var keys: [KeySlot: WrappedKey] = [:]
        try statement.forEachRow(mapping: { KeychainError($0) }) { (row) throws(KeychainError) in
            guard let code = UInt8(exactly: try integer(row, 0)),
                let keyClass = KeyClass(rawValue: code),
                let generation = UInt32(exactly: try integer(row, 1))
            else { throw KeychainError(.dataCorrupted, "a class key's record is malformed") }
            keys[KeySlot(keyClass: keyClass, generation: generation)] = WrappedKey(
                salt: try blob(row, 2, count: WrappedKey.saltByteCount),
                sealed: try blob(row, 3, count: WrappedKey.sealedByteCount),
                check: try blob(row, 4, count: WrappedKey.checkByteCount))
        }
        return keys
    }
}
#endif
