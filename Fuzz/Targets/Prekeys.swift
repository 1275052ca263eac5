@testable import HoldfastCrypto
@testable import HoldfastWire

/// What decodes is exactly what encodes, for each structure about prekeys and for receipts.
func fuzzPrekeys(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    same(bytes) { (bytes) throws(WireError) in try PrekeyBatch(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try Prekey(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try PrekeyClaim(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try PrekeyBundle(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try PrekeyStock(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try PrekeyUploadResult(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try Receipt(bytes).bytes }
    same(bytes) { (bytes) throws(WireError) in try SignedReceipt(bytes).bytes }
    do throws(PrekeyError) {
        let upload = try PrekeyUpload.decode(bytes)
        precondition(upload.bytes == bytes, "another upload was accepted")
        for prekey in upload.prekeys() { prove(prekey) }
    } catch {
        // Refused, as most bytes are.
    }
    return 0
}

private func prove(_ prekey: Prekey) {
    do throws(PrekeyFault) {
        try prekey.checkPlace()
    } catch {
        preconditionFailure("a prekey of a whole upload is not proven")
    }
}
