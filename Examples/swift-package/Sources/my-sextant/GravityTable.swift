import Evaluation
import Experiments
import Recordings
import SensorModel

/// The kind `gravity` of report tables: the mean length of the measured acceleration, for each recording.
struct GravityTable: TableContent {
    static let kind = "gravity"
    static let program = "my-sextant"

    let inputs: [TableInput]

    init(_ value: YAMLValue, catalogue: DefinitionCatalogue) throws(InputError) {
        let root = try value.mapping("gravity")
        try root.allow(["recordings"])
        inputs = try root.required("recordings").texts("recordings").map { path in
            TableInput(name: path, source: .recording(path: path, nil))
        }
    }

    func make(_ definition: TableDefinition, in context: TableContext) throws -> GeneratedTable {
        var table = ReportTable(
            columns: [
                ReportTable.Column(key: "recording", title: "recording", isNumeric: false),
                ReportTable.Column(key: "gravity_m_s2", title: "gravity (m/s²)", isNumeric: true),
            ],
            keyCount: 1
        )
        for (index, input) in inputs.enumerated() {
            let recording = try context.recording(input)
            let lengths = (recording.accelerometer?.values ?? []).map(\.length)
            let mean = lengths.reduce(0, +) / Double(lengths.count)
            let cell = lengths.isEmpty ? .missing : TableCell.number(TableNumber(mean, .decimals(2)))
            table.rows.append([.text(recording.name), cell])
            context.report(done: index + 1, of: inputs.count, "recordings", table: definition.name)
        }
        return GeneratedTable(definition, table: table, inputs: [])
    }
}
