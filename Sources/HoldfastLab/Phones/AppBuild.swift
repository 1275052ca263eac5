/// How an app was built and signed; it stays so over installations.
public struct AppBuild: Sendable, Equatable {
    /// The keychain access groups of its entitlements in their order; `nil` for its own only.
    public var accessGroups: [String]?
    /// Whether its `Info.plist` has `NSFaceIDUsageDescription`.
    public var hasFaceIDUsageDescription: Bool

    /// Describes a build.
    ///
    /// - Parameters:
    ///   - accessGroups: the first is where an item goes that names no group; empty for an app
    ///     without any entitlement.
    ///   - hasFaceIDUsageDescription: whether its `Info.plist` says why it asks for a face.
    public init(accessGroups: [String]? = nil, hasFaceIDUsageDescription: Bool = true) {
        self.accessGroups = accessGroups
        self.hasFaceIDUsageDescription = hasFaceIDUsageDescription
    }

    /// The group that every app has by itself: its team's prefix and its name.
    ///
    /// - Parameter app: the app.
    /// - Returns: for example `TEAM.org.example.chat`.
    public static func ownGroup(of app: AppIdentifier) -> String { "TEAM.\(app.name)" }
}
