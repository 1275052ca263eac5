@testable import HoldfastCrypto
@testable import HoldfastWire

/// What decodes is exactly what encodes, for each body that a relay and its clients exchange.
func fuzzRelayBodies(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    same(bytes) { (bytes) throws(WireError) in try BackupPointer(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try SendResult(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try Acknowledgement(decoding: bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try ChunkList(decoding: bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try HeaderList(decoding: bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try HeaderUpload(decoding: bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try LineageRemoval(decoding: bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try MessageCount(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in
        let list = try ManifestList(decoding: bytes)
        for manifest in list.manifests { sameManifest(manifest) }
        return list.bytes
    }
    same(bytes) { (bytes) throws(WireError) in
        let page = try LogPage(bytes)
        check(page)
        return page.bytes
    }
    same(bytes) { (bytes) throws(WireError) in
        let page = try InboxPage(bytes)
        for item in page.items { check(item) }
        return page.bytes
    }
    same(bytes) { (bytes) throws(WireError) in
        let refusal = try RelayRefusal(bytes)
        for page in refusal.logs { check(page) }
        return refusal.bytes
    }
    sameManifest(bytes)
    return 0
}

private func sameManifest(_ bytes: [UInt8]) {
    same(bytes) { (bytes) throws(WireError) in
        let manifest = try SignedManifest(bytes)
        _ = manifest.matches
        return manifest.bytes
    }
}

/// Its entries are anything, and are read one by one.
private func check(_ page: LogPage) {
    precondition(page.entries.count <= LogPage.entryLimit, "a page has too many entries")
    for entry in page.entries {
        same(entry) { (bytes) throws(WireError) in try SignedLogEntry(bytes).bytes }
    }
}

private func check(_ item: InboxPage.Item) {
    same(item.bytes) { (bytes) throws(WireError) in
        switch item.kind {
        case .message: try DeliveredMessage(bytes).bytes
        case .receipt: try SignedReceipt(bytes).bytes
        case .rewrap: try RewrapNotice(bytes).bytes
        }
    }
}
