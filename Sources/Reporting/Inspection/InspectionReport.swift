public import Evaluation
public import Foundation

/// The output of `sextant inspect`: text for a terminal, or one JSON object.
public struct InspectionReport: Sendable {
    private let recordings: [RecordingInspection]
    private let tables: [TableInspection]

    /// Creates a report on recordings and tables.
    public init(recordings: [RecordingInspection], tables: [TableInspection]) {
        self.recordings = recordings
        self.tables = tables
    }

    /// The report for a terminal, with a line end after every line. Wrapped lines have at most `width` columns.
    public func text(width: Int, colour: Bool) -> String {
        let width = max(width, TerminalReport.leastWidth)
        let style = TerminalStyle(isColoured: colour)
        let sections =
            recordings.map { InspectionSections(width: width, style: style).lines($0) }
            + tables.map { TableSections(width: width, style: style).lines($0) }
        return sections.joined(separator: [""]).map { $0 + "\n" }.joined()
    }

    /// The report as one JSON object of schema `sextant.inspect/1` with sorted keys.
    ///
    /// An unknown value is null; if it could have been measured, a reason accompanies it.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` when a value cannot be encoded.
    public func json() throws(ReportError) -> Data {
        try TidyJSON.data(Content(recordings: recordings, tables: tables), file: "JSON")
    }

    private struct Content: Encodable {
        let schema = "sextant.inspect/1"
        let recordings: [RecordingInspection]
        let tables: [TableInspection]
    }
}
