/// The page `docs/benchmarks.md` and the plots in `docs/benchmarks`, written from the results.
struct ResultPage {
    let root: String

    func write(_ rows: [Row]) throws {
        guard !rows.isEmpty else {
            throw BenchFailure("there are no results yet; run `make bench`")
        }
        let machine = Machine.current(writingTo: root + "/")
        let areas = Area.all.map { (area: $0, rows: $0.rows(of: rows)) }.filter { !$0.rows.isEmpty }
        try Directory.make(root + "/" + Self.folder, mode: 0o755)
        for (area, rows) in areas {
            try SystemText.write(
                Plot(title: area.title, rows: rows).svg,
                toFile: "\(root)/\(Self.folder)/\(area.name).svg")
        }
        let sections = areas.map { area, rows in
            "## \(area.title)\n\n![\(area.title): ours ÷ peer](benchmarks/\(area.name).svg)\n\n"
                + Table.markdown(rows)
        }
        try SystemText.write(
            text(sections.joined(separator: "\n\n"), machine),
            toFile: root + "/docs/benchmarks.md")
    }

    private static let folder = "docs/benchmarks"

    private func text(_ sections: String, _ machine: Machine) -> String {
        """
        # Benchmarks

        This page is written by `make bench`; do not edit it.

        Each row compares this program with a peer that does the same work in the same run: the two
        take turns in batches, so that the machine's noise hits both. Figures are medians of the
        batches. A bar is what the ratio must reach (≥) or stay under (≤); `make bench` fails if
        one is missed. Rows that are told have no bar. Each plot shows its table's ratios.

        \(sections)

        ## The machine

        \(machine.processorCount) × \(machine.processor), \(machine.memoryGiB) GiB, \
        \(machine.system), Linux \(machine.kernel), files on \(machine.fileSystem). Absolute figures
        are this machine's; durable writes above all are those of its disk.

        ## How to repeat it

        * `make bench` runs all rows, in about eight minutes, and writes this page
          and its plots.
        * `make bench ONLY=id,id` runs some of them; the others keep their last result.
        * The results are in `.build/bench/results.json`, an array of objects with `id`, `what`,
          `ours`, `peer`, `unit`, `ratio`, `bar`, `better`, `holds` and `samples`.

        The vaults, the raw SQLite files and the keyring's file lie in `.build/bench`, in one file
        system. gnome-keyring runs on a bus of its own, and neither the user's keyring nor the
        user's vault is touched. The vaults have no passcode, but for `unlock` and `unlock-sealed`.

        ## Backup and its peers

        All work on the same bytes, in one file system, and all are durable: a backup syncs its file
        before it returns, restic syncs each file of its repository, and what `age` and
        `restic restore` leave unsynced is synced within their time. Each begins when nothing waits to
        be written. restic's time and ours hold the derivation of keys, from a password there and from
        twelve words here; restic's compression is off, as random bytes have nothing to give; its
        repository is made before. A restore of ours finds the backup by the words and verifies every
        byte, and both restored files are compared with the original outside of the time.

        `backup-memory` and `phrase-change` back 4 GiB up to a real file: the 256 MiB sixteen times,
        each message with a name of its own, so that no piece is like another. The memory is the most
        that was resident from the beginning of a backup to its end, in a process of its own, after
        Argon2id's 64 MiB were given back: words become keys when a backup is switched on, and not
        when it runs. Changing the phrase includes verifying all 4 GiB under the new one.

        """
    }
}
