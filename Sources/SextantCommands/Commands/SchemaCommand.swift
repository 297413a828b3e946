import ArgumentParser
import CResources

struct SchemaCommand: ParsableCommand {
    /// The files that have a schema.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        case experiment
        case layout
        case program
        case recording
        case results
        case table

        /// The JSON Schema in UTF-8.
        fileprivate var schema: sextant_resource {
            switch self {
            case .experiment: sextant_experiment_schema()
            case .layout: sextant_layout_schema()
            case .program: sextant_program_schema()
            case .recording: sextant_recording_schema()
            case .results: sextant_results_schema()
            case .table: sextant_table_schema()
            }
        }
    }

    private static let subjects = Subject.allCases.map(\.rawValue).joined(separator: ", ")

    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a kind of file, with which an editor completes and checks such files.",
        discussion: "Example: sextant schema experiment > experiment.schema.json"
    )

    @Argument(help: "Kind of file: \(SchemaCommand.subjects).")
    var subject: Subject

    func run() throws {
        let schema = subject.schema
        try Terminal.print(json: UnsafeBufferPointer(start: schema.bytes, count: schema.count))
    }
}
