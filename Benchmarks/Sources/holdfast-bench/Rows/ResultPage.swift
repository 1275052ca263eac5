/// The page `docs/benchmarks.md`, written from the results.
struct ResultPage {
    let root: String

    func write(_ rows: [Row]) throws {
        guard !rows.isEmpty else {
            throw BenchFailure("there are no results yet; run `make bench`")
        }
        let machine = Machine.current(writingTo: root + "/")
        try SystemText.write(text(rows, machine), toFile: root + "/docs/benchmarks.md")
    }

    private func text(_ rows: [Row], _ machine: Machine) -> String {
        """
        # Benchmarks

        This page is written by `make bench`; do not edit it.

        Each row compares this program with a peer that does the same work in the same run: the two
        take turns in batches, so that the machine's noise hits both. Figures are medians of the
        batches. A bar is what the ratio must reach (≥) or stay under (≤); `make bench` fails if
        one is missed. Rows that are told have no bar.

        \(Table.markdown(rows))

        ## The machine

        \(machine.processorCount) × \(machine.processor), \(machine.memoryGiB) GiB, \
        \(machine.system), Linux \(machine.kernel), files on \(machine.fileSystem). Absolute figures
        are this machine's; durable writes above all are those of its disk.

        ## How to repeat it

        * `make bench` runs all rows, in about five minutes, and writes this page.
        * `make bench ONLY=id,id` runs some of them; the others keep their last result.
        * The results are in `.build/bench/results.json`, an array of objects with `id`, `what`,
          `ours`, `peer`, `unit`, `ratio`, `bar`, `better`, `holds` and `samples`.

        The vaults, the raw SQLite files and the keyring's file lie in `.build/bench`, in one file
        system. gnome-keyring runs on a bus of its own, and neither the user's keyring nor the
        user's vault is touched. The vaults have no passcode, but for `unlock` and `unlock-sealed`.

        """
    }
}
