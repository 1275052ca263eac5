import CrashSupport
import FoundationEssentials
import Glibc
import Testing

@Suite("What packs the relay")
struct PackagingTests {
    private static let analyze = "/usr/bin/systemd-analyze"
    private static let hasAnalyze = access(analyze, X_OK) == 0

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().resolvingSymlinksInPath()

    @Test(
        "The unit is one that systemd understands", .enabled(if: hasAnalyze, "no systemd-analyze"))
    func unit() throws {
        let folder = try Folder(isOnDisk: true)
        let path = Self.root.appending(path: "Packaging/systemd/holdfast-relay.service").path
        let unit = String(decoding: try #require(try Files.read(path)), as: UTF8.self)
        let parts = unit.split(
            separator: "/usr/local/bin/holdfast-relay", omittingEmptySubsequences: false)
        #expect(parts.count == 2)
        func verify(_ text: String) throws -> (lines: [String], end: ChildProcess.End) {
            try Files.write(Array(text.utf8), to: folder.path + "/holdfast-relay.service")
            let process = try ChildProcess(
                path: "/bin/sh",
                [
                    "-c",
                    "exec \(Self.analyze) verify --man=no \(folder.path)/holdfast-relay.service 2>&1",
                ])
            return (try process.readLines(), try process.wait())
        }
        let installed = parts.joined(separator: "/bin/true")
        let good = try verify(installed)
        #expect(good.end == .exit(0))
        #expect(good.lines.allSatisfy { !$0.contains("holdfast-relay") }, "\(good.lines)")
        let bad = try verify(installed + "\n[Service]\nLimitCOER=0\nExecStart=/nonexistent/x\n")
        #expect(bad.end != .exit(0) || bad.lines.contains { $0.contains("LimitCOER") })
    }
}
