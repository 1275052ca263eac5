extension PhoneState {
    /// The rows that a backup takes: not `akpu`, not what refers to
    /// a key of a token, and not what decodes to nothing.
    ///
    /// - Note: `SecItemDb.c`, `s3dl_export_row`: "Skip akpu items when backing up, those are
    ///   intentionally lost across restores. The same applies to SEP-based keys".
    var exportedRows: [KeychainRow] {
        guard case .iOS = system else { return [] }
        return keychain.rows.filter { row in
            row.protection != "akpu" && row.attributes["tkid"] == nil && !row.isDamaged
        }
    }

    /// Takes the rows that can be decrypted here; the others are left out without a word.
    ///
    /// - Note: Apple Platform Security, "Keybags for Data Protection": items that do not migrate
    ///   stay wrapped with a key of the device; without a password all of them are.
    mutating func importRows(_ backup: PhoneBackup) {
        let isSameDevice = backup.hardware == device.hardware
        let profile = keychain.profile
        let carriesItems =
            switch backup.kind {
            case .unencrypted: false
            case .encrypted: true
            case .cloud: profile.iCloudBackupCarriesItems
            case .deviceToDevice: profile.deviceToDeviceCarriesItems
            }
        keychain.rows = backup.rows.filter { row in
            if row.isSynchronized, profile.hasICloudKeychain { return true }
            return isSameDevice || (row.isMigratable && carriesItems)
        }
        keychain.nextRow = max(keychain.nextRow, (backup.rows.last?.number ?? 0) + 1)
    }
}
