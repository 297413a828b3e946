public import Evaluation
public import Foundation
import Geodesy
import Recordings
public import SensorModel

/// The output of `sextant inspect`: text for a terminal, or one JSON object.
public struct InspectionReport: Sendable {
    private let recordings: [RecordingInspection]
    private let tables: [TableInspection]
    private let failures: [FailedRecording]
    private let options: String

    /// Creates a report on recordings and tables, and on recordings that could not be read.
    ///
    /// - Parameters:
    ///   - recordings: inspections of recordings.
    ///   - tables: inspections of tables.
    ///   - failures: paths and errors of recordings that could not be read.
    ///   - options: options with which a suggested command reads the recordings, such as `--guess`.
    public init(
        recordings: [RecordingInspection],
        tables: [TableInspection],
        failures: [(path: String, error: InputError)] = [],
        options: String = ""
    ) {
        self.recordings = recordings
        self.tables = tables
        self.options = options.isEmpty ? "" : " " + options
        self.failures = failures.map { FailedRecording(path: $0.path, error: $0.error.description) }
    }

    /// The report for a terminal, with a line end after every line. Wrapped lines have at most `width` columns.
    public func text(width: Int, colour: Bool) -> String {
        let width = max(width, TerminalReport.minimumWidth)
        let style = TerminalStyle(isColoured: colour)
        let sections =
            recordings.map { InspectionSections(width: width, style: style, options: options).lines($0) }
            + tables.map { TableSections(width: width, style: style).lines($0) }
        return sections.joined(separator: [""]).map { $0 + "\n" }.joined()
    }

    /// The report as one JSON object of schema `sextant.inspect/1` with sorted keys.
    ///
    /// Unknown values are null. Measurements that failed have a reason.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    public func json() throws(ReportError) -> Data {
        var content: JSONObject = [
            "schema": "sextant.inspect/1",
            "recordings": recordings,
            "tables": tables,
        ]
        // The recordings that could not be read.
        if !failures.isEmpty { content.add("failed", failures) }
        return try TidyJSON.data(content, file: "JSON")
    }
}

/// The content of a recording, as lines for a terminal.
struct InspectionSections {
    let width: Int
    let style: TerminalStyle
    /// The options of a suggested command, with a space in front.
    let options: String

