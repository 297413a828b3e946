/// A report table as it came out, with what it rests on.
public struct MadeTable: Sendable {
    public var definition: TableDefinition
    public var table: ReportTable
    /// Paragraphs that sum the table up, in Markdown.
    public var summary: [String] = []
    /// What the rows rest on: recordings with their checksums, scenarios with noise and seeds; one each.
    public var inputs: [String]
    /// What names stand for: a metric's unit and polarity, a pipeline's SPEC; name, and meaning in Markdown.
    public var legend: [(name: String, meaning: String)]

    public init(
        _ definition: TableDefinition,
        table: ReportTable,
        inputs: [String],
        legend: [(name: String, meaning: String)] = []
    ) {
        self.definition = definition
        self.table = table
        self.inputs = inputs
        self.legend = legend
    }
}
