#if os(Linux)
import HoldfastCore
import HoldfastCrypto
import HoldfastRecovery
import HoldfastWire

/// What stands in the table of settings of a backup.
enum SettingRecord: Sendable, Hashable {
    /// A setting of the app, by its name.
    case setting(String)
    /// How far the app has shown a conversation.
    case taken(AccountID)

    /// `u8` kind ‖ name or account.
    var name: [UInt8] {
        switch self {
        case .setting(let name): [1] + Array(name.utf8)
        case .taken(let account): [2] + account.bytes
        }
    }

    init?(_ name: [UInt8]) {
        let rest = Array(name.dropFirst())
        switch name.first {
        case 1:
            guard let text = String(validating: rest, as: UTF8.self) else { return nil }
            self = .setting(text)
        case 2:
            guard let account = AccountID(rest) else { return nil }
            self = .taken(account)
        default: return nil
        }
    }
}

/// How far the app has shown a conversation, in words that hold on another device: `u8` whether all
/// of it, then the newest message of others that was shown.
struct TakenMark: Sendable, Hashable {
    let isAll: Bool
    let newest: PlaceContent

    var bytes: [UInt8] { [isAll ? 1 : 0] + newest.bytes }

    init(isAll: Bool, newest: PlaceContent) {
        self.isAll = isAll
        self.newest = newest
    }

    init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        isAll = try reader.byte("is_all") == 1
        newest = try PlaceContent(Array(bytes.dropFirst()))
    }
}

extension HistoryRows {
    /// The records of all settings, by name, and then of how far the conversations were shown.
    func settingRecords() throws(KeychainError) -> [BackupRecord] {
        var records: [BackupRecord] = []
        for setting in try settings().sorted(by: { $0.name < $1.name }) {
            records += try LongRecord(
                name: SettingRecord.setting(setting.name).name, value: setting.value
            ).records(of: .settings)
        }
        for conversation in try conversations().sorted(by: { $0.account < $1.account })
        where conversation.taken > 0 {
            let mark = TakenMark(
                isAll: conversation.taken == conversation.placeCount,
                newest: try newestShown(of: conversation))
            records += try LongRecord(
                name: SettingRecord.taken(conversation.account).name,
                value: SecretBytes(mark.bytes)
            ).records(of: .settings)
        }
        return records
    }

    private func newestShown(of conversation: Conversation) throws(KeychainError) -> PlaceContent {
        for place in stride(from: conversation.taken, to: 0, by: -1) {
            do throws(KeychainError) {
                let content = try content(of: conversation.account, at: place)
                if case .received = content { return content }
            } catch {
                // The message itself is named where messages are backed up.
                guard error.isOfOneRow else { throw error }
            }
        }
        return .left
    }
}
#endif