    func lines(_ recording: RecordingInspection) -> [String] {
        let sections = [
            heading(recording), timing(recording), values(recording), rests(recording), checks(recording),
            leftOut(recording), unused(recording),
        ]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private func heading(_ recording: RecordingInspection) -> [String] {
        let span = recording.streams.map(\.timing.span).max() ?? 0
        let streams = NumberText.count(recording.streams.count, "stream")
        let title = "\(recording.name) · \(NumberText.duration(span)) · \(streams)"
        var facts = recording.source.map { ["source: \($0)"] } ?? []
        if let licence = recording.licence { facts.append("licence: \(licence)") }
        facts += north(of: recording) + recording.notes
        if let remark = recording.remark { facts.append("note: \(remark)") }
        return wrapped(title).map(style.heading) + facts.flatMap { wrapped("  " + $0, indent: 4) }
    }

    /// The declination and the magnetic field of the World Magnetic Model.
    private func north(of recording: RecordingInspection) -> [String] {
        // Accelerometer and gyroscope do not measure north.
        let inertial = [StreamKind.accelerometer, .gyroscope].map(\.rawValue)
        let isInertial = recording.streams.allSatisfy { inertial.contains($0.stream) }
        guard recording.declination != nil || !isInertial else { return [] }
        let reason = recording.withoutMagneticModel.map { " (\($0))" } ?? ""
        let declination =
            recording.declination.map { "declination: \(NumberText.figure($0.degrees))° east" }
            ?? "declination: unknown\(reason), so magnetic north is used as true north"
        guard let field = recording.magneticField else { return [declination] }
        let strength = NumberText.figure(field.strengthNanotesla * 1e-3)
        let inclination = NumberText.figure(field.inclination.degrees)
        return [declination, "modelled magnetic field: \(strength) µT, inclination \(inclination)°"]
    }

    private func timing(_ recording: RecordingInspection) -> [String] {
        var table = FigureTable(
            text: ["stream"],
            figures: ["samples", "span s", "Hz", "dt ms", "± ms", "gaps", "longest s", "repeats"]
        )
        for stream in recording.streams {
            let timing = stream.timing
            table.append([
                stream.stream, "\(timing.count)", NumberText.figure(timing.span),
                NumberText.figure(timing.meanRate), NumberText.figure(timing.medianInterval.map { $0 * 1_000 }),
                timing.jitter.map { NumberText.short($0 * 1_000) } ?? "–", "\(timing.gapCount)",
                NumberText.figure(timing.longestGap?.length), "\(timing.duplicates)",
            ])
        }
        let gaps = recording.streams.compactMap { stream in
            stream.timing.longestGap.map { gap in
                "  \(stream.stream): the longest gap starts at \(NumberText.signed(gap.start, decimals: 2)) s"
            }
        }
        return table.plainLines(style: style) + gaps
    }

    private func values(_ recording: RecordingInspection) -> [String] {
        var table = FigureTable(text: ["values"], figures: ["unit", "min", "max", "mean", "std", "missing"])
        for stream in recording.streams {
            for column in stream.columns where column.count > 0 {
                table.append(
                    ["\(stream.stream) \(column.name)", column.unit] + InspectionText.figures(column)
                        + ["\(column.notFinite)"]
                )
            }
        }
        return table.rows.isEmpty ? [] : table.plainLines(style: style)
    }

    private func rests(_ recording: RecordingInspection) -> [String] {
        guard let longest = recording.rests.longest else {
            let reason = recording.rests.reasonWithout.map { ": \($0)" } ?? ""
            return wrapped(
                "rest: no rest of 1 s is detected, so noise is unknown\(reason); if the device never moved, add --at-rest",
                indent: 2
            )
        }
        let count = recording.rests.ranges.count
        let words =
            "rest: \(NumberText.count(count, "time")), \(NumberText.figure(recording.rests.total)) s in total; "
            + "noise is measured during the longest, \(NumberText.fixed(longest.lowerBound, decimals: 1)) to "
            + "\(NumberText.fixed(longest.upperBound, decimals: 1)) s"
        let titles = ["std", "random walk", "bias instab.", "rate walk"]
        var table = FigureTable(text: ["noise"], figures: ["unit"] + titles)
        var reasons: [String] = []
        for stream in recording.streams {
            for axis in stream.noise {
                let figures = [
                    axis.deviation, axis.allan.randomWalk, axis.allan.biasInstability, axis.allan.rateRandomWalk,
                ]
                table.append(["\(stream.stream) \(axis.axis)", axis.unit] + figures.map(InspectionText.figure))
                for (figure, title) in zip(figures, titles) {
                    guard case .unknown(let reason) = figure else { continue }
                    let line = "\(title): \(reason)"
                    if !reasons.contains(line) { reasons.append(line) }
                }
            }
        }
        // Without a reference, only a simulation shows the accuracy of filters.
        let hasReference = recording.streams.contains { $0.stream == StreamKind.reference.rawValue }
        let advice =
            "to simulate these sensors: 'sextant inspect \(recording.path)\(options) --fit-noise FILE.yaml', then "
            + "'sextant evaluate --scenario NAME --noise FILE.yaml'"
        return wrapped(words, indent: 2) + table.plainLines(style: style)
            + (hasReference || table.rows.isEmpty ? [] : wrapped("  \(advice)", indent: 4))
            + reasons.flatMap { wrapped("  – \($0)", indent: 4) }.map(style.quiet)
    }

    private func checks(_ recording: RecordingInspection) -> [String] {
        let lines = recording.checks.flatMap { result -> [String] in
            switch result.verdict {
            case .agrees(let figure): wrapped("ok  \(result.check): \(figure)", indent: 4)
            case .noted(let fact): wrapped("!   \(result.check): \(fact)", indent: 4)
            case .unknown(let reason): wrapped(" –  \(result.check): not checked: \(reason)", indent: 4)
            case .mismatch(let mismatch):
                wrapped("!!  \(result.check): \(mismatch) (\(mismatch.confidence.rawValue))", indent: 4)
                    .map(style.heading)
            }
        }
        return lines.isEmpty ? [] : lines + [""] + wrapped(summary(recording), indent: 2).map(style.heading)
    }

    /// The result of all checks in one sentence, with the next command if a check failed.
    private func summary(_ recording: RecordingInspection) -> String {
        let failed = recording.mismatches.count
        let unknown = recording.checks.count { if case .unknown = $0.verdict { true } else { false } }
        let passed = "\(recording.checks.count - failed - unknown) passed"
        let result = failed == 0 ? "no check failed" : "\(NumberText.count(failed, "check")) failed"
        let rest = unknown == 0 ? passed : "\(passed), \(unknown) could not be made"
        let sensors = Set(recording.streams.map(\.stream))
        let isDiagnosed = failed > 0 && sensors.isSuperset(of: ["accelerometer", "gyroscope"])
        return "\(result) (\(rest))"
            + (isDiagnosed ? "; 'sextant doctor \(recording.path)\(options)' proposes corrections" : "")
    }

    private func leftOut(_ recording: RecordingInspection) -> [String] {
        recording.leftOut.sorted { $0.key < $1.key }.flatMap { wrapped("left out: \($0.value) × \($0.key)", indent: 4) }
    }

    /// The maximum number of unused columns that are listed per file. The JSON object has all of them.
    private static let maximumListed = 100

    private func unused(_ recording: RecordingInspection) -> [String] {
        var lines = recording.unused.columns.sorted { $0.key < $1.key }.map { file, columns in
            let more = columns.count > Self.maximumListed ? " and \(columns.count - Self.maximumListed) more" : ""
            return "not read: \(file): the columns \(columns.prefix(Self.maximumListed).joined(separator: ", "))\(more)"
        }
        if !recording.unused.files.isEmpty {
            lines.append("not read: the files \(recording.unused.files.joined(separator: ", "))")
        }
        return lines.flatMap { wrapped($0, indent: 4) }
    }

    private func wrapped(_ text: String, indent: Int = 2) -> [String] {
        TextWrapping.lines(text, width: width, indent: indent)
    }
}

/// The content of a file's columns, as lines for a terminal.
struct TableSections {
    let width: Int
    let style: TerminalStyle

