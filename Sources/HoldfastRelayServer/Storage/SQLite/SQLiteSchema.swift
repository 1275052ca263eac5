#if os(Linux)
internal import HoldfastSQLite

/// The tables of a relay's database, and how older ones become the present ones.
enum SQLiteSchema {
    /// `HFRL`, so that no other program's file is taken for a relay's.
    static let applicationID: Int64 = 0x4846_524c
    /// The version of these tables.
    static var version: Int64 { Int64(migrations.count) }

    /// Makes the tables, or brings them to the present version, in one transaction.
    ///
    /// - Throws: ``RelayFailure`` for another program's file or a newer version, which is left as it
    ///   is.
    static func prepare(_ connection: Connection) throws(RelayFailure) {
        do {
            let found = try pragma("user_version", connection)
            let application = try pragma("application_id", connection)
            let isEmpty = try isEmpty(connection)
            guard application == applicationID || isEmpty else {
                throw RelayFailure("the database is not a relay's", exitStatus: 5)
            }
            guard found <= version else {
                throw RelayFailure(
                    "the database is of version \(found), and this relay knows up to \(version):"
                        + " it is left as it is; use a newer relay", exitStatus: 8)
            }
            try connection.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
            guard found < version else { return }
            try connection.transaction(.immediate) { () throws(SQLiteError) in
                for step in migrations[Int(found)...] { try connection.execute(step) }
                try connection.execute(
                    "PRAGMA application_id=\(applicationID); PRAGMA user_version=\(version)")
            }
        } catch let error as SQLiteError {
            throw RelayFailure("cannot prepare the database: \(error)")
        } catch let error as RelayFailure {
            throw error
        } catch {
            throw RelayFailure("cannot prepare the database")
        }
    }

    private static func pragma(
        _ name: String, _ connection: Connection
    ) throws(SQLiteError) -> Int64 {
        try connection.prepare("PRAGMA \(name)").firstRow { $0.int64(0) } ?? 0
    }

    private static func isEmpty(_ connection: Connection) throws(SQLiteError) -> Bool {
        try connection.prepare("SELECT count(*) FROM sqlite_schema").firstRow { $0.int64(0) } == 0
    }

