#if os(Linux) && PostgreSQL
/// The tables of a relay's database, and how older ones become the present ones.
///
/// Each leads with the account, so that accounts can lie on different machines; the one row about
/// the database itself does not. What is sealed does not shrink, so that nothing is compressed.
enum PostgreSQLSchema {
    /// The version of these tables.
    static var version: Int64 { Int64(migrations.count) }

    /// Makes the tables, or brings them to the present version, in one transaction.
    ///
    /// - Parameters:
    ///   - connection: a connection of its own.
    ///   - key: the public half of the relay's key, which all relays of a database share.
    /// - Throws: ``RelayFailure`` for another program's tables, a newer version and another relay's
    ///   database, all of which are left as they are.
    static func prepare(
        _ connection: PostgreSQLConnection, key: [UInt8]
    ) throws(RelayFailure) {
        let usual = connection.answerMilliseconds
        defer { connection.answerMilliseconds = usual }
        do {
            // A large table takes its time, and another relay may be at it.
            connection.answerMilliseconds = 86_400_000
            try connection.execute(
                "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
            // `HFRL`: of several relays that start together one makes the tables, and the others wait.
            try connection.run("SELECT pg_advisory_xact_lock(1212568140)")
            try bringUp(connection, key)
            try connection.commit()
        } catch let error as PostgreSQLError {
            throw RelayFailure("cannot prepare the database: SQLSTATE \(error.state)")
        } catch let error as RelayFailure {
            throw error
        } catch {
            throw RelayFailure("cannot prepare the database")
        }
    }

    private static func bringUp(
        _ connection: PostgreSQLConnection, _ key: [UInt8]
    ) throws {
        let isRelays =
            try connection.run(
                "SELECT 1::bigint WHERE to_regclass('holdfast_relay') IS NOT NULL"
            ).count == 1
        guard try isRelays || isEmpty(connection) else {
            throw RelayFailure("the database is not a relay's", exitStatus: 5)
        }
        if !isRelays {
            try connection.execute(about)
            try connection.run(
                "INSERT INTO holdfast_relay (version, key) VALUES (0, $1)", [.bytes(key)])
        }
        guard
            let row = try connection.run("SELECT version, key FROM holdfast_relay FOR UPDATE").first
        else { throw RelayFailure("the database is not a relay's", exitStatus: 5) }
        let found = row.int64(0)
        guard (0...version).contains(found) else {
            throw RelayFailure(
                "the database is of version \(found), and this relay knows up to \(version):"
                    + " it is left as it is; use a newer relay", exitStatus: 8)
        }
        guard row.bytes(1) == key else {
            throw RelayFailure(
                "the database belongs to a relay with another key: give this one the file relay.key"
                    + " of the relays that use it", exitStatus: 5)
        }
        for step in migrations[Int(found)...] { try connection.execute(step) }
        try connection.run("UPDATE holdfast_relay SET version = $1", [.int64(version)])
    }

    private static func isEmpty(
        _ connection: PostgreSQLConnection
    ) throws(PostgreSQLError) -> Bool {
        try connection.run(
            """
            SELECT c.oid::bigint FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f') LIMIT 1
            """
        ).count == 0
    }

    private static let about: StaticString = """
        CREATE TABLE holdfast_relay (
            only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), version bigint NOT NULL,
            key bytea NOT NULL)
        """

    /// What makes version n of n - 1, in order; a step never changes once it was released.
    private static let migrations: [StaticString] = [
        """
        CREATE TABLE accounts (
            account bytea PRIMARY KEY, head_sequence bigint NOT NULL, head_hash bytea NOT NULL,
            created bigint NOT NULL, byte_count bigint NOT NULL DEFAULT 0);
        CREATE TABLE log_entries (
            account bytea, sequence bigint, hash bytea NOT NULL, bytes bytea NOT NULL,
            received bigint NOT NULL, PRIMARY KEY (account, sequence));
        CREATE TABLE devices (
            account bytea, device bytea, standing bigint NOT NULL, until bigint,
            last_position bigint NOT NULL DEFAULT 0, item_count bigint NOT NULL DEFAULT 0,
            byte_count bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (account, device)) WITH (fillfactor = 80);
        CREATE TABLE counters (
            account bytea, device bytea, counter bigint NOT NULL, PRIMARY KEY (account, device));
        CREATE INDEX suspended_devices ON devices (until) WHERE standing = 1;
        CREATE TABLE challenges (
            account bytea, challenge bytea, expires bigint NOT NULL,
            PRIMARY KEY (account, challenge));
        CREATE INDEX challenge_ends ON challenges (expires);
        CREATE TABLE prekeys (
            account bytea, device bytea, one_time bigint, id bytea, not_after bigint NOT NULL,
            bytes bytea NOT NULL, claim bytea, PRIMARY KEY (account, device, one_time, id));
        CREATE UNIQUE INDEX prekey_claims ON prekeys (account, device, claim)
            WHERE claim IS NOT NULL;
        CREATE INDEX prekey_ends ON prekeys (not_after);
        CREATE TABLE sent (
            account bytea, device bytea, message bytea, attempt bigint, digest bytea NOT NULL,
            full_devices bytea NOT NULL, received bigint NOT NULL,
            PRIMARY KEY (account, device, message, attempt));
        CREATE INDEX sent_times ON sent (received);
        CREATE TABLE shared (
            account bytea, id bigint GENERATED ALWAYS AS IDENTITY, bytes bytea NOT NULL,
            reference_count bigint NOT NULL, PRIMARY KEY (account, id));
        CREATE TABLE inbox (
            account bytea, device bytea, position bigint, kind bigint NOT NULL,
            received bigint NOT NULL, shared bigint, byte_count bigint NOT NULL,
            part bytea NOT NULL, PRIMARY KEY (account, device, position));
        CREATE INDEX inbox_times ON inbox (received);
        CREATE TABLE chunks (
            account bytea, lineage bytea, chunk bytea, hash bytea NOT NULL, bytes bytea NOT NULL,
            PRIMARY KEY (account, lineage, chunk));
        CREATE TABLE manifests (
            account bytea, lineage bytea, generation bigint, bytes bytea NOT NULL,
            PRIMARY KEY (account, lineage, generation));
        ALTER TABLE shared ALTER COLUMN bytes SET STORAGE EXTERNAL;
        ALTER TABLE inbox ALTER COLUMN part SET STORAGE EXTERNAL;
        ALTER TABLE chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
        ALTER TABLE manifests ALTER COLUMN bytes SET STORAGE EXTERNAL;
        """,
        """
        CREATE TABLE headers (
            account bytea, locator bytea, lineage bytea, reader bytea NOT NULL,
            locator_key bytea NOT NULL, bytes bytea NOT NULL,
            PRIMARY KEY (account, locator, lineage));
        CREATE INDEX header_locators ON headers (locator);
        """,
    ]
}
#endif
