public import HoldfastCore

/// What a source holds: items that can move, and what cannot.
public struct MigrationListing: Sendable, Equatable {
    /// Something that is there and cannot move.
    public struct Obstacle: Sendable, Equatable {
        /// The service that it belongs to, as far as it is known.
        public let service: String
        /// What a person may recognise it by: a name, or the place that could not be looked into.
        public let name: String
        /// Why it cannot move.
        public let error: KeychainError

        /// Describes an obstacle.
        ///
        /// - Parameters:
        ///   - service: empty if it is not known.
        ///   - name: a name or a place.
        ///   - error: why it cannot move.
        public init(service: String, name: String, error: KeychainError) {
            self.service = service
            self.name = name
            self.error = error
        }
    }

    /// What can move.
    public var items: [MigrationItem]
    /// What cannot: locked, damaged, or in a form that only its own library reads.
    public var obstacles: [Obstacle]

    /// Makes a listing.
    ///
    /// - Parameters:
    ///   - items: what can move.
    ///   - obstacles: what cannot.
    public init(items: [MigrationItem] = [], obstacles: [Obstacle] = []) {
        self.items = items
        self.obstacles = obstacles
    }
}
