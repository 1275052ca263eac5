/// One result, as it stands in the file of results.
struct Row: Codable, Equatable {
    /// Which direction of the ratio is better.
    enum Better: String, Codable {
        case higher
        case lower
    }

    let id: String
    let what: String
    let ours: Double
    let peer: Double
    let unit: String
    /// Ours ÷ the peer's, in the row's unit.
    let ratio: Double
    /// What the ratio must reach, or stay under; `nil` for a row that is only told.
    let bar: Double?
    let better: Better
    let holds: Bool
    /// From how many batches of each the medians are.
    let samples: Int

    init(
        id: String, what: String, unit: String, ours: Double, peer: Double, bar: Double?,
        better: Better, samples: Int
    ) {
        self.id = id
        self.what = what
        self.unit = unit
        self.ours = ours
        self.peer = peer
        self.bar = bar
        self.better = better
        self.samples = samples
        ratio = ours / peer
        // A ratio that is not a number holds nothing.
        holds = bar.map { better == .higher ? ours / peer >= $0 : ours / peer <= $0 } ?? true
    }

    /// A bar that is not there is written as null and not left out.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(what, forKey: .what)
        try container.encode(ours, forKey: .ours)
        try container.encode(peer, forKey: .peer)
        try container.encode(unit, forKey: .unit)
        try container.encode(ratio, forKey: .ratio)
        try container.encode(bar, forKey: .bar)
        try container.encode(better, forKey: .better)
        try container.encode(holds, forKey: .holds)
        try container.encode(samples, forKey: .samples)
    }
}
