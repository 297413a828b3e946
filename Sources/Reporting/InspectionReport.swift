public import Evaluation
public import Foundation

/// What `sextant inspect` says: for people, and as one JSON object.
public struct InspectionReport: Sendable {
    private let recordings: [RecordingInspection]
    private let tables: [TableInspection]

    public init(recordings: [RecordingInspection], tables: [TableInspection]) {
        self.recordings = recordings
        self.tables = tables
    }

    /// Text for a terminal, with a line end behind every line; no line is wider than `width` allows.
    public func text(width: Int, colour: Bool) -> String {
        let width = max(width, TerminalReport.leastWidth)
        let style = TerminalStyle(isColoured: colour)
        let sections =
            recordings.map { InspectionSections(width: width, style: style).lines($0) }
            + tables.map { TableSections(width: width, style: style).lines($0) }
        return sections.joined(separator: [""]).map { $0 + "\n" }.joined()
    }

    /// One JSON object of schema `sextant.inspect/1`, keys sorted. What is not known is null; where it could have been
    /// measured, with a reason beside it.
    public func json() throws(ReportError) -> Data {
        try TidyJSON.data(Content(recordings: recordings, tables: tables), file: "JSON")
    }

    private struct Content: Encodable {
        let schema = "sextant.inspect/1"
        let recordings: [RecordingInspection]
        let tables: [TableInspection]
    }
}
