/// The page `docs/load-model.md`, written from what was measured.
struct LoadModelPage {
    let root: String

    func write(_ costs: RelayCosts) throws {
        let machine = Machine.current(writingTo: root + "/")
        try SystemText.write(
            text(LoadModel(costs: costs), machine), toFile: root + "/docs/load-model.md")
    }

    private func text(_ model: LoadModel, _ machine: Machine) -> String {
        let given = model.assumptions
        return """
            # How many machines a relay needs

            This page is written by `make load-model`; do not edit it.

            What one request and one stored message cost is measured on the machine below. How many
            of them there are, and what PostgreSQL costs beside the SQLite that was measured, is
            assumed. With other assumptions, change `LoadModel.swift` and write the page anew.

            ## What is needed

            | devices | requests/s at the peak | relay cores | memory of waiting devices, GB \
            | relays | database cores | stored, TB | shards | database machines |
            | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
            \([1e6, 1e8, 1e9].map { row(model.need(of: $0)) }.joined(separator: "\n"))

            ## What was measured

            | what | processor time, µs | of it the thread that writes, µs |
            | --- | ---: | ---: |
            | send a message of 1 KB to \(RelayCosts.fanout) devices, durable | \
            \(cells(model.costs.send)) |
            | read an account's devices | \(cells(model.costs.list)) |
            | fetch one message | \(cells(model.costs.fetch)) |
            | acknowledge one message | \(cells(model.costs.acknowledge)) |
            | log in | \(cells(model.costs.login)) |

            A message of 1 KB takes \(figure(model.costs.storedBytes)) bytes of the database for
            each of its \(RelayCosts.fanout) devices. A device that waits for messages on a connection of
            its own takes \(figure(model.costs.waitingBytes)) bytes of the relay's memory.

            Measured on SQLite, with \(Load.connectionCount) connections, on \
            \(machine.processorCount) × \(machine.processor), \(machine.system), Linux \
            \(machine.kernel). TLS is not in it: a proxy or the relay's own takes more.

            ## What is assumed

            * Each device sends \(figure(given.messagesPerDay)) messages a day, each to
              \(RelayCosts.fanout) devices, and asks for the recipient's devices each time. Each
              device fetches and acknowledges each message by itself, and logs in once a day.
            * The busiest minute has \(figure(given.peak)) times the day's mean, and \
            \(percent(given.waitingShare)) of the
              devices wait on a connection then.
            * Machines are used to \(percent(given.use)) at the peak. A relay has \
            \(figure(given.relayCores)) cores and \(figure(given.relayMemoryBytes / 1e9)) GB of
              memory; a database \(figure(given.databaseCores)) cores and a disk of \
            \(figure(given.databaseDiskBytes / 1e12)) TB.
            * The relays are charged with the whole of what was measured, SQLite's part of it
              included, in the place of their talk with PostgreSQL. The databases are charged with
              \(figure(given.databaseFactor)) times the time of the thread that writes. Reads are
              small beside that; they come from memory.
            * \(percent(given.awayShare)) of the devices are away so long that their messages stay \
            for \(figure(given.awayDays)) days; those to the others
              lie for \(figure(given.usualDays)) days. PostgreSQL's disk takes \
            \(figure(given.bloat)) times SQLite's bytes.
            * A device's log entry and prekeys take \(figure(given.deviceBytes)) bytes, its backup \
            \(figure(given.backupBytes)).
            * PostgreSQL is sharded by the account's name, which is a hash: shards fill evenly, and
              everything of an account (its log, its prekeys, its inboxes, its backups) lies in one
              of them. A message to accounts of several shards is written to each of them in a
              transaction of its own, and can be repeated, as its name makes it known. Each shard
              has a second machine that follows it synchronously and takes its place.
            * One relay more than needed, so that one may be away.

            """
    }

    private func row(_ need: LoadModel.Need) -> String {
        let cells = [
            need.devices, need.requestsPerSecond, need.relayCores, need.waitingGigabytes,
            need.relays,
            need.databaseCores, need.storedTerabytes, need.shards, need.databases,
        ]
        return "| " + cells.map(figure).joined(separator: " | ") + " |"
    }

    private func cells(_ request: RelayCosts.Request) -> String {
        "\(figure(request.all)) | \(figure(request.writer))"
    }

    private func figure(_ number: Double) -> String { Table.figure(number) }

    private func percent(_ share: Double) -> String { Table.figure(share * 100) + " %" }
}
