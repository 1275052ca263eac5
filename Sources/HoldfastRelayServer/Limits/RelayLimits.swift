/// How much a relay takes from whom.
struct RelayLimits: Sendable, Equatable {
    /// Most bytes of a request's body on any route.
    static let bodyByteCount = 2 << 20
    /// Most bytes of a request's first line and headers together.
    static let headerByteCount = 24 << 10
    /// Most items in one inbox.
    static let inboxItemCount: Int64 = 10_000
    /// Most bytes in one inbox.
    static let inboxByteCount: Int64 = 64 << 20
    /// Most prekeys of a device, those that were handed out included.
    static let prekeyCount: Int64 = 1_024

    /// Open connections in all.
    var connectionCount = 12_000
    /// Open connections of one address; 0 for no limit, as behind a proxy.
    var connectionCountPerAddress = 1_000
    /// How long a connection may be open without a request, in seconds.
    var idleSeconds: Int64 = 60
    /// How long a request's headers, and then each 16 KiB of its body, may take, in seconds.
    var stepSeconds: Int64 = 10
    /// Requests of one address, per minute.
    var requestsPerAddress = 6_000
    /// Requests of one account, per minute.
    var requestsPerAccount = 3_000
    /// New accounts and logins of one address, per minute.
    var loginsPerAddress = 120
    /// Log entries of one account, per minute.
    var entriesPerAccount = 60
    /// Claims of one caller at one device's prekeys, per minute.
    var claimsPerCaller = 30
    /// Claims at one device's prekeys, per minute.
    var claimsPerTarget = 120
    /// Messages and receipts to one account, per minute.
    var messagesPerTarget = 1_200
    /// Bytes of backups that an account may keep here; inboxes have limits of their own.
    var bytesPerAccount: Int64 = 1 << 30
    /// How long what nobody fetches is kept, in seconds: 30 days.
    var messageSeconds: Int64 = 30 * 86_400
}
