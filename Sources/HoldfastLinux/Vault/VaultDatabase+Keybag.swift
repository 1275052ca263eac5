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
                    + ", format FROM vault WHERE id = 1")
        }
        let (keybag, digest) = try firstRow(statement) { (row) throws(KeychainError) in
            try header(row)
        }
        var whole = keybag
        whole.keys = try wrappedKeys(in: "class_key")
        if whole.format > Keybag.firstFormat {
            whole.sealedSecret = try sealedSecret()
            whole.rescue = try rescueWrap()
        }
        guard whole.digest == digest else {
            throw KeychainError(.dataCorrupted, "the vault's keybag is damaged")
        }
        return whole
    }

    /// Stores the vault's record of itself, inside the caller's transaction; a file of an older
    /// format becomes one of the record's.
    func put(_ keybag: Keybag) throws(KeychainError) {
        if try Self.pragma("user_version", connection) < Int64(keybag.format) {
            try sqlite { () throws(SQLiteError) in
                for table in VaultSchema.addedTables { try connection.execute(table) }
                try connection.execute("PRAGMA user_version=\(keybag.format)")
            }
        }
        try putHeader(keybag)
        try put(keybag.keys, in: "class_key")
        guard keybag.format > Keybag.firstFormat else { return }
        try put(keybag.sealedSecret)
        try put(keybag.rescue)
    }

    private func putHeader(_ keybag: Keybag) throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in
            try connection.prepare(
                "INSERT OR REPLACE INTO vault"
                    + " VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
            ).run([
                .int64(Int64(keybag.format)), .blob(keybag.vaultID.bytes),
                .int64(keybag.created.seconds), .int64(keybag.isLab ? 1 : 0),
                .blob(keybag.deviceSecretID), .int64(keybag.passcode == nil ? 0 : 1),
                .int64(Int64(keybag.passcode?.memoryKiB ?? 0)),
                .int64(Int64(keybag.passcode?.iterations ?? 0)),
                .blob(keybag.passcode?.salt ?? []), .blob(keybag.rootCheck),
                .int64(Int64(bitPattern: keybag.serial)), .blob(keybag.digest),
            ])
        }
    }

    private func put(
        _ keys: [KeySlot: WrappedKey], in table: String
    ) throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in
            try connection.execute("DELETE FROM \(table)")
            let insert = try connection.prepare(
                "INSERT INTO \(table) VALUES (?1, ?2, ?3, ?4, ?5)")
            for (slot, key) in keys.sorted(by: { $0.key < $1.key }) {
                try insert.run([
                    .int64(Int64(slot.keyClass.rawValue)), .int64(Int64(slot.generation)),
                    .blob(key.salt), .blob(key.sealed), .blob(key.check),
                ])
            }
        }
    }

    private func put(_ secret: SealedSecret?) throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in
            try connection.execute("DELETE FROM sealed_secret")
            guard let secret else { return }
            try connection.prepare("INSERT INTO sealed_secret VALUES (1, ?1, ?2, ?3)").run([
                .blob(secret.bytes), .int64(Int64(secret.registerMask)),
                .int64(secret.needsPasscode ? 1 : 0),
            ])
        }
    }

    private func put(_ rescue: RescueWrap?) throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in
            try connection.execute("DELETE FROM rescue")
            guard let rescue else { return }
            try connection.prepare("INSERT INTO rescue VALUES (1, ?1, ?2, ?3, ?4, ?5)").run([
                .int64(rescue.created.seconds), .blob(rescue.rootCheck),
                .blob(rescue.secret.salt), .blob(rescue.secret.sealed),
                .blob(rescue.secret.check),
            ])
        }
        try put(rescue?.keys ?? [:], in: "rescue_key")
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
        guard let format = UInt32(exactly: try integer(row, 11)),
            (Keybag.firstFormat...Keybag.newestFormat).contains(format)
        else { throw KeychainError(.dataCorrupted, "the vault's format is malformed") }
        let keybag = Keybag(
            format: format, vaultID: vaultID, created: UnixTime(seconds: try integer(row, 1)),
            isLab: try flag(row, 2), deviceSecretID: try blob(row, 3, count: 16),
            passcode: passcode,
            rootCheck: try blob(row, 8, count: VaultRoot.checkByteCount),
            serial: UInt64(bitPattern: try integer(row, 9)), keys: [:])
        return (keybag, try blob(row, 10, count: 32))
    }

    private func wrappedKeys(in table: String) throws(KeychainError) -> [KeySlot: WrappedKey] {
        let statement = try sqlite { () throws(SQLiteError) in
            try connection.prepare(
                "SELECT class, generation, salt, sealed, key_check FROM \(table)")
        }
        var keys: [KeySlot: WrappedKey] = [:]
        try statement.forEachRow(mapping: { KeychainError($0) }) { (row) throws(KeychainError) in
            guard let code = UInt8(exactly: try integer(row, 0)),
                let keyClass = KeyClass(rawValue: code),
                let generation = UInt32(exactly: try integer(row, 1))
            else { throw KeychainError(.dataCorrupted, "a class key's record is malformed") }
            keys[KeySlot(keyClass: keyClass, generation: generation)] = try wrappedKey(
                row, from: 2)
        }
        return keys
    }

    private func wrappedKey(
        _ row: Statement, from first: Int32
    ) throws(KeychainError) -> WrappedKey {
        WrappedKey(
            salt: try blob(row, first, count: WrappedKey.saltByteCount),
            sealed: try blob(row, first + 1, count: WrappedKey.sealedByteCount),
            check: try blob(row, first + 2, count: WrappedKey.checkByteCount))
    }

    private func sealedSecret() throws(KeychainError) -> SealedSecret? {
        let statement = try sqlite { () throws(SQLiteError) in
            try connection.prepare(
                "SELECT sealed, registers, needs_passcode FROM sealed_secret WHERE id = 1")
        }
        return try statement.firstRow(mapping: { KeychainError($0) }) {
            (row) throws(KeychainError) in
            let bytes = try blob(row, 0, count: nil)
            guard (1...SealedSecret.maximumByteCount).contains(bytes.count),
                let mask = UInt32(exactly: try integer(row, 1)), mask >> 24 == 0
            else { throw KeychainError(.dataCorrupted, "the sealed secret's record is malformed") }
            return SealedSecret(
                bytes: bytes, registers: SealedSecret.registers(in: mask),
                needsPasscode: try flag(row, 2))
        }
    }

    private func rescueWrap() throws(KeychainError) -> RescueWrap? {
        let keys = try wrappedKeys(in: "rescue_key")
        let statement = try sqlite { () throws(SQLiteError) in
            try connection.prepare(
                "SELECT created, root_check, salt, sealed, key_check FROM rescue WHERE id = 1")
        }
        return try statement.firstRow(mapping: { KeychainError($0) }) {
            (row) throws(KeychainError) in
            RescueWrap(
                created: UnixTime(seconds: try integer(row, 0)),
                rootCheck: try blob(row, 1, count: VaultRoot.checkByteCount),
                secret: try wrappedKey(row, from: 2), keys: keys)
        }
    }
}
#endif
