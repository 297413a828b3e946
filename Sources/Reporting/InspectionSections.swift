import Evaluation
import SensorModel

/// What a recording holds, as lines for a terminal.
struct InspectionSections {
    let width: Int
    let style: TerminalStyle

    func lines(_ recording: RecordingInspection) -> [String] {
        let sections = [
            heading(recording), timing(recording), values(recording), rests(recording), checks(recording),
            leftOut(recording),
        ]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private func heading(_ recording: RecordingInspection) -> [String] {
        let span = recording.streams.map(\.timing.span).max() ?? 0
        let streams = recording.streams.count
        let title = "\(recording.name) · \(NumberText.duration(span)) · \(streams) stream\(streams == 1 ? "" : "s")"
        var facts = recording.source.map { ["source: \($0)"] } ?? []
        if let licence = recording.licence { facts.append("licence: \(licence)") }
        let north =
            recording.declination.map { "declination: \(InspectionText.figure($0.degrees))° east" }
            ?? "declination: not given, so magnetic north is taken for true north"
        facts.append(north)
        return wrapped(title).map(style.heading) + facts.flatMap { wrapped("  " + $0, indent: 4) }
    }

    private func timing(_ recording: RecordingInspection) -> [String] {
        var table = PlainTable(
            header: ["stream", "samples", "span s", "Hz", "every ms", "± ms", "gaps", "longest s", "same"]
        )
        for stream in recording.streams {
            let timing = stream.timing
            table.rows.append([
                stream.stream, "\(timing.count)", InspectionText.figure(timing.span),
                InspectionText.figure(timing.meanRate), InspectionText.figure(timing.medianInterval.map { $0 * 1_000 }),
                timing.jitter.map { NumberText.short($0 * 1_000) } ?? "–", "\(timing.gapCount)",
                InspectionText.figure(timing.longestGap?.length), "\(timing.duplicates)",
            ])
        }
        let gaps = recording.streams.compactMap { stream in
            stream.timing.longestGap.map { gap in
                "  \(stream.stream): the longest gap starts at \(InspectionText.fixed(gap.start, decimals: 2)) s"
            }
        }
        return table.lines(style: style) + gaps
    }

    private func values(_ recording: RecordingInspection) -> [String] {
        var table = PlainTable(header: ["values", "unit", "min", "max", "mean", "std", "none"])
        for stream in recording.streams {
            for column in stream.columns where column.count > 0 {
                table.rows.append(
                    ["\(stream.stream) \(column.name)", column.unit] + InspectionText.figures(column)
                        + ["\(column.notFinite)"]
                )
            }
        }
        return table.rows.isEmpty ? [] : table.lines(style: style)
    }

    private func rests(_ recording: RecordingInspection) -> [String] {
        guard let longest = recording.rests.longest else {
            return wrapped("rest: the device never rests for a second, so noise cannot be told", indent: 2)
        }
        let count = recording.rests.ranges.count
        let words =
            "rest: \(count) time\(count == 1 ? "" : "s"), \(InspectionText.figure(recording.rests.total)) s in all; "
            + "noise is that of the longest, \(InspectionText.figure(longest.lowerBound)) to "
            + "\(InspectionText.figure(longest.upperBound)) s"
        var table = PlainTable(header: ["noise", "unit", "std", "random walk", "bias instab.", "rate walk"])
        var reasons: [String] = []
        for stream in recording.streams {
            for axis in stream.noise {
                let figures = [
                    axis.deviation, axis.allan.randomWalk, axis.allan.biasInstability, axis.allan.rateRandomWalk,
                ]
                table.rows.append(["\(stream.stream) \(axis.axis)", axis.unit] + figures.map(InspectionText.figure))
                for (figure, title) in zip(figures, table.header.dropFirst(2)) {
                    guard case .unknown(let reason) = figure else { continue }
                    let line = "\(title): \(reason)"
                    if !reasons.contains(line) { reasons.append(line) }
                }
            }
        }
        return wrapped(words, indent: 2) + table.lines(style: style)
            + reasons.flatMap { wrapped("  – \($0)", indent: 4) }.map(style.quiet)
    }

    private func checks(_ recording: RecordingInspection) -> [String] {
        recording.checks.flatMap { result -> [String] in
            switch result.verdict {
            case .agrees(let figure): wrapped("ok  \(result.check): \(figure)", indent: 4)
            case .unknown(let reason): wrapped(" –  \(result.check): cannot tell: \(reason)", indent: 4)
            case .mismatch(let mismatch):
                wrapped("!!  \(result.check): \(mismatch) (\(mismatch.confidence.rawValue))", indent: 4)
                    .map(style.heading)
            }
        }
    }

    private func leftOut(_ recording: RecordingInspection) -> [String] {
        recording.leftOut.sorted { $0.key < $1.key }.flatMap { wrapped("left out: \($0.value) × \($0.key)", indent: 4) }
    }

    private func wrapped(_ text: String, indent: Int = 2) -> [String] {
        TextWrapping.lines(text, width: width, indent: indent)
    }
}
