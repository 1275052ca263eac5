import HoldfastLab

/// What the platform itself answers on a simulated phone, below any store, as cells of a table.
struct NativeMatrix {
    let header: [String]
    let rows: [[String]]

    /// Tries every class, state and operation of a keychain, or every kind of key in every
    /// situation on each API level of a keystore.
    init(_ system: PhoneSystem) async {
        switch system {
        case .iOS:
            header = ["class", "state", "operation", "OSStatus"]
            rows = await IOSMatrix.grid().map { cell in
                [
                    cell.accessibility, cell.state.rawValue, cell.operation.rawValue,
                    String(cell.status),
                ]
            }
        case .android:
            let levels = Array(AndroidProfile.apiLevels)
            header = ["key", "situation"] + levels.map { "API \($0)" }
            rows = AndroidMatrix.grid(apiLevels: levels).map { line in
                [line.kind.rawValue, line.situation.rawValue]
                    + levels.map { line.answers[$0].map { "\($0)" } ?? "-" }
            }
        }
    }
}
