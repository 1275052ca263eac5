import HoldfastWire

extension BackupFile {
    /// Writes what is still named to a new file, which takes this one's place in one step.
    ///
    /// The caller has the old file locked; who waits for it finds the new one under its name.
    mutating func compact() throws(BackupTargetError) {
        let new = path + ".new"
        try BackupFileCalls.remove(new)
        guard let descriptor = try BackupFileCalls.open(new, creating: true) else {
            throw BackupFileCalls.failure()
        }
        var file = BackupFile(path: new, descriptor: descriptor)
        do throws(BackupTargetError) {
            try BackupFileCalls.lock(descriptor)
            try copy(to: &file)
            try BackupFileCalls.sync(descriptor)
            try BackupFileCalls.remove(new + ".unfinished")
            try BackupFileCalls.rename(new, over: path)
            try BackupFileCalls.syncFolder(of: path)
        } catch {
            BackupFileCalls.close(descriptor)
            throw error
        }
        BackupFileCalls.close(self.descriptor)
        file.path = path
        self = file
    }

    private func copy(to file: inout BackupFile) throws(BackupTargetError) {
        for (place, header) in index.headers {
            try file.append(
                FileBlock(
                    .header, header, lineage: place.lineage,
                    name: FileBlock.name(of: place.locator)), header)
        }
        for (lineage, content) in index.lineages {
            for (name, chunk) in content.chunks {
                let bytes = try read(chunk)
                let block = FileBlock(
                    .chunk, bytes, lineage: lineage, name: name, hash: chunk.hash)
                try file.append(block, bytes)
            }
        }
        for (lineage, content) in index.lineages {
            for manifest in content.manifests.reversed() {
                let bytes = manifest.bytes
                let name = Digest256(known: manifest.pointer.manifest.bytes)
                try file.append(
                    FileBlock(.manifest, bytes, lineage: lineage, name: name), bytes)
            }
        }
    }
}
