import Glibc
import HoldfastCore

/// A program that is installed together with this one.
struct SiblingProgram {
    /// The file's name.
    let name: String

    /// The relay, which is a server.
    static let relay = SiblingProgram(name: "holdfast-relay")
    /// The part of the tool that speaks to relays.
    static let network = SiblingProgram(name: "holdfast-network")

    /// The part of the tool that makes pages to print.
    static let sheet = SiblingProgram(name: "holdfast-sheet")

    /// Where it may lie: beside this program, wherever links to this one lie, and in `libexec`.
    ///
    /// `PATH` is never searched: whoever can set it is not asked what gets the vault's passcode.
    var places: [[UInt8]] {
        guard let path = realpath("/proc/self/exe", nil) else { return [] }
        defer { free(path) }
        let own = String(cString: path).split(separator: "/", omittingEmptySubsequences: false)
        let folder = own.dropLast().joined(separator: "/")
        return [folder, folder + "/../libexec/holdfast"].map { Array("\($0)/\(name)".utf8) }
    }

    /// The first of the places where there is a program.
    var path: [UInt8]? {
        places.first { place in
            (place + [0]).withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in
                    bytes.baseAddress.map { access($0, X_OK) == 0 } ?? false
                }
            }
        }
    }
}
