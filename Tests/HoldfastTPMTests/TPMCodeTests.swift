#if os(Linux) && TPM
import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

@Suite("Codes of the TPM and of its library")
struct TPMCodeTests {
    // TPM 2.0 Library, part 2, section 6.6.3, and the codes that the two TPMs in software gave.
    @Test(
        "A code means the same whichever session, handle or parameter is at fault",
        arguments: [
            (0x98e, KeychainError.Code.authFailed), (0x08e, .authFailed), (0xa8e, .authFailed),
            (0x9a2, .authFailed), (0x1a2, .authFailed), (0x921, .lockout), (0xb0921, .lockout),
            (0x99d, .interactionNotAllowed), (0xa9d, .interactionNotAllowed),
            (0x128, .interactionNotAllowed), (0x1df, .dataCorrupted), (0x09f, .dataCorrupted),
            (0x185, .hardwareUnavailable), (0x902, .unknown), (0xc0902, .unknown),
            (0xa000a, .hardwareUnavailable), (0xa0008, .hardwareUnavailable), (0x7001b, .unknown),
            (0x84, .unknown), (0x101, .unknown), (0x60001, .unknown),
            // The same low bits from another layer are not the TPM's answer.
            (0x8098e, .unknown), (0x70921, .unknown),
        ] as [(UInt32, KeychainError.Code)])
    func meaning(_ raw: UInt32, _ code: KeychainError.Code) {
        let error = KeychainError(TPMCode(raw), "a call fails")
        #expect(error.code == code)
        #expect(error.nativeDomain == "tpm")
        #expect(error.nativeCode == Int(raw))
        #expect(error.message.hasPrefix("a call fails: "))
    }

    @Test(
        "A TPM that keeps its places taken is busy after many tries, and free after few is no error"
    )
    func places() throws {
        let tpm = try SoftwareTPM()
        let device = try TPMDevice(tpm.configuration)
        for raw: UInt32 in [0x902, 0x903, 0xb0902] {
            let count = Locked(0)
            let error = #expect(throws: KeychainError.self) {
                try device.perform { (_) throws(KeychainError) in
                    count.withLock { $0 += 1 }
                    throw KeychainError(TPMCode(raw), "a call fails")
                }
            }
            #expect(count.withLock { $0 } == 10)
            #expect(error?.code == .unknown && error?.nativeDomain == "holdfast.tpm")
            #expect(error?.nativeCode == 3 && error.map(ErrorCatalogue.exitStatus) == 9)
        }
        let tries = Locked(0)
        try device.perform { (_) throws(KeychainError) in
            let number = tries.withLock { count in
                count += 1
                return count
            }
            if number < 3 { throw KeychainError(TPMCode(0x902), "a call fails") }
        }
        #expect(tries.withLock { $0 } == 3)
    }

    @Test("An address is one of the library's own four kinds")
    func addresses() {
        for text in [
            "device:/dev/tpmrm0", "swtpm:path=/run/tpm", "swtpm:host=::1,port=2321", "mssim:",
            "tabrmd:", "tabrmd", "swtpm",
        ] {
            #expect(throws: Never.self) { try TPMAddress(text) }
        }
        for text in [
            "", ":", "device", "device:", "device:tpm0", "Device:/dev/tpm0", " device:/dev/tpm0",
            "cmd:sh -c true", "/usr/lib/libtss2-tcti-device.so.0", "pcap:", "device:/dev/\u{0}",
        ] {
            #expect(throws: KeychainError.self) { try TPMAddress(text) }
        }
    }

    @Test("A broken pipe inside does not end the process, and one from outside stays pending")
    func brokenPipe() {
        BrokenPipe.held { _ = raise(SIGPIPE) }
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        close(ends[0])
        let result = BrokenPipe.held { write(ends[1], "x", 1) }
        #expect(result == -1)
        close(ends[1])

        var (pipes, before, pending) = (sigset_t(), sigset_t(), sigset_t())
        sigemptyset(&pipes)
        sigaddset(&pipes, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipes, &before)
        raise(SIGPIPE)
        BrokenPipe.held { _ = raise(SIGPIPE) }
        sigpending(&pending)
        #expect(sigismember(&pending, SIGPIPE) == 1)
        var signal: Int32 = 0
        sigwait(&pipes, &signal)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        #expect(signal == SIGPIPE)
    }

    @Test("The variable names a TPM, and without it the kernel's is meant")
    func environment() throws {
        #expect(TPMConfiguration.variable == "HOLDFAST_TPM")
        #expect(TPMConfiguration().address == "device:/dev/tpmrm0")
        unsetenv(TPMConfiguration.variable)
        #expect(try TPMConfiguration.ofProcess().address == "device:/dev/tpmrm0")
        setenv(TPMConfiguration.variable, "swtpm:path=/run/tpm", 1)
        #expect(try TPMConfiguration.ofProcess().address == "swtpm:path=/run/tpm")
        var broken: [CChar] = [-1, 0]
        setenv(TPMConfiguration.variable, &broken, 1)
        #expect(throws: KeychainError.self) { try TPMConfiguration.ofProcess() }
        unsetenv(TPMConfiguration.variable)
    }
}
#endif
