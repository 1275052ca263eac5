// swift-tools-version: 6.1
import PackageDescription

// Each feature: https://www.swift.org/swift-evolution/ SE-0335, SE-0409, SE-0444.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
let linuxLike: [Platform] = [.linux, .android]
let apple: [Platform] = [.macOS, .iOS, .tvOS, .watchOS, .visionOS, .macCatalyst]

/// A C library of the system: a module map and a shim header, nothing else.
func clib(_ name: String, pkg: String?, apt: [String]) -> Target {
    .systemLibrary(
        name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkg,
        providers: apt.isEmpty ? nil : [.apt(apt)])
}

/// One module of ours; what it may import is the table in ARCHITECTURE.md.
func room(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude)
}

// On Android the Java Native Interface is the system's. Elsewhere it takes a JDK, so only
// `Scripts/check-jni` asks for it, with a scratch path of its own.
let isCheckingJava = Context.environment["HOLDFAST_JNI"] != nil
let java = Target.Dependency.target(
    name: "CJNI", condition: .when(platforms: isCheckingJava ? [.android, .linux] : [.android]))
let javaChecks: [Target] =
    isCheckingJava
    ? [
        .target(
            name: "HoldfastJavaChecks",
            dependencies: [
                "HoldfastAndroid", "HoldfastMigration", "HoldfastCore", "HoldfastCrypto", "CJNI",
            ], path: "Tests/JVM/Swift")
    ] : []
let javaProducts: [Product] =
    isCheckingJava
    ? [.library(name: "HoldfastJavaChecks", type: .dynamic, targets: ["HoldfastJavaChecks"])] : []

