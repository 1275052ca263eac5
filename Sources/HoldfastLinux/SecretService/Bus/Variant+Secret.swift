#if os(Linux) && SecretService
import CSecret

/// A value of the bus that this object keeps alive.
///
/// - Note: D-Bus Specification 0.43, "Type System"; GLib's `GVariant`.
final class Variant {
    let pointer: OpaquePointer

    /// Takes a value that a call of GLib handed over, floating or owned.
    init(taking pointer: OpaquePointer) {
        self.pointer = g_variant_take_ref(pointer)
    }

    deinit {
        g_variant_unref(pointer)
    }
}

extension Variant {
    static func string(_ text: String) -> Variant {
        Variant(taking: g_variant_new_string(text))
    }

    /// A text by its bytes, which are UTF-8 without a byte 0.
    static func string(_ bytes: [UInt8]) -> Variant {
        string(String(decoding: bytes, as: UTF8.self))
    }

    static func objectPath(_ path: String) -> Variant {
        Variant(taking: g_variant_new_object_path(path))
    }

    static func number(_ number: UInt32) -> Variant {
        Variant(taking: g_variant_new_uint32(number))
    }

    static func flag(_ flag: Bool) -> Variant {
        Variant(taking: g_variant_new_boolean(flag ? 1 : 0))
    }

    /// A value in its box: `v`.
    static func boxed(_ content: Variant) -> Variant {
        Variant(taking: g_variant_new_variant(content.pointer))
    }

    static func tuple(_ members: [Variant]) -> Variant {
        var pointers: [OpaquePointer?] = members.map(\.pointer)
        return Variant(taking: g_variant_new_tuple(&pointers, gsize(pointers.count)))
    }

    /// A dictionary; its type is said because it may be empty.
    static func dictionary(
        _ entries: [(key: Variant, value: Variant)], entryType: String
    ) -> Variant {
        let members = entries.map { entry in
            Variant(taking: g_variant_new_dict_entry(entry.key.pointer, entry.value.pointer))
        }
        return array(members, elementType: entryType)
    }

    static func objectPaths(_ paths: [String]) -> Variant {
        array(paths.map(objectPath), elementType: "o")
    }

    /// The type `a{ss}` of an item's attributes.
    static func attributes(_ attributes: KeyringAttributes) -> Variant {
        dictionary(
            attributes.pairs.map { (string($0.name), string($0.value)) }, entryType: "{ss}")
    }

    private static func array(_ members: [Variant], elementType: String) -> Variant {
        var pointers: [OpaquePointer?] = members.map(\.pointer)
        let type = g_variant_type_new(elementType)
        defer { g_variant_type_free(type) }
        return Variant(taking: g_variant_new_array(type, &pointers, gsize(pointers.count)))
    }
}

extension Variant {
    /// The members of a tuple, an array or an entry of a dictionary.
    var members: [Variant] {
        (0..<g_variant_n_children(pointer)).compactMap { index in
            g_variant_get_child_value(pointer, index).map(Variant.init(taking:))
        }
    }

    /// What a box holds.
    var content: Variant? {
        g_variant_get_variant(pointer).map(Variant.init(taking:))
    }

    /// The bytes of a text, a path or a signature.
    var bytes: [UInt8] {
        var count: gsize = 0
        guard let start = g_variant_get_string(pointer, &count) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    var number: UInt32 { g_variant_get_uint32(pointer) }

    /// A property of a dictionary `a{sv}`, if it is there and of a type.
    func property(_ name: String, type: String) -> Variant? {
        let wanted = g_variant_type_new(type)
        defer { g_variant_type_free(wanted) }
        return g_variant_lookup_value(pointer, name, wanted).map(Variant.init(taking:))
    }

    /// Whether the value is of a type.
    func isOf(type: String) -> Bool {
        let wanted = g_variant_type_new(type)
        defer { g_variant_type_free(wanted) }
        return g_variant_is_of_type(pointer, wanted) != 0
    }

    var flag: Bool { g_variant_get_boolean(pointer) != 0 }

    /// A dictionary `a{ss}` as an item's attributes.
    var asAttributes: KeyringAttributes {
        var attributes = KeyringAttributes()
        for entry in members {
            let sides = entry.members
            attributes.set(sides[0].bytes, to: sides[1].bytes)
        }
        return attributes
    }

    /// A moment in whole seconds, `t`.
    var seconds: UInt64 { UInt64(g_variant_get_uint64(pointer)) }
}
#endif
