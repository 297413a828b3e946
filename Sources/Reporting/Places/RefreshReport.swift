import Evaluation
import Pipelines
public import Positions
import SensorModel

/// The times at which a system reloads a file of places during a recording, as a report for a terminal.
public struct RefreshReport: Sendable {
    private let recording: String
    private let replay: RefreshReplay

    /// Creates a report on a replay.
    ///
    /// - Parameters:
    ///   - recording: the path of the recording.
    ///   - replay: the reloads during the recording.
    public init(recording: String, replay: RefreshReplay) { (self.recording, self.replay) = (recording, replay) }

    /// The report, with a line end after every line.
    ///
    /// - Parameters:
    ///   - width: the terminal's width in columns.
    ///   - first: the maximum number of reloads in the table.
    ///   - colour: whether headings are emphasised.
    public func text(width: Int, first: Int, colour: Bool) -> String {
        let style = TerminalStyle(isColoured: colour)
        let rules = [
            replay.interval.map { "every \(NumberText.exact($0)) s" },
            replay.reach.map { "every \(NumberText.exact($0)) m" },
        ].compactMap(\.self)
        let (byTime, byDistance) = (count(.time), count(.distance))
        let title =
            "  refresh \(rules.joined(separator: " and ")) along \(recording): \(replay.loads.count) loads, "
            + "\(byTime) by time and \(byDistance) by distance, in \(NumberText.duration(replay.duration)) with "
            + "\(replay.fixes) fixes"
        var lines = TextWrapping.lines(title, width: width, indent: 4)
        var table = FigureTable(text: ["load"], figures: ["s", "cause", "latitude", "longitude", "distance m"])
        for (index, load) in replay.loads.prefix(first).enumerated() {
            table.append([
                "\(index + 1)", NumberText.signed(load.time, decimals: 2), load.cause.rawValue,
                load.point.map { NumberText.signed($0.latitudeDegrees, decimals: 5) } ?? "–",
                load.point.map { NumberText.signed($0.longitudeDegrees, decimals: 5) } ?? "–",
                load.distance.map { NumberText.signed($0, decimals: 1) } ?? "–",
            ])
        }
        if !table.rows.isEmpty { lines += table.plainLines(style: style, indent: 4) }
        if first > 0, replay.loads.count > first { lines.append("    … and \(replay.loads.count - first) more") }
        return lines.map { $0.withoutTrailingBlanks + "\n" }.joined()
    }

    private func count(_ cause: RefreshSchedule.Load.Cause) -> Int { replay.loads.count { $0.cause == cause } }
}