    func lines(_ table: TableInspection) -> [String] {
        let title = "\(table.path) · \(table.rows) rows · \(table.columns.count) columns"
        var lines = TextWrapping.lines(title, width: width, indent: 2).map(style.heading)
        lines += columns(table)
        if let clock = table.clock {
            var words = "time '\(clock.column)': \(NumberText.figure(clock.first)) to "
            words += NumberText.figure(clock.last)
            if let typical = clock.typicalInterval {
                words += "; typical interval \(NumberText.figure(typical)), longest "
                words += NumberText.figure(clock.longestInterval)
                if let line = clock.longestLine { words += " before line \(line)" }
            }
            words += "; \(clock.gaps) gaps, \(clock.repeated) repeated stamps"
            lines += [""] + TextWrapping.lines(words, width: width, indent: 2)
        }
        lines += table.warnings.flatMap { TextWrapping.lines("!! \($0)", width: width, indent: 3) }
        return lines
    }

    private func columns(_ table: TableInspection) -> [String] {
        var summary = FigureTable(
            text: ["column"],
            figures: ["numbers", "min", "max", "mean", "std", "empty", "text"]
        )
        for column in table.columns.prefix(Self.maximumListedColumns) {
            summary.append(
                [TextWrapping.shortened(column.numbers.name, width: 24), "\(column.numbers.count)"]
                    + InspectionText.figures(column.numbers)
                    + ["\(column.emptyCells + column.numbers.notFinite)", "\(column.textCells)"]
            )
        }
        let omitted = table.columns.count - Self.maximumListedColumns
        let rest = omitted > 0 ? ["\(omitted) more columns are not listed; use --json to list all"] : []
        return summary.plainLines(style: style) + rest
    }

    /// The maximum number of columns that a terminal table lists. Printing a million columns takes seconds.
    private static let maximumListedColumns = 10_000
}

/// The values of an inspection as text.
enum InspectionText {
    /// The text of a measured value; `–` for an unknown value.
    static func figure(_ measured: Measured) -> String { NumberText.figure(measured.value) }

    /// The minimum, maximum, mean and standard deviation of a column's values, as text.
    static func figures(_ column: ColumnInspection) -> [String] {
        let isCoordinate = ["latitude", "longitude"].contains(column.name)
        let extremes = [column.minimum, column.maximum, column.mean]
        // A difference of 1e-5° is about a metre. With three digits, all places in a town would look the same.
        let words = extremes.map {
            isCoordinate ? $0.map { NumberText.signed($0, decimals: 5) } ?? "–" : NumberText.figure($0)
        }
        return words + [NumberText.figure(column.deviation)]
    }
}
