/// A generated report table with its inputs.
public struct GeneratedTable: Sendable {
    /// The definition of the table.
    public var definition: TableDefinition
    /// The rows and columns.
    public var table: ReportTable
    /// The paragraphs of a summary, in Markdown.
    public var summary: [String] = []
    /// The inputs of the rows, one per line: recordings with their checksums, scenarios with noise and seeds.
    public var inputs: [String]
    /// The meanings of names: a metric's unit and polarity, a pipeline's SPEC. Each has a name, and a meaning in
    /// Markdown.
    public var legend: [(name: String, meaning: String)]

    /// Creates a generated table.
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
