import HoldfastCore

/// Which item of a source goes under which name, decided before anything is read.
struct MigrationPlan {
    /// What goes where, in the order of the names.
    private(set) var moves: [(item: MigrationItem, key: ItemKey)] = []
    /// What has no proper name, or shares one.
    private(set) var refused: [MigrationRecord] = []

    init(_ items: [MigrationItem], service: String?) {
        var groups: [ItemKey: [MigrationItem]] = [:]
        for item in items {
            let service = service ?? item.service
            do throws(KeychainError) {
                let key = try ItemKey(service: service, account: item.account)
                groups[key, default: []].append(item)
            } catch {
                refused.append(
                    MigrationRecord(.failed, service: service, name: item.account, error: error))
            }
        }
        for (key, group) in groups.sorted(by: { $0.key < $1.key }) {
            if group.count == 1 {
                moves += group.map { ($0, key) }
            } else {
                refused += group.map { _ in
                    MigrationRecord(.ambiguous, service: key.service, name: key.account)
                }
            }
        }
    }
}
