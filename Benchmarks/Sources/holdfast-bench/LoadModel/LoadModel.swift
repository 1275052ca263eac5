/// How many machines so many devices need, from measured costs and stated assumptions.
struct LoadModel {
    let costs: RelayCosts
    let assumptions = Assumptions()

    /// What is not measured here.
    struct Assumptions {
        /// Messages that each device sends in a day.
        let messagesPerDay = 10.0
        /// The busiest minute's load ÷ the day's mean.
        let peak = 4.0
        /// The share of devices that wait on a connection at the peak.
        let waitingShare = 0.25
        /// How much of a machine is used at the peak: the rest is for failures and growth.
        let use = 0.5
        /// The share of devices that are away for long, whose messages stay for the whole time that
        /// the relay keeps them.
        let awayShare = 0.05
        let awayDays = 30.0
        /// How long a message to any other device lies, in days.
        let usualDays = 0.1
        /// What a row costs PostgreSQL, in processor time, ÷ what it costs SQLite.
        let databaseFactor = 4.0
        /// Bytes on the disk of PostgreSQL ÷ bytes in SQLite's file: row heads, dead rows, its log.
        let bloat = 2.0
        /// What lies there of each device whatever is sent: its log entry and its prekeys.
        let deviceBytes = 24_000.0
        /// What a device's backup takes.
        let backupBytes = 256_000.0

        /// A relay's machine.
        let relayCores = 8.0
        let relayMemoryBytes = 32e9
        /// A database's machine.
        let databaseCores = 16.0
        let databaseDiskBytes = 4e12
    }

    /// What so many devices need.
    struct Need {
        let devices: Double
        let requestsPerSecond: Double
        let relayCores: Double
        let waitingGigabytes: Double
        let relays: Double
        let databaseCores: Double
        let storedTerabytes: Double
        let shards: Double

        /// Each shard has a second machine that can take its place.
        var databases: Double { 2 * shards }
    }

    /// Computes it.
    func need(of devices: Double) -> Need {
        let rates = rates(devices)
        let relayCores = coreSeconds(rates) { $0.all }
        let waiting = devices * assumptions.waitingShare * costs.waitingBytes
        let byProcessor = relayCores / assumptions.use / assumptions.relayCores
        let byMemory = waiting / assumptions.use / assumptions.relayMemoryBytes
        let databaseCores = coreSeconds(rates) { $0.writer } * assumptions.databaseFactor
        let stored = storedBytes(devices)
        let shards = max(
            databaseCores / assumptions.use / assumptions.databaseCores,
            stored / assumptions.use / assumptions.databaseDiskBytes)
        return Need(
            devices: devices, requestsPerSecond: rates.reduce(0) { $0 + $1.perSecond },
            relayCores: relayCores, waitingGigabytes: waiting / 1e9,
            // One more than needed, so that one may be away.
            relays: max(byProcessor, byMemory).rounded(.up) + 1,
            databaseCores: databaseCores, storedTerabytes: stored / 1e12,
            shards: max(1, shards.rounded(.up)))
    }

    private struct Rate {
        let perSecond: Double
        let cost: RelayCosts.Request
    }

    /// Requests at the peak: no batching anywhere, and the list of devices asked for each time.
    private func rates(_ devices: Double) -> [Rate] {
        let sends = devices * assumptions.messagesPerDay / 86_400 * assumptions.peak
        let arrivals = sends * Double(RelayCosts.fanout)
        let logins = devices / 86_400 * assumptions.peak
        return [
            Rate(perSecond: sends, cost: costs.send), Rate(perSecond: sends, cost: costs.list),
            Rate(perSecond: arrivals, cost: costs.fetch),
            Rate(perSecond: arrivals, cost: costs.acknowledge),
            Rate(perSecond: logins, cost: costs.login),
        ]
    }

    private func coreSeconds(
        _ rates: [Rate], _ part: (RelayCosts.Request) -> Double
    ) -> Double {
        rates.reduce(0) { $0 + $1.perSecond * part($1.cost) / 1e6 }
    }

    private func storedBytes(_ devices: Double) -> Double {
        let arrivalsPerDay = assumptions.messagesPerDay * Double(RelayCosts.fanout)
        let days =
            assumptions.awayShare * assumptions.awayDays
            + (1 - assumptions.awayShare) * assumptions.usualDays
        let messages = arrivalsPerDay * days * costs.storedBytes
        return devices
            * ((messages + assumptions.deviceBytes) * assumptions.bloat + assumptions.backupBytes)
    }
}
