public import HoldfastCore
import HoldfastCrypto

/// A folder of an app on a simulated phone.
///
/// Every read and every replacement is a platform call that can fail or never return.
public struct SimulatedContainer: AppContainer {
    private let process: AppProcess
    private let folder: InstalledApp.Folder

    init(_ process: AppProcess, _ folder: InstalledApp.Folder) {
        self.process = process
        self.folder = folder
    }

    private static let failures = [
        NativeFailure(domain: "errno", code: 5, name: "EIO"),
        NativeFailure(domain: "errno", code: 28, name: "ENOSPC"),
    ]

    /// Reads a whole file.
    ///
    /// - Parameter name: the file's name.
    /// - Returns: its bytes, or `nil` if there is none.
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock where the folder is protected,
    ///   `UNKNOWN` with an `errno`.
    public func readFile(_ name: String) throws(KeychainError) -> [UInt8]? {
        let call = PlatformCall(
            "file.read", "\(folder.rawValue)/\(name)", failures: [Self.failures[0]])
        return try perform(call) { $0.flatMap { $0[name] } }.get()
    }

    /// Replaces a whole file in one step.
    ///
    /// - Parameters:
    ///   - name: the file's name.
    ///   - bytes: its new content.
    /// - Throws: as ``readFile(_:)``; the old file is still there unless only the answer was lost.
    public func replaceFile(_ name: String, with bytes: [UInt8]) throws(KeychainError) {
        let call = PlatformCall(
            "file.replace", "\(folder.rawValue)/\(name)", failures: Self.failures)
        _ = try perform(call) { files in
            files = (files ?? [:]).merging([name: bytes]) { _, new in new }
            return Done()
        }.get()
    }

    /// Removes a file.
    ///
    /// - Parameter name: the file's name.
    /// - Throws: as ``replaceFile(_:with:)``.
    public func removeFile(_ name: String) throws(KeychainError) {
        let call = PlatformCall(
            "file.remove", "\(folder.rawValue)/\(name)", failures: [Self.failures[0]])
        _ = try perform(call) { files in
            files?[name] = nil
            return Done()
        }.get()
    }

    /// Runs a body alone.
    ///
    /// - Parameter body: what to run.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    public func withLock<Answer: Sendable>(
        _ body: () throws(KeychainError) -> Answer
    ) throws(KeychainError) -> Answer {
        try process.phone.fileLock(of: process.app, folder).withLock {
            (_: inout sending Turn) throws(KeychainError) in try body()
        }
    }

    private func perform<Answer: Equatable & Sendable>(
        _ call: PlatformCall, _ effect: (inout [String: [UInt8]]?) -> Answer
    ) -> Result<Answer, KeychainError> {
        process.perform(
            call, failing: { .failure($0.fileError) },
            dead: .failure(KeychainError(.unknown, "the process is dead")),
            describe: Self.describe
        ) { state in
            guard folder != .credentialProtected || state.device.wasUnlocked else {
                return .failure(
                    KeychainError(.interactionNotAllowed, "the storage is not unlocked yet"))
            }
            return .success(
                effect(&state.apps[process.app, default: .init(installation: 0)].files[folder]))
        }
    }
}

extension AppProcess {
    /// The folder where an app keeps files of its own, which its backups have: in the application
    /// support directory of an iPhone, or in the default storage of an Android phone, which is not
    /// readable before the first unlock.
    public var appFolder: any AppContainer {
        switch phone.profile {
        case .iOS: SimulatedContainer(self, .backedUp)
        case .android: SimulatedContainer(self, .credentialProtected)
        }
    }
}

extension SimulatedContainer {
    private static func describe<Answer>(_ answer: Result<Answer, KeychainError>) -> String {
        switch answer {
        case .success: "done"
        case .failure(let error): error.code.rawValue
        }
    }
}

extension NativeFailure {
    fileprivate var fileError: KeychainError {
        KeychainError(
            .unknown, "a file could not be used: \(name)", nativeDomain: domain, nativeCode: code)
    }
}
