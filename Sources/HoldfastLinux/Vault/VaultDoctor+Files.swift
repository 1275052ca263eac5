#if os(Linux)
import CLinux
import Glibc
import HoldfastCore

extension VaultDoctor {
    /// The vault's files and where they lie.
    mutating func examineFiles() {
        let location = core.configuration.location
        examineMode(location.directory, "vault's directory")
        examineMode(location.stateDirectory, "device secret's directory")
        if FileSystem.isReadOnly(location.directory) {
            add(.warning, "file system", "read-only: nothing can be stored")
        } else if core.files.isClosedToWriting {
            add(
                .warning, "permissions",
                "the vault's directory or a file in it is closed to writing: nothing can be stored",
                advice: "chmod u+w them")
        }
        examineFileSystem(location.directory)
        for warning in core.warnings { add(.warning, "mended", warning) }
        examineLeftovers(location.directory)
    }

    private mutating func examineMode(_ path: String, _ what: String) {
        do throws(Errno) {
            guard let status = try FileSystem.status(path) else { return }
            if status.isOpenToOthers {
                add(
                    .warning, "permissions", "the \(what) is open to others",
                    advice: "chmod 700 it")
            } else {
                add(.good, "permissions", "the \(what) is the owner's alone")
            }
        } catch {
            add(.bad, "permissions", "the \(what) cannot be looked at: \(error.text)")
        }
    }

    private mutating func examineFileSystem(_ path: String) {
        var info = statfs()
        guard statfs(path, &info) == 0 else { return }
        // statfs(2): the magic numbers of file systems.
        switch UInt64(bitPattern: Int64(info.f_type)) & 0xffff_ffff {
        case 0x0102_1994, 0x8584_58f6:
            add(
                .warning, "file system", "in memory: everything is gone at the next start",
                advice: "choose a directory on a disk with HOLDFAST_HOME")
        case 0x6969, 0xff53_4d42, 0xfe53_4d42, 0x517b:
            add(
                .warning, "file system", "on a network: locks and syncs may not be what they say",
                advice: "keep the vault on a local disk")
        default:
            add(.good, "file system", "local")
        }
    }

    private mutating func examineLeftovers(_ path: String) {
        guard let directory = opendir(path) else { return }
        defer { closedir(directory) }
        var count = 0
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(".vault-") && name.hasSuffix(".new") { count += 1 }
        }
        if count > 0 {
            add(
                .note, "leftovers", "\(count) unfinished new vaults from interrupted starts",
                advice: "remove the files .vault-*.new in the vault's directory")
        }
    }
}
#endif
