import ArgumentParser
import Evaluation
import Recordings
import Reporting
import SensorModel

/// Options for the amount of messages; every command has them.
struct VerbosityOptions: ParsableArguments {
    @Flag(help: "Print only errors.")
    var quiet = false

    @Flag(help: "Print details to standard error.")
    var verbose = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other; remove one.") }
    }

    /// Prints a line to standard error, unless `--quiet` is given.
    func note(_ text: @autoclosure () -> String) {
        if !quiet { Terminal.printError("sextant: \(text().withoutControlCharacters)\n") }
    }

    /// Prints a line to standard error with `--verbose`.
    func explain(_ text: @autoclosure () -> String) {
        if verbose { Terminal.printError("sextant: \(text().withoutControlCharacters)\n") }
    }

    /// Prints the detected layouts with their reasons: one line for all recordings with the same layout and reason.
    func noteLayouts(_ detected: [(path: String, detection: LayoutDetection)]) {
        var paths: [String: [String]] = [:]
        var order: [String] = []
        for (path, detection) in detected {
            let words = "read with --layout \(detection.layout.name), because \(detection.reason)"
            // Sextant's own layout is expected, and reported only with `--verbose`.
            guard detection.layout.name != "native" else {
                explain("\(path) is \(words)")
                continue
            }
            if paths[words] == nil { order.append(words) }
            paths[words, default: []].append(path)
        }
        for words in order {
            let alike = paths[words, default: []]
            let others = alike.count - 1
            let more = others == 0 ? "" : "; the same holds for \(others) more"
            note("\(alike[0]) is \(words)\(more)")
            for path in alike.dropFirst() { explain("\(path) is \(words)") }
        }
    }

    /// Writes the plots of results, and reports why any are missing.
    func draw(_ results: EvaluationResults, to directory: String, width: Double? = nil) async throws {
        let outcome = try await PlotFiles(directory: directory, width: width).write(results)
        for path in outcome.paths { explain("wrote \(path)") }
        if let problem = outcome.problem { note(problem) }
    }
}
