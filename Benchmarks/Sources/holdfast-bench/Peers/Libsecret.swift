import CRawSecret

/// libsecret's calls that store and look up one item, in this process.
enum Libsecret {
    /// Stores a value in the default collection, in the place of an item of the same name.
    static func store(_ value: [UInt8], as name: String) throws {
        try withAttributes(name) { attributes in
            let secret = value.withUnsafeBytes { bytes in
                secret_value_new(
                    bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count,
                    "application/octet-stream")
            }
            defer { secret_value_unref(secret.map(UnsafeMutableRawPointer.init)) }
            var error: UnsafeMutablePointer<GError>?
            let isStored = secret_password_storev_binary_sync(
                schema, attributes, "default", name, secret, nil, &error)
            try check(error, "store")
            guard isStored != 0 else { throw BenchFailure("libsecret stored nothing") }
        }
    }

    /// Reads a value; `nil` if there is none, or the collection is locked.
    static func lookup(_ name: String) throws -> [UInt8]? {
        try withAttributes(name) { attributes in
            var error: UnsafeMutablePointer<GError>?
            let secret = secret_password_lookupv_binary_sync(schema, attributes, nil, &error)
            try check(error, "lookup")
            guard let secret else { return nil }
            defer { secret_value_unref(UnsafeMutableRawPointer(secret)) }
            var count: gsize = 0
            guard let start = secret_value_get(secret, &count) else { return [] }
            return UnsafeRawBufferPointer(start: start, count: Int(count)).map { $0 }
        }
    }

    /// How many items of this benchmark there are.
    static func count() throws -> Int {
        let attributes = makeAttributes()
        defer { g_hash_table_unref(attributes) }
        var error: UnsafeMutablePointer<GError>?
        let found = secret_password_searchv_sync(
            schema, attributes, SECRET_SEARCH_ALL, nil, &error)
        try check(error, "search")
        defer { g_list_free_full(found, { g_object_unref($0) }) }
        return Int(g_list_length(found))
    }

    /// Under which attribute secret-tool finds the items.
    static let attribute = "name"

    // Made once and never changed; libsecret keeps only the pointer.
    nonisolated(unsafe) private static let schema: UnsafeMutablePointer<SecretSchema> = {
        let schema = UnsafeMutablePointer<SecretSchema>.allocate(capacity: 1)
        UnsafeMutableRawPointer(schema).initializeMemory(
            as: UInt8.self, repeating: 0, count: MemoryLayout<SecretSchema>.size)
        schema.pointee.name = UnsafePointer(g_strdup("holdfast.benchmark"))
        // secret-tool asks without a schema's name, which this flag does not forbid.
        schema.pointee.flags = SECRET_SCHEMA_DONT_MATCH_NAME
        schema.pointee.attributes.0.name = UnsafePointer(g_strdup(attribute))
        schema.pointee.attributes.0.type = SECRET_SCHEMA_ATTRIBUTE_STRING
        schema.pointee.attributes.1.name = UnsafePointer(g_strdup(groupAttribute))
        schema.pointee.attributes.1.type = SECRET_SCHEMA_ATTRIBUTE_STRING
        return schema
    }()

    /// What all items have in common, so that they can be counted.
    private static let groupAttribute = "group"

    private static func makeAttributes() -> OpaquePointer? {
        let attributes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
        g_hash_table_insert(attributes, g_strdup(groupAttribute), g_strdup("benchmark"))
        return attributes
    }

    private static func withAttributes<R>(
        _ name: String, _ body: (OpaquePointer?) throws -> R
    ) throws -> R {
        let attributes = makeAttributes()
        defer { g_hash_table_unref(attributes) }
        g_hash_table_insert(attributes, g_strdup(attribute), g_strdup(name))
        return try body(attributes)
    }

    private static func check(_ error: UnsafeMutablePointer<GError>?, _ step: String) throws {
        guard let error else { return }
        defer { g_error_free(error) }
        throw BenchFailure(
            "libsecret, \(step): \(error.pointee.message.map { String(cString: $0) } ?? "")")
    }
}