    /// What makes version n of n - 1, in order; a step never changes once it was released.
    static let migrations = [
        """
        CREATE TABLE accounts (
            account BLOB NOT NULL PRIMARY KEY, head_sequence INTEGER NOT NULL,
            head_hash BLOB NOT NULL, created INTEGER NOT NULL,
            byte_count INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
        CREATE TABLE log_entries (
            account BLOB NOT NULL, sequence INTEGER NOT NULL, hash BLOB NOT NULL,
            bytes BLOB NOT NULL, received INTEGER NOT NULL,
            PRIMARY KEY (account, sequence)) STRICT, WITHOUT ROWID;
        CREATE TABLE devices (
            account BLOB NOT NULL, device BLOB NOT NULL, standing INTEGER NOT NULL,
            until INTEGER, last_position INTEGER NOT NULL DEFAULT 0,
            item_count INTEGER NOT NULL DEFAULT 0, byte_count INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (account, device)) STRICT, WITHOUT ROWID;
        CREATE INDEX suspended_devices ON devices (until) WHERE standing = 1;
        CREATE TABLE challenges (
            account BLOB NOT NULL, challenge BLOB NOT NULL, expires INTEGER NOT NULL,
            PRIMARY KEY (account, challenge)) STRICT, WITHOUT ROWID;
        CREATE INDEX challenge_ends ON challenges (expires);
        CREATE TABLE prekeys (
            account BLOB NOT NULL, device BLOB NOT NULL, one_time INTEGER NOT NULL,
            id BLOB NOT NULL, not_after INTEGER NOT NULL, bytes BLOB NOT NULL, claim BLOB,
            PRIMARY KEY (account, device, one_time, id)) STRICT, WITHOUT ROWID;
        CREATE INDEX prekey_claims ON prekeys (account, device, claim) WHERE claim IS NOT NULL;
        CREATE INDEX prekey_ends ON prekeys (not_after);
        CREATE TABLE sent (
            account BLOB NOT NULL, device BLOB NOT NULL, message BLOB NOT NULL,
            attempt INTEGER NOT NULL, digest BLOB NOT NULL, full BLOB NOT NULL,
            received INTEGER NOT NULL,
            PRIMARY KEY (account, device, message, attempt)) STRICT, WITHOUT ROWID;
        CREATE INDEX sent_times ON sent (received);
        CREATE TABLE shared (
            id INTEGER PRIMARY KEY AUTOINCREMENT, account BLOB NOT NULL, bytes BLOB NOT NULL,
            reference_count INTEGER NOT NULL) STRICT;
        CREATE TABLE inbox (
            account BLOB NOT NULL, device BLOB NOT NULL, position INTEGER NOT NULL,
            kind INTEGER NOT NULL, received INTEGER NOT NULL, shared INTEGER,
            byte_count INTEGER NOT NULL, part BLOB NOT NULL,
            PRIMARY KEY (account, device, position)) STRICT, WITHOUT ROWID;
        CREATE INDEX inbox_times ON inbox (received);
        CREATE TABLE chunks (
            account BLOB NOT NULL, lineage BLOB NOT NULL, chunk BLOB NOT NULL,
            hash BLOB NOT NULL, bytes BLOB NOT NULL,
            PRIMARY KEY (account, lineage, chunk)) STRICT;
        CREATE TABLE manifests (
            account BLOB NOT NULL, lineage BLOB NOT NULL, generation INTEGER NOT NULL,
            bytes BLOB NOT NULL, PRIMARY KEY (account, lineage, generation)) STRICT;
        """,
        """
        CREATE TABLE counters (
            account BLOB NOT NULL, device BLOB NOT NULL, counter INTEGER NOT NULL,
            PRIMARY KEY (account, device)) STRICT, WITHOUT ROWID;
        """,
        // Inboxes have numbers, so that a message to many devices touches few pages: what is in them
        // lies in the order in which it came, and their counts lie side by side. A body is kept once
        // for all accounts, and `oldest` says where something may be that nobody fetched.
        """
        CREATE TABLE inboxes (
            number INTEGER PRIMARY KEY, last_position INTEGER NOT NULL DEFAULT 0,
            item_count INTEGER NOT NULL DEFAULT 0, byte_count INTEGER NOT NULL DEFAULT 0,
            oldest INTEGER) STRICT;
        CREATE TABLE numbered_devices (
            account BLOB NOT NULL, device BLOB NOT NULL, standing INTEGER NOT NULL,
            until INTEGER, inbox INTEGER NOT NULL,
            PRIMARY KEY (account, device)) STRICT, WITHOUT ROWID;
        INSERT INTO numbered_devices
            SELECT account, device, standing, until,
                row_number() OVER (ORDER BY account, device) FROM devices;
        INSERT INTO inboxes
            SELECT n.inbox, d.last_position, d.item_count, d.byte_count,
                (SELECT min(i.received) FROM inbox AS i
                    WHERE i.account = d.account AND i.device = d.device)
            FROM devices AS d JOIN numbered_devices AS n USING (account, device);
        CREATE TABLE items (
            id INTEGER PRIMARY KEY, inbox INTEGER NOT NULL, position INTEGER NOT NULL,
            kind INTEGER NOT NULL, received INTEGER NOT NULL, shared INTEGER,
            byte_count INTEGER NOT NULL, part BLOB NOT NULL) STRICT;
        INSERT INTO items (inbox, position, kind, received, shared, byte_count, part)
            SELECT n.inbox, i.position, i.kind, i.received, i.shared, i.byte_count, i.part
            FROM inbox AS i JOIN numbered_devices AS n USING (account, device)
            ORDER BY i.received, n.inbox, i.position;
        DROP TABLE inbox;
        DROP TABLE devices;
        ALTER TABLE numbered_devices RENAME TO devices;
        ALTER TABLE shared DROP COLUMN account;
        CREATE UNIQUE INDEX item_places ON items (inbox, position);
        CREATE INDEX oldest_items ON inboxes (oldest) WHERE oldest IS NOT NULL;
        CREATE INDEX suspended_devices ON devices (until) WHERE standing = 1;
        """,
        """
        CREATE TABLE headers (
            account BLOB NOT NULL, locator BLOB NOT NULL, lineage BLOB NOT NULL,
            reader BLOB NOT NULL, locator_key BLOB NOT NULL, bytes BLOB NOT NULL,
            PRIMARY KEY (account, locator, lineage)) STRICT;
        CREATE INDEX header_locators ON headers (locator);
        """,
    ]
}
#endif
