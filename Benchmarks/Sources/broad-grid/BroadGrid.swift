import Evaluation
import Foundation
import Pipelines
import Recordings
import SensorModel

/// Runs pipelines over trials of BROAD and prints the RMSE of their total, heading and inclination error as CSV.
///
/// `broad-grid SPECS JOBS FILE…`: SPECS is a file with a pipeline on each line, JOBS the number of threads. What a thread
/// takes is a trial.
@main
enum BroadGrid {
    private static let metrics: [MetricName] = [.totalRMSE, .headingRMSE, .inclinationRMSE]

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count > 2, let jobs = Int(arguments[1]), jobs > 0 else {
            throw Failure(description: "broad-grid SPECS JOBS FILE…")
        }
        let lines = try String(contentsOfFile: arguments[0], encoding: .utf8).split(separator: "\n")
        let pipelines = try lines.map { try PipelineSpecification(parsing: String($0)) }
        let files = Array(arguments.dropFirst(2))
        let tables = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            var tables: [Int: String] = [:]
            var next = 0
            func begin() {
                guard next < files.count else { return }
                let (index, file) = (next, files[next])
                group.addTask { (index, try rows(of: file, pipelines)) }
                next += 1
            }
            for _ in 0..<jobs { begin() }
            for try await (index, table) in group {
                tables[index] = table
                begin()
            }
            return tables
        }
        print((["recording", "pipeline"] + metrics.map(\.rawValue)).joined(separator: ","))
        for index in files.indices { print(tables[index] ?? "", terminator: "") }
    }

    private static func rows(of file: String, _ pipelines: [PipelineSpecification]) throws -> String {
        let recording = try RecordingReader(layout: try LayoutCatalogue.layout(named: "broad")).read(path: file)
        var options = EvaluationOptions()
        options.metrics = Set(metrics)
        return try RecordingSweep(recording, options: options).evaluate(pipelines).map { run in
            let figures = metrics.map { run.metrics[$0].map { "\($0)" } ?? "" }
            return "\(run.recording.name),\"\(run.pipeline.name)\",\(figures.joined(separator: ","))\n"
        }.joined()
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
