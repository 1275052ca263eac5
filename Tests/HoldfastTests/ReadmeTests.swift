import CrashSupport
import Glibc
import Holdfast
import Testing

/// The code that README.md shows is code that is compiled and run.
@Suite(.serialized) struct ReadmeTests {
    // A property, so that the folder lives as long as its test.
    private let temporary: Folder

    init() throws {
        temporary = try Folder()
    }

    @Test("the example of README.md is the one that runs below")
    func isShown() throws {
        let example = try PageExample(
            of: "README.md", region: "example", in: "Tests/HoldfastTests/ReadmeTests.swift")
        #expect(example.shown == "import Holdfast\n\n" + example.compiled)
    }

    @Test("P1: the example of README.md stores a value and reads it back")
    func example() async throws {
        let folder = temporary.path
        setenv("HOLDFAST_HOME", folder + "/vault", 1)
        setenv("HOLDFAST_STATE", folder + "/state", 1)
        let token = "secret"
        try await remember(token)
        let store = try DefaultStore.open()
        let key = try ItemKey(service: "com.example.app", account: "refresh-token")
        #expect(try await store.readText(key) == token)
    }
}

// region: example
func remember(_ token: String) async throws {
    let store = try DefaultStore.open()
    let key = try ItemKey(service: "com.example.app", account: "refresh-token")
    try await store.write(SecretBytes(utf8: token), for: key, options: .for(.background))

    do {
        let item = try await store.read(key)  // nil means: the store answered, there is none
        print(item?.value.utf8String() == token ? "signed in" : "sign in")
    } catch KeychainError.Code.interactionNotAllowed {
        // Locked, not missing. Keep what you have and come back later.
    }
}
// endregion