let package = Package(
    name: "holdfast",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "Holdfast", targets: ["Holdfast"]),
        .library(name: "HoldfastAndroid", targets: ["HoldfastAndroid"]),
        .library(name: "HoldfastCompat", targets: ["HoldfastCompat"]),
        .library(name: "HoldfastE2EE", targets: ["HoldfastE2EE", "HoldfastWire"]),
        .library(name: "HoldfastHistory", targets: ["HoldfastHistory"]),
        .library(name: "HoldfastLab", targets: ["HoldfastLab"]),
        .library(name: "HoldfastMigration", targets: ["HoldfastMigration"]),
        .library(name: "HoldfastRecovery", targets: ["HoldfastRecovery"]),
        .library(name: "HoldfastRelayClient", targets: ["HoldfastRelayClient", "HoldfastCurl"]),
        .executable(name: "holdfast", targets: ["holdfast-tool"]),
        .executable(name: "holdfast-network", targets: ["holdfast-network"]),
        .executable(name: "holdfast-relay", targets: ["holdfast-relay"]),
        .executable(name: "holdfast-sheet", targets: ["holdfast-sheet"]),
    ] + javaProducts,
    traits: [
        .trait(name: "TPM", description: "Keys and a sealed device secret in a TPM 2.0."),
        .trait(name: "Desktop", description: "Fingerprint reader and screen lock, by D-Bus."),
        .trait(name: "SecretService", description: "The desktop's own keyring as a store."),
        .trait(name: "QRCode", description: "Codes to scan, in the tool's terminal."),
        .trait(
            name: "RecoverySheet", description: "A recovery sheet to print, by cairo.",
            enabledTraits: ["QRCode"]),
        .trait(name: "Server", description: "The relay, a server of its own."),
        .trait(
            name: "PostgreSQL", description: "A relay's storage in PostgreSQL, by libpq.",
            enabledTraits: ["Server"]),
        .trait(name: "Network", description: "Speaking to a relay, on Linux by libcurl."),
        .trait(
            name: "All", description: "Every optional part.",
            enabledTraits: [
                "TPM", "Desktop", "SecretService", "QRCode", "RecoverySheet", "Server",
                "PostgreSQL", "Network",
            ]),
        .default(enabledTraits: []),
    ],
    targets: [
        clib("COpenSSL", pkg: "libcrypto", apt: ["libssl-dev"]),
        clib("CSodium", pkg: "libsodium", apt: ["libsodium-dev"]),
        clib("CSQLite", pkg: "sqlite3", apt: ["libsqlite3-dev"]),
        clib("CKeyUtils", pkg: "libkeyutils", apt: ["libkeyutils-dev"]),
        clib("CLinux", pkg: nil, apt: []),
        clib("CJNI", pkg: nil, apt: ["default-jdk-headless"]),
        clib("CTSS", pkg: "tss2-esys", apt: ["libtss2-dev"]),
        clib("CSecret", pkg: "libsecret-1", apt: ["libsecret-1-dev"]),
        clib("CSystemd", pkg: "libsystemd", apt: ["libsystemd-dev"]),
        clib("CQREncode", pkg: "libqrencode", apt: ["libqrencode-dev"]),
        clib("CCairo", pkg: "cairo", apt: ["libcairo2-dev"]),
        clib("CMicroHTTPD", pkg: "libmicrohttpd", apt: ["libmicrohttpd-dev"]),
        clib("CPQ", pkg: "libpq", apt: ["libpq-dev"]),
        clib("CCurl", pkg: "libcurl", apt: ["libcurl4-openssl-dev"]),

        // Ground.
        room(
            "HoldfastCrypto",
            [
                .target(name: "COpenSSL", condition: .when(platforms: linuxLike)),
                .target(name: "CSodium", condition: .when(platforms: linuxLike)),
                .target(name: "CLinux", condition: .when(platforms: linuxLike)),
            ]),
        room(
            "HoldfastSQLite",
            [.target(name: "CSQLite", condition: .when(platforms: [.linux]))]),

        // Core.
        room("HoldfastCore", ["HoldfastCrypto"]),

        room("HoldfastWire", ["HoldfastCrypto"]),

        // Stores.
        room(
            "HoldfastLinux",
            [
                "HoldfastCore", "HoldfastCrypto",
                .target(name: "HoldfastSQLite", condition: .when(platforms: [.linux])),
                .target(name: "CKeyUtils", condition: .when(platforms: [.linux])),
                .target(name: "CLinux", condition: .when(platforms: [.linux])),
                .target(name: "CTSS", condition: .when(platforms: [.linux], traits: ["TPM"])),
                .target(
                    name: "CSecret",
                    condition: .when(platforms: [.linux], traits: ["SecretService"])),
                .target(
                    name: "CSystemd", condition: .when(platforms: [.linux], traits: ["Desktop"])),
            ]),

        room("HoldfastApple", ["HoldfastCore", "HoldfastCrypto"]),
        .target(
            name: "HoldfastAndroid", dependencies: ["HoldfastCore", "HoldfastCrypto", java],
            exclude: ["Java"], swiftSettings: strict),

        // Life.
        room("HoldfastE2EE", ["HoldfastCore", "HoldfastCrypto", "HoldfastWire"]),

        // Services.
        room(
            "HoldfastLab",
            [
                "HoldfastCore", "HoldfastCrypto", "HoldfastWire", "HoldfastE2EE", "HoldfastApple",
                "HoldfastAndroid", "HoldfastRecovery",
                .target(name: "COpenSSL", condition: .when(platforms: linuxLike)),
            ]),
        room(
            "HoldfastMigration",
            [
                "HoldfastCore", "HoldfastCrypto", "HoldfastApple", "HoldfastAndroid",
                .target(name: "HoldfastLinux", condition: .when(platforms: [.linux])),
            ]),

        room(
            "HoldfastRecovery",
            [
                "HoldfastCore", "HoldfastCrypto", "HoldfastWire", "HoldfastE2EE",
                .target(name: "CLinux", condition: .when(platforms: linuxLike)),
            ]),
        room(
            "HoldfastRelayServer",
            [
                "HoldfastWire", "HoldfastCrypto",
                .target(name: "HoldfastSQLite", condition: .when(platforms: [.linux])),
                .target(
                    name: "CMicroHTTPD", condition: .when(platforms: [.linux], traits: ["Server"])),
                .target(
                    name: "CPQ", condition: .when(platforms: [.linux], traits: ["PostgreSQL"])),
            ]),
        room(
            "HoldfastRelayClient",
            [
                "HoldfastCore", "HoldfastCrypto", "HoldfastWire", "HoldfastE2EE",
                "HoldfastRecovery",
            ]),
        // A module of its own, so that the tool `holdfast` can know relays without the library.
        room(
            "HoldfastCurl",
            [
                "HoldfastRelayClient",
                .target(
                    name: "CCurl", condition: .when(platforms: [.linux], traits: ["Network"])),
            ]),
        room(
            "HoldfastHistory",
            [
                "HoldfastCore", "HoldfastCrypto", "HoldfastWire", "HoldfastE2EE",
                "HoldfastRecovery",
                .target(name: "HoldfastSQLite", condition: .when(platforms: [.linux])),
            ]),

        // Umbrella.
        room(
            "Holdfast",
            [
                "HoldfastCore",
                .target(name: "HoldfastApple", condition: .when(platforms: apple)),
                .target(name: "HoldfastAndroid", condition: .when(platforms: [.android])),
                .target(name: "HoldfastLinux", condition: .when(platforms: [.linux])),
            ]),

        // Another library's calls.
        room("HoldfastCompat", ["Holdfast", "HoldfastCore", "HoldfastCrypto"]),

        // Door.
        room(
            "HoldfastCLI",
            [
                "HoldfastCore", "HoldfastCrypto", "HoldfastLinux", "HoldfastWire", "HoldfastE2EE",
                "HoldfastLab", "HoldfastMigration", "HoldfastRelayClient", "HoldfastHistory",
                "HoldfastRecovery",
                .target(name: "CLinux", condition: .when(platforms: [.linux])),
                .target(
                    name: "CQREncode", condition: .when(platforms: [.linux], traits: ["QRCode"])),
            ]),
        .executableTarget(
            name: "holdfast-tool", dependencies: ["HoldfastCLI"], swiftSettings: strict),

        .executableTarget(
            name: "holdfast-network", dependencies: ["HoldfastCLI", "HoldfastCurl"],
            swiftSettings: strict),

        // A program of its own, so that no other loads a graphics library.
        .executableTarget(
            name: "holdfast-sheet",
            dependencies: [
                "HoldfastCLI", "HoldfastCore", "HoldfastCrypto",
                .target(
                    name: "CCairo",
                    condition: .when(platforms: [.linux], traits: ["RecoverySheet"])),
            ], swiftSettings: strict),

        .executableTarget(
            name: "holdfast-relay", dependencies: ["HoldfastRelayServer"], swiftSettings: strict),

        // What several test targets share, and the process that they start and kill. No products.
        .target(
            name: "CrashSupport", dependencies: ["HoldfastSQLite"], path: "Tests/CrashSupport"),
        .executableTarget(
            name: "CrashWriter",
            dependencies: [
                "HoldfastLinux", "HoldfastCore", "HoldfastCrypto", "HoldfastSQLite", "CrashSupport",
            ],
            path: "Tests/CrashWriter"),

        .executableTarget(
            name: "HistoryWriter",
            dependencies: [
                "HoldfastHistory", "HoldfastE2EE", "HoldfastWire", "HoldfastLab", "HoldfastLinux",
                "HoldfastCore", "HoldfastCrypto", "CrashSupport",
            ],
            path: "Tests/HistoryWriter"),

        tests(
            "HoldfastCryptoTests",
            [
                "HoldfastCrypto",
                .target(name: "CrashSupport", condition: .when(platforms: [.linux])),
            ],
            exclude: ["Peers", "Vectors"]),
        tests("HoldfastSQLiteTests", ["HoldfastSQLite"]),
        tests(
            "HoldfastCoreTests", ["HoldfastCore", "HoldfastCrypto", "HoldfastLab"],
            exclude: ["Vectors"]),
        tests("HoldfastWireTests", ["HoldfastWire", "HoldfastCrypto"], exclude: ["Fixtures"]),
        tests(
            "HoldfastE2EETests",
            [
                "HoldfastE2EE", "HoldfastWire", "HoldfastLab", "HoldfastLinux", "HoldfastCore",
                "HoldfastCrypto",
                .target(name: "CrashSupport", condition: .when(platforms: [.linux])),
            ],
            exclude: ["Peers"]),
        tests(
            "HoldfastHistoryTests",
            [
                "HoldfastHistory", "HoldfastRecovery", "HoldfastE2EE", "HoldfastWire",
                "HoldfastLab", "HoldfastLinux", "HoldfastCore", "HoldfastCrypto",
                "HoldfastSQLite", "CrashSupport", "HistoryWriter",
            ], exclude: ["Fixtures"]),
        tests(
            "HoldfastAppleTests",
            ["HoldfastApple", "HoldfastLab", "HoldfastCore", "HoldfastCrypto"]),
        tests(
            "HoldfastLinuxTests",
            [
                "HoldfastLinux", "HoldfastLab", "HoldfastCore", "HoldfastCrypto", "HoldfastSQLite",
                "CrashSupport",
                .target(name: "CKeyUtils", condition: .when(platforms: [.linux])),
            ],
            exclude: ["Fixtures"]),
        tests(
            "HoldfastTPMTests",
            [
                "HoldfastLinux", "HoldfastLab", "HoldfastE2EE", "HoldfastWire", "HoldfastCore",
                "HoldfastCrypto", "CrashSupport", "holdfast-tool",
                .target(name: "CTSS", condition: .when(platforms: [.linux], traits: ["TPM"])),
            ]),
        tests(
            "HoldfastDesktopTests",
            [
                "HoldfastLinux", "HoldfastLab", "HoldfastCore", "HoldfastCrypto", "CrashSupport",
                "holdfast-tool",
            ]),
        tests(
            "HoldfastSecretServiceTests",
            ["HoldfastLinux", "HoldfastLab", "HoldfastCore", "HoldfastCrypto", "CrashSupport"]),
        tests(
            "HoldfastQRCodeTests",
            [
                "HoldfastCLI", "HoldfastCore", "HoldfastCrypto", "HoldfastRecovery",
                "CrashSupport", "holdfast-tool", "holdfast-sheet",
            ]),
        tests(
            "ConformanceTests",
            [
                "HoldfastLab", "HoldfastLinux", "HoldfastApple", "HoldfastAndroid",
                "HoldfastCore", "HoldfastCrypto", "CrashSupport",
            ]),
        tests(
            "HoldfastAndroidTests",
            ["HoldfastAndroid", "HoldfastLab", "HoldfastCore", "HoldfastCrypto"]),
        tests(
            "HoldfastLabTests",
            [
                "HoldfastLab", "HoldfastApple", "HoldfastAndroid", "HoldfastCore", "HoldfastCrypto",
                "CrashSupport",
            ]),
        tests(
            "HoldfastMigrationTests",
            [
                "HoldfastMigration", "HoldfastLab", "HoldfastApple", "HoldfastAndroid",
                "HoldfastCore", "HoldfastCrypto", "CrashSupport",
            ]),
        tests(
            "HoldfastRecoveryTests",
            [
                "HoldfastRecovery", "HoldfastE2EE", "HoldfastWire", "HoldfastLab", "HoldfastCore",
                "HoldfastCrypto", "CrashSupport",
            ], exclude: ["Fixtures", "Peers", "Vectors"]),
        tests(
            "HoldfastRelayServerTests",
            [
                "HoldfastRelayServer", "HoldfastWire", "HoldfastCrypto", "HoldfastSQLite",
                "CrashSupport", "holdfast-relay",
            ], exclude: ["Peers"]),
        tests(
            "HoldfastRelayClientTests",
            [
                "HoldfastRelayClient", "HoldfastCurl", "HoldfastRecovery", "HoldfastE2EE",
                "HoldfastWire", "HoldfastLab", "HoldfastCore", "HoldfastCrypto", "CrashSupport",
                "holdfast-relay",
            ]),
        tests(
            "HoldfastNetworkTests",
            [
                "HoldfastCLI", "HoldfastCurl", "HoldfastRelayClient", "HoldfastHistory",
                "HoldfastLinux", "HoldfastE2EE", "HoldfastWire", "HoldfastCore", "HoldfastCrypto",
                "CrashSupport", "holdfast-tool", "holdfast-network", "holdfast-relay",
            ]),
        tests("HoldfastTests", ["Holdfast", "CrashSupport"]),
        tests(
            "HoldfastCompatTests",
            ["HoldfastCompat", "HoldfastLab", "HoldfastApple", "HoldfastCrypto", "CrashSupport"]),
        tests(
            "HoldfastCLITests",
            [
                "HoldfastCLI", "HoldfastLinux", "HoldfastE2EE", "HoldfastWire", "HoldfastCore",
                "HoldfastCrypto", "HoldfastRecovery", "HoldfastSQLite", "CrashSupport",
            ],
            exclude: ["Snapshots", "Vectors"]),
        tests(
            "CrashTests",
            ["HoldfastLinux", "HoldfastCore", "HoldfastCrypto", "HoldfastSQLite", "CrashSupport"]),
        tests("ScriptTests", ["holdfast-tool", "CrashSupport"], exclude: ["Scripts"]),
        tests("RepositoryTests", ["HoldfastCore", "HoldfastCrypto"]),
    ] + javaChecks
)
