#if canImport(CSQLite)
internal import CSQLite

extension Statement {
    /// A value to bind.
    package enum Binding: Sendable, Equatable {
        /// No value.
        case null
        /// An integer.
        case int64(Int64)
        /// A text, stored as UTF-8.
        case text(String)
        /// Bytes; none are an empty BLOB, not NULL.
        case blob([UInt8])
    }

    /// Runs the statement to its end with the parameters bound so far, and drops any rows.
    ///
    /// The statement is reset, and its bindings are forgotten, whether this returns or throws.
    ///
    /// - Throws: ``SQLiteError`` of the step.
    package func run() throws(SQLiteError) {
        while try step() {}
    }

    /// Binds all parameters in their order, and runs the statement to its end.
    ///
    /// - Parameter bindings: One value for each parameter; those missing at the end are NULL.
    /// - Throws: ``SQLiteError`` of a bind or the step; the statement is reset.
    package func run(_ bindings: [Binding]) throws(SQLiteError) {
        var index: Int32 = 0
        for binding in bindings {
            index += 1
            switch binding {
            case .null: try bindNull(index)
            case .int64(let value): try bind(index, int64: value)
            case .text(let value): try bind(index, text: value)
            case .blob(let value): try bind(index, blob: value)
            }
        }
        try run()
    }

    /// A BLOB for one parameter, counted from 1.
    package typealias Blob = (index: Int32, bytes: [UInt8])

    /// Runs the statement to its end with BLOBs that are not copied.
    ///
    /// Bind the other parameters first. The bytes are borrowed for this call only: the statement
    /// lets go of them before it returns or throws.
    ///
    /// - Parameter blobs: The bytes and their parameters.
    /// - Throws: ``SQLiteError`` of a bind or the step; the statement is reset.
    package func run(borrowing blobs: [Blob]) throws(SQLiteError) {
        try run(borrowing: blobs, from: 0)
    }

    private func run(borrowing blobs: [Blob], from position: Int) throws(SQLiteError) {
        guard position < blobs.count else { return try run() }
        // Each within the last, so that all are in their places until the statement has run.
        try blobs[position].bytes.withUnsafeBufferPointer { (bytes) throws(SQLiteError) in
            try bind(blobs[position].index, borrowing: UnsafeRawBufferPointer(bytes))
            try run(borrowing: blobs, from: position + 1)
        }
    }

    /// Reads the first row with the parameters bound so far, if there is one.
    ///
    /// - Parameters:
    ///   - mapping: Makes the caller's error of SQLite's.
    ///   - body: Reads the row's columns; it must neither step nor reset the statement.
    /// - Returns: What `body` returned, or nil if there is no row.
    /// - Throws: What `body` threw, or the mapped error of the step. The statement is reset.
    package func firstRow<R: ~Copyable, E: Error>(
        mapping: (SQLiteError) -> E, _ body: (Statement) throws(E) -> R
    ) throws(E) -> R? {
        defer { reset() }
        guard try next(mapping: mapping) else { return nil }
        return try body(self)
    }

    /// The same for a body that throws SQLite's errors only, or nothing.
    ///
    /// - Parameter body: Reads the row's columns; it must neither step nor reset the statement.
    /// - Returns: What `body` returned, or nil if there is no row.
    /// - Throws: ``SQLiteError``; the statement is reset.
    package func firstRow<R: ~Copyable>(
        _ body: (Statement) throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R? {
        try firstRow(mapping: { (error: SQLiteError) in error }, body)
    }

    /// Reads all rows with the parameters bound so far, in their order.
    ///
    /// - Parameters:
    ///   - mapping: Makes the caller's error of SQLite's.
    ///   - body: Reads a row's columns; it must neither step nor reset the statement.
    /// - Throws: What `body` threw, or the mapped error of a step. The statement is reset.
    package func forEachRow<E: Error>(
        mapping: (SQLiteError) -> E, _ body: (Statement) throws(E) -> Void
    ) throws(E) {
        defer { reset() }
        while try next(mapping: mapping) { try body(self) }
    }

    /// The same for a body that throws SQLite's errors only, or nothing.
    ///
    /// - Parameter body: Reads a row's columns; it must neither step nor reset the statement.
    /// - Throws: ``SQLiteError``; the statement is reset.
    package func forEachRow(
        _ body: (Statement) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        try forEachRow(mapping: { (error: SQLiteError) in error }, body)
    }

    private func next<E: Error>(mapping: (SQLiteError) -> E) throws(E) -> Bool {
        do throws(SQLiteError) {
            return try step()
        } catch {
            throw mapping(error)
        }
    }
}
#endif
