#if canImport(CSQLite)
internal import CSQLite

// Parameters count from 1. A statement that stands on a row cannot be bound (`SQLITE_MISUSE`), an
// index that is not there is `SQLITE_RANGE`, a value above the length limit `SQLITE_TOOBIG`; each
// resets the statement. A parameter never bound is NULL.
extension Statement {
    /// Binds a copy of some bytes as a BLOB; no bytes are an empty BLOB, not NULL.
    ///
    /// - Throws: ``SQLiteError`` as said above; the statement is reset.
    package func bind(_ index: Int32, blob: UnsafeRawBufferPointer) throws(SQLiteError) {
        let handle = try live()
        try check(Self.bind(handle, index, blob, holdfast_sqlite_transient()), during: "bind")
    }

    /// Binds a copy of some bytes as a BLOB; no bytes are an empty BLOB, not NULL.
    ///
    /// - Throws: ``SQLiteError`` as said above; the statement is reset.
    package func bind(_ index: Int32, blob: [UInt8]) throws(SQLiteError) {
        let handle = try live()
        let code = blob.withUnsafeBytes { bytes in
            Self.bind(handle, index, bytes, holdfast_sqlite_transient())
        }
        try check(code, during: "bind")
    }

    /// Binds an integer.
    ///
    /// - Throws: ``SQLiteError`` as said above; the statement is reset.
    package func bind(_ index: Int32, int64: Int64) throws(SQLiteError) {
        try check(sqlite3_bind_int64(try live(), index, int64), during: "bind")
    }

    /// Binds a copy of a text as UTF-8; the empty text is not NULL.
    ///
    /// - Throws: ``SQLiteError`` as said above; the statement is reset.
    package func bind(_ index: Int32, text: String) throws(SQLiteError) {
        let handle = try live()
        let copying = holdfast_sqlite_transient()
        // The C string of an empty text is not a null pointer, which would mean NULL.
        let code = text.withCString { base in
            sqlite3_bind_text64(
                handle, index, base, UInt64(text.utf8.count), copying, UInt8(SQLITE_UTF8))
        }
        try check(code, during: "bind")
    }

    /// Binds NULL.
    ///
    /// - Throws: ``SQLiteError`` as said above; the statement is reset.
    package func bindNull(_ index: Int32) throws(SQLiteError) {
        try check(sqlite3_bind_null(try live(), index), during: "bind")
    }

    /// Binds bytes without copying them; they must stay in place until the statement is reset.
    func bind(_ index: Int32, borrowing blob: UnsafeRawBufferPointer) throws(SQLiteError) {
        // No destructor is SQLITE_STATIC.
        try check(Self.bind(try live(), index, blob, nil), during: "bind")
    }

    private static func bind(
        _ handle: OpaquePointer, _ index: Int32, _ blob: UnsafeRawBufferPointer,
        _ destructor: sqlite3_destructor_type?
    ) -> Int32 {
        // A null pointer would mean NULL, whatever the length.
        guard let base = blob.baseAddress, !blob.isEmpty else {
            return sqlite3_bind_zeroblob(handle, index, 0)
        }
        return sqlite3_bind_blob64(handle, index, base, UInt64(blob.count), destructor)
    }
}
#endif
