@testable import HoldfastLinux

/// A bucket of any bytes, and entries put in and taken out of an empty one.
func fuzzBucket(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = Input(start, count)
    if var bucket = Bucket(.range(0), bytes: [UInt8](input.rest)) {
        change(&bucket, &input)
    }
    var bucket = Bucket(empty: .range(0))
    var model: [[UInt8]: [UInt8]] = [:]
    while !input.isOver {
        let id = id(&input)
        if input.byte() % 3 == 0 {
            bucket.remove(id)
            model[id] = nil
        } else {
            let digest = [UInt8](repeating: input.byte(), count: 32)
            bucket.put(id, tag: [UInt8](repeating: 1, count: 16), digest: digest)
            model[id] = digest
        }
    }
    precondition(bucket.entryCount == model.count)
    precondition(bucket.split().reduce(0) { $0 + $1.entryCount } == model.count)
    for (id, digest) in model {
        precondition(bucket.entry(of: id).map { $0.digest.elementsEqual(digest) } ?? false)
    }
    return 0
}

/// Few ids, so that they meet.
private func id(_ input: inout Input) -> [UInt8] {
    [input.byte() % 4, input.byte() % 4] + [UInt8](repeating: 0, count: 30)
}

private func change(_ bucket: inout Bucket, _ input: inout Input) {
    let name = id(&input)
    _ = bucket.entry(of: name)
    bucket.put(
        name, tag: [UInt8](repeating: 1, count: 16), digest: [UInt8](repeating: 2, count: 32))
    bucket.remove(name)
    bucket.forEach { _, _, _ in }
    _ = bucket.split()
}
