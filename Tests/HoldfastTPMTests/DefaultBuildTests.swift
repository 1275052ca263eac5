#if !TPM
import Glibc
import Testing

@Suite("Without the trait TPM")
struct DefaultBuildTests {
    @Test("Nothing of the TPM is loaded into the process")
    func nothingIsLoaded() throws {
        let file = try #require(fopen("/proc/self/maps", "r"))
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        var mappings = 0
        while getline(&line, &capacity, file) > 0, let line {
            mappings += 1
            #expect(strstr(line, "libtss2") == nil)
        }
        #expect(mappings > 0)
    }
}
#endif
