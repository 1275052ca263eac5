/// Who makes a call of the keychain, and what its signature entitles it to.
struct KeychainCaller {
    let app: AppIdentifier
    let process: Int
    /// Its access groups; the first is where an add goes that names none.
    let groups: [String]
    let hasUsageDescription: Bool

    init(_ app: AppIdentifier, process: Int, _ state: PhoneState) {
        self.app = app
        self.process = process
        let build = state.builds[app] ?? AppBuild()
        groups = build.accessGroups ?? [AppBuild.ownGroup(of: app)]
        hasUsageDescription = build.hasFaceIDUsageDescription
    }
}
