#if canImport(CSQLite)
extension PowerLoss {
    /// The choices of one power loss, each made once and in a fixed order.
    struct Outcome {
        private static let sectorByteCount = 512

        private let survival: Survival
        private let sectors: Sectors
        private var generator: SplitMix64
        /// In how many of eight cases a part of a write arrives: few, half or most.
        private let arrivals: Int

        init(survival: Survival, sectors: Sectors) {
            self.survival = survival
            self.sectors = sectors
            if case .random(let seed) = survival {
                generator = SplitMix64(seed: seed)
            } else {
                generator = SplitMix64(seed: 0)
            }
            arrivals = [1, 4, 7].randomElement(using: &generator) ?? 4
        }

        /// The file that a name stands for, if any.
        mutating func file(of name: SimulatedDisk.Name) -> StorageOperation.FileID? {
            switch survival {
            case .nothingUnsynced: return name.durable
            case .everything: return name.latest
            case .random:
                // Changes of one name arrive in their order, so the choice is how many of them.
                let arrived = Int.random(in: 0...name.pending.count, using: &generator)
                return arrived == 0 ? name.durable : name.pending[arrived - 1]
            }
        }

        /// What a file holds.
        mutating func bytes(of content: SimulatedDisk.Content) -> [UInt8] {
            var bytes = content.durable
            if case .nothingUnsynced = survival { return bytes }
            for change in content.pending {
                if case .everything = survival {
                    bytes.apply(change)
                    continue
                }
                switch change {
                case .truncate: if arrives() { bytes.apply(change) }
                case .write(let offset, let data): tear(data, at: offset, into: &bytes)
                }
            }
            return bytes
        }

        private mutating func tear(_ data: [UInt8], at offset: Int, into bytes: inout [UInt8]) {
            var start = offset
            while start < offset + data.count {
                let sector = start / Self.sectorByteCount * Self.sectorByteCount
                let end = min(sector + Self.sectorByteCount, offset + data.count)
                if arrives() {
                    bytes.write(data[(start - offset)..<(end - offset)], at: start)
                } else if end > bytes.count {
                    grow(&bytes, to: end)
                }
                if sectors == .destroyed { destroy(sector, of: &bytes) }
                start = end
            }
        }

        /// A file's length can arrive before its content: then it shows zeros or what was there.
        private mutating func grow(_ bytes: inout [UInt8], to end: Int) {
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: break
            case 1: bytes.resize(to: end)
            default: for _ in bytes.count..<end { bytes.append(generator.next8()) }
            }
        }

        private mutating func destroy(_ sector: Int, of bytes: inout [UInt8]) {
            guard Int.random(in: 0..<4, using: &generator) == 0, sector < bytes.count else {
                return
            }
            for index in sector..<min(sector + Self.sectorByteCount, bytes.count) {
                bytes[index] = generator.next8()
            }
        }

        private mutating func arrives() -> Bool {
            Int.random(in: 0..<8, using: &generator) < arrivals
        }
    }
}

extension SplitMix64 {
    fileprivate mutating func next8() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
}
#endif
