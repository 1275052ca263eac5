import HoldfastLab

/// An exploration, or one play, in lines for people and as JSON.
enum LabReport {
    /// A play line by line, and what was broken.
    static func lines(
        _ outcome: Scenario.Outcome, of choice: LabChoice, _ style: Style
    ) -> String {
        let names = ShortNames(of: outcome.setUpTrace + outcome.bodyTrace)
        let title = "\(choice.scenario) on \(choice.phoneSystem) with \(choice.store)"
        var lines = [style.strong(Quoted.lineEscaped(title))]
        lines += [choice.scenario.story, "", "before"].map(Quoted.lineEscaped)
        lines += outcome.setUpTrace.map { line($0, names) }
        lines += ["", "the story"] + outcome.bodyTrace.map { line($0, names) }
        lines += [""] + verdict(outcome.violations.map(\.description), style)
        return text(lines)
    }

    /// The summary and the stories.
    static func lines(_ exploration: Exploration, _ style: Style) -> String {
        let title =
            "\(exploration.scenario) on \(exploration.phoneSystem) with \(exploration.store),"
            + " seed \(exploration.seed)"
        var lines = [style.strong(Quoted.lineEscaped(title))]
        lines += exploration.coverage.lines.map { "  " + Quoted.lineEscaped($0) }
        for finding in exploration.findings {
            lines += [""] + finding.lines.map(Quoted.lineEscaped)
        }
        lines +=
            [""]
            + verdict(
                exploration.findings.map(\.violation.description), style,
                ofAll: exploration.coverage)
        if exploration.coverage.isSampled {
            lines.append(
                style.warning(notPlayed(exploration.coverage))
                    + ": --limit left some out; a higher one plays more.")
        }
        return text(lines)
    }

    private static func notPlayed(_ coverage: Coverage) -> String {
        if coverage.singles.explored == 0 { return "Nothing was made to fail" }
        if coverage.singles.explored < coverage.singles.all {
            return "Not even each fault was played"
        }
        return "Not all was played"
    }

    private static func text(_ lines: [String]) -> String {
        lines.map { $0 + "\n" }.joined()
    }

    private static func line(_ entry: TraceEntry, _ names: ShortNames) -> String {
        let line =
            switch entry.kind {
            case .call(let call, _, let answer):
                "      \(call.name) \(names[call.subject]) → \(answer)"
            case .event(let event): "  \(event)"
            case .note(let text): "  \(text)"
            }
        return Quoted.lineEscaped(line)
    }

    private static func verdict(
        _ violations: [String], _ style: Style, ofAll coverage: Coverage? = nil
    ) -> [String] {
        if violations.isEmpty {
            guard let coverage, coverage.isSampled else {
                return [style.good("Every promise held.")]
            }
            let part =
                coverage.playCount == 1 ? "where nothing failed" : "in what was played"
            return [style.good("Every promise held \(part).")]
        }
        return violations.map { style.bad("broken") + " " + Quoted.lineEscaped($0) }
    }
}

extension LabReport {
    /// A play as one object.
    static func json(_ outcome: Scenario.Outcome, of choice: LabChoice) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            members(
                choice.scenario.name, choice.phoneSystem, choice.store.name, choice.seed,
                into: &json)
            strings("before", outcome.setUpTrace.map(\.description), into: &json)
            strings("story", outcome.bodyTrace.map(\.description), into: &json)
            json.name("violations")
            json.array { json in
                for violation in outcome.violations {
                    json.object { members(of: violation, into: &$0) }
                }
            }
        }
        return json
    }

    /// An exploration as one object.
    static func json(_ exploration: Exploration) -> JSONWriter {
        let coverage = exploration.coverage
        var json = JSONWriter()
        json.object { json in
            members(
                exploration.scenario, exploration.phoneSystem, exploration.store, exploration.seed,
                into: &json)
            calls(of: coverage, into: &json)
            json.member("complete", !coverage.isSampled)
            json.member("depth", coverage.depth.rawValue)
            json.member("failures", coverage.failureCount)
            json.member("deaths", coverage.deathCount)
            json.member("events", coverage.eventCount)
            json.member("singles", coverage.singles.all)
            json.member("singlesPlayed", coverage.singles.explored)
            json.member("pairs", coverage.pairs.all)
            json.member("pairsMayBeMore", coverage.pairs.isLowerBound)
            json.member("pairsPlayed", coverage.pairs.explored)
            json.member("plays", coverage.playCount)
            json.member("mergedPlays", coverage.mergedCount)
            json.member("failingPlays", coverage.failingPlayCount)
            json.name("findings")
            json.array { json in
                for finding in exploration.findings {
                    json.object { json in
                        members(of: finding.violation, into: &json)
                        json.member("failingPlays", finding.playCount)
                        strings("story", finding.story, into: &json)
                    }
                }
            }
        }
        return json
    }

    private static func calls(of coverage: Coverage, into json: inout JSONWriter) {
        json.name("calls")
        json.array { json in
            for call in coverage.calls {
                json.object { json in
                    json.member("name", call.name)
                    json.member("count", call.count)
                    strings("failures", call.failures.map(\.description), into: &json)
                }
            }
        }
    }

    private static func members(
        _ scenario: String, _ phoneSystem: PhoneSystem, _ store: String, _ seed: UInt64,
        into json: inout JSONWriter
    ) {
        json.member("scenario", scenario)
        json.member("platform", phoneSystem.rawValue)
        json.member("store", store)
        // A string, because JSON's numbers are not exact to 64 bits everywhere.
        json.member("seed", String(seed))
    }

    private static func members(of violation: Violation, into json: inout JSONWriter) {
        json.member("promise", violation.promise.rawValue)
        json.member("item", violation.item)
        json.member("text", violation.text)
        json.member("lostValue", violation.lostValue)
    }

    private static func strings(
        _ name: String, _ values: [String], into json: inout JSONWriter
    ) {
        json.name(name)
        json.array { json in
            for value in values { json.element(value) }
        }
    }
}
