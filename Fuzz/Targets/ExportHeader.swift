@testable import HoldfastCore
@testable import HoldfastCrypto
@testable import HoldfastLinux

/// A header behind a checksum that is right is refused, or asks for a cost within the bounds.
func fuzzExportHeader(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let input = UnsafeRawBufferPointer(start: start, count: count)
    read([UInt8](input))
    let fields = Array((ExportHeader.magic + input).prefix(ExportHeader.fieldsByteCount))
    read(fields + SHA256.hash(fields) + [UInt8](repeating: 0, count: 32))
    return 0
}

private func read(_ file: [UInt8]) {
    do throws(KeychainError) {
        let read = file.withUnsafeBytes { bytes in
            Result { () throws(KeychainError) in try ExportHeader(of: bytes) }
        }
        let header = try read.get()
        precondition(file.starts(with: header.fields), "other fields were read")
        precondition(ExportHeader.memoryBounds.contains(header.cost.memoryKiB))
        precondition(ExportHeader.iterationBounds.contains(header.cost.iterations))
    } catch {
        let codes: [KeychainError.Code] = [.invalidArgument, .unsupported, .dataCorrupted]
        precondition(codes.contains(error.code))
    }
}
