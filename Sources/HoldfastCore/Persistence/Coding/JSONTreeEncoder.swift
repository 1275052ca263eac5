/// An encoder that puts a JSON value together.
///
/// Foundation's `JSONEncoder` writes text byte by byte, which for a state of 100 KB costs more than
/// sealing and syncing it; and it leaves copies in memory that nobody wipes. This one keeps the texts as
/// they are until ``JSONNode/bytes(in:)`` copies each once, into wiped memory.
struct JSONTreeEncoder: Encoder {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject()
        return KeyedEncodingContainer(Keyed<Key>(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return Unkeyed(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        Single(node: node, codingPath: codingPath)
    }
}

/// A place in an array or an object, or the key of what a superclass encodes.
private struct JSONPlace: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(index: Int) {
        stringValue = String(index)
        intValue = index
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init?(intValue: Int) {
        self.init(index: intValue)
    }
}

private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let codingPath: [any CodingKey]

    mutating func encodeNil(forKey key: Key) throws { node.member(key.stringValue).encodeNull() }
    mutating func encode(_ value: Bool, forKey key: Key) throws {
        node.member(key.stringValue).encode(value)
    }
    mutating func encode(_ value: String, forKey key: Key) throws {
        node.member(key.stringValue).encode(value)
    }
    mutating func encode(_ value: Double, forKey key: Key) throws {
        let path = codingPath + [key]
        try node.member(key.stringValue).encode(value, at: path)
    }
    mutating func encode(_ value: Float, forKey key: Key) throws {
        let path = codingPath + [key]
        try node.member(key.stringValue).encode(value, at: path)
    }
    mutating func encode(_ value: Int, forKey key: Key) throws {
        node.member(key.stringValue).encode(value)
    }
    mutating func encode(_ value: Int8, forKey key: Key) throws {
        node.member(key.stringValue).encode(value)
    }
    mutating func encode(_ value: Int16, forKey key: Key) throws {
        node.member(key.stringValue).encode(value)
    }
    mutating func encode(_ value: Int32, forKey key: Key) throws {
        node.member(key.stringValue).encode(value)
    }
    mutating func encode(_ value: Int64, forKey key: Key) throws {
        node.member(key.stringValue).encode(value)
    }
    mutating func encode(_ value: UInt, forKey key: Key) throws {
        node.member(key.stringValue).encode(value)
    }
    mutating func encode(_ value: UInt8, forKey key: Key) throws {
        node.member(key.stringValue).encode(value)
    }
    mutating func encode(_ value: UInt16, forKey key: Key) throws {
        node.member(key.stringValue).encode(value)
    }
    mutating func encode(_ value: UInt32, forKey key: Key) throws {
        node.member(key.stringValue).encode(value)
    }
    mutating func encode(_ value: UInt64, forKey key: Key) throws {
        node.member(key.stringValue).encode(value)
    }
    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try node.member(key.stringValue).encode(value, at: codingPath + [key])
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        let path = codingPath + [key]
        return JSONTreeEncoder(node: node.member(key.stringValue), codingPath: path).container(
            keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let path = codingPath + [key]
        return JSONTreeEncoder(node: node.member(key.stringValue), codingPath: path)
            .unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        let key = JSONPlace(stringValue: "super")
        return JSONTreeEncoder(
            node: node.member(key.stringValue), codingPath: codingPath + [key])
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        JSONTreeEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
    }
}

private struct Unkeyed: UnkeyedEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var count: Int { node.elementCount }

    mutating func encodeNil() throws { node.append().encodeNull() }
    mutating func encode(_ value: Bool) throws { node.append().encode(value) }
    mutating func encode(_ value: String) throws { node.append().encode(value) }
    mutating func encode(_ value: Double) throws {
        let path = codingPath + [JSONPlace(index: count)]
        try node.append().encode(value, at: path)
    }
    mutating func encode(_ value: Float) throws {
        let path = codingPath + [JSONPlace(index: count)]
        try node.append().encode(value, at: path)
    }
    mutating func encode(_ value: Int) throws { node.append().encode(value) }
    mutating func encode(_ value: Int8) throws { node.append().encode(value) }
    mutating func encode(_ value: Int16) throws { node.append().encode(value) }
    mutating func encode(_ value: Int32) throws { node.append().encode(value) }
    mutating func encode(_ value: Int64) throws { node.append().encode(value) }
    mutating func encode(_ value: UInt) throws { node.append().encode(value) }
    mutating func encode(_ value: UInt8) throws { node.append().encode(value) }
    mutating func encode(_ value: UInt16) throws { node.append().encode(value) }
    mutating func encode(_ value: UInt32) throws { node.append().encode(value) }
    mutating func encode(_ value: UInt64) throws { node.append().encode(value) }
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        let index = count
        try node.append().encode(value, at: codingPath + [JSONPlace(index: index)])
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        let path = codingPath + [JSONPlace(index: count)]
        return JSONTreeEncoder(node: node.append(), codingPath: path).container(
            keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let path = codingPath + [JSONPlace(index: count)]
        return JSONTreeEncoder(node: node.append(), codingPath: path).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        let path = codingPath + [JSONPlace(index: count)]
        return JSONTreeEncoder(node: node.append(), codingPath: path)
    }
}

private struct Single: SingleValueEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]

    mutating func encodeNil() throws { node.encodeNull() }
    mutating func encode(_ value: Bool) throws { node.encode(value) }
    mutating func encode(_ value: String) throws { node.encode(value) }
    mutating func encode(_ value: Double) throws {
        let path = codingPath
        try node.encode(value, at: path)
    }
    mutating func encode(_ value: Float) throws {
        let path = codingPath
        try node.encode(value, at: path)
    }
    mutating func encode(_ value: Int) throws { node.encode(value) }
    mutating func encode(_ value: Int8) throws { node.encode(value) }
    mutating func encode(_ value: Int16) throws { node.encode(value) }
    mutating func encode(_ value: Int32) throws { node.encode(value) }
    mutating func encode(_ value: Int64) throws { node.encode(value) }
    mutating func encode(_ value: UInt) throws { node.encode(value) }
    mutating func encode(_ value: UInt8) throws { node.encode(value) }
    mutating func encode(_ value: UInt16) throws { node.encode(value) }
    mutating func encode(_ value: UInt32) throws { node.encode(value) }
    mutating func encode(_ value: UInt64) throws { node.encode(value) }
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        let path = codingPath
        try node.encode(value, at: path)
    }
}
