#if os(Linux) && TPM
import CrashSupport
import HoldfastLab
import Testing

@Suite("TPM keys keep what every key store promises")
struct TPMKeyStoreConformanceTests {
    @Test(
        "keys of a TPM over items in memory keep every promise",
        arguments: KeyStoreConformance.cases)
    func keepsInMemory(_ promise: KeyStoreCase) async throws {
        let tpm = try SoftwareTPM()
        #expect(try await promise.check(TPMKeySubject.overMemory(tpm)) == .kept)
        #expect(try TPMOwner(tpm).takenPlaces() == 0)
    }

    @Test("keys of a TPM over a vault keep every promise", arguments: KeyStoreConformance.cases)
    func keepsInVault(_ promise: KeyStoreCase) async throws {
        let tpm = try SoftwareTPM()
        let folder = try Folder()
        let subject = try await TPMKeySubject.overVault(tpm, in: folder)
        #expect(try await promise.check(subject) == .kept)
        #expect(try TPMOwner(tpm).takenPlaces() == 0)
    }
}
#endif
