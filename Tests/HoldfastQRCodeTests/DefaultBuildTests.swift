#if !QRCode
import HoldfastCore
import Testing

@testable import HoldfastCLI

@Suite("Without the trait QRCode")
struct DefaultBuildTests {
    @Test("There is no code to scan, and what is said names the way to one")
    func none() {
        #expect(!QRCode.isBuiltIn)
        do throws(KeychainError) {
            _ = try QRCode.of("HOLDFAST:")
            Issue.record("a code was made without a library for it")
        } catch {
            #expect(error.code == .unsupported)
            #expect(error.recovery.contains("--traits QRCode"))
        }
    }
}
#endif
