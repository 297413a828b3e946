import Evaluation
public import Recordings

/// The text of `sextant doctor --report`: a description of a recording that helps a maintainer to find a problem.
///
/// It contains no samples, no positions and no file names.
public struct ProblemReport: Sendable {
    /// The report, with a line end after every line.
    public let text: String

    /// Describes a recording. O(n log n).
    ///
    /// - Parameters:
    ///   - recording: the recording.
    ///   - layout: the name of the layout with which the recording was read; `nil` if unknown.
    public init(_ recording: Recording, layout: String?) {
        let inspection = RecordingInspection(recording, path: "")
        let streams = inspection.streams.map { stream in
            let timing = stream.timing
            let rate = timing.meanRate.map { "\(NumberText.short($0)) Hz" } ?? "unknown rate"
            let gap = timing.longestGap.map { ", the longest \(NumberText.short($0.length)) s" } ?? ""
            return
                "\(stream.stream): \(NumberText.count(timing.count, "sample")) in \(NumberText.short(timing.span)) s, "
                + "\(rate), \(NumberText.count(timing.gapCount, "gap"))\(gap), "
                + NumberText.count(timing.duplicates, "repeated time")
        }
        let leftOut = inspection.leftOut.values.reduce(0, +)
        let lines =
            ["layout: \(layout ?? "unknown")"] + streams
            + [
                "rows and files left out: \(leftOut)",
                "not read by the layout: \(inspection.unused.words ?? "nothing")",
            ]
            + inspection.checks.map { "\($0.check): \($0.verdict.words.name)" }
        text = lines.map { $0 + "\n" }.joined()
    }
}
