// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nothing of the peers (GLib, libsecret) comes near the product.
let package = Package(
    name: "holdfast-benchmarks",
    platforms: [.macOS(.v15)],
    // The tool that a row starts is the root package's own build, which has no traits.
    dependencies: [.package(name: "holdfast", path: "..", traits: ["TPM", "Server"])],
    targets: [
        .systemLibrary(
            name: "CRawSecret", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),
        .systemLibrary(
            name: "CRawSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CRawSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(
            name: "CRawCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(
            name: "CRawTPM",
            linkerSettings: [.linkedLibrary("tss2-esys"), .linkedLibrary("tss2-tctildr")]),
        .target(name: "CLoad", cSettings: [.define("_GNU_SOURCE")]),
        .executableTarget(
            name: "empty-handler", linkerSettings: [.linkedLibrary("microhttpd")]),
        .executableTarget(
            name: "holdfast-bench",
            dependencies: [
                "CLoad", "CRawSecret", "CRawSQLite", "CRawSodium", "CRawCrypto", "CRawTPM",
                .product(name: "Holdfast", package: "holdfast"),
                .product(name: "HoldfastE2EE", package: "holdfast"),
                .product(name: "HoldfastHistory", package: "holdfast"),
                .product(name: "HoldfastLab", package: "holdfast"),
                .product(name: "HoldfastRecovery", package: "holdfast"),
            ],
            swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
    ]
)
