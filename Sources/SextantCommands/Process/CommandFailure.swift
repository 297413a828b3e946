import ArgumentParser
import Evaluation
import Experiments
import Foundation
import OutsideEstimators
import Pipelines
import Positions
import Recordings
import Reporting
import SensorModel

/// The message and the exit code of a command that failed.
struct CommandFailure {
    private let text: String
    private let status: ExitStatus

    init(_ error: any Error, of command: any ParsableCommand.Type) {
        switch error {
        case let error as InputError:
            self.init(ErrorText.lines(error), ExitStatus(error.cause))
        case let error as IncompleteInspection:
            self.init(error.description, error.isEnvironment ? .environment : .badData)
        case let error as IncompleteEvaluation:
            self.init(error.description, error.isEnvironment ? .environment : .badData)
        case let error as IncompleteTrajectories:
            self.init(error.description, error.isEnvironment ? .environment : .badData)
        case let error as FileFailure:
            self.init(OutputError(reason: error.reason, file: error.path, isRefusal: error.isRefusal))
        case let error as OutputError:
            self.init(error)
        case let error as TrajectoryError:
            self.init(line: "trajectories: \(error)", .badData)
        case is ResultsMerge.Conflict, is ExperimentStore.Conflict:
            self.init(line: "\(error)", .badData)
        case let error as SystemPathsError:
            self.init(line: "\(error)", error.isBadData ? .badData : .usage)
        case let error as UsageError:
            self.init(line: "\(error.message)", .usage)
        case let error as ReportError:
            self.init(line: "\(error)", error.isEnvironment ? .environment : error.isBadData ? .badData : .usage)
        case let error as MissingCells:
            self.init(error.description, .badData)
        case is TablesDiffer, is OpenQuestions, is ComparisonFailed:
            self.init("\(error)", .checkFailed)
        default:
            let isClean = command.exitCode(for: error).isSuccess
            self.init(command.fullMessage(for: error), isClean ? .success : .usage)
        }
    }

    private init(_ error: OutputError) {
        self.init(line: "\(error)", error.isRefusal ? .usage : .environment)
    }

    /// Creates a failure with a message of one line.
    private init(line: String, _ status: ExitStatus) {
        self.init("sextant: \(line)".withoutControlCharacters, status)
    }

    private init(_ text: String, _ status: ExitStatus) {
        self.text = text
        self.status = status
    }

    /// Prints the message and ends the process.
    func exit() -> Never {
        let code = report()
        // Other tasks may still be running.
        UnfinishedFiles.removeAtEnd()
        PluginSupervision.finish(code)
        Foundation.exit(code)
    }

    /// Prints an error to standard error, or help to standard output.
    ///
    /// - Returns: the exit code.
    func report() -> Int32 {
        guard status == .success else {
            Terminal.printError(text + "\n")
            return status.rawValue
        }
        do throws(OutputError) {
            try Terminal.print(text.isEmpty ? "" : text + "\n")
        } catch {
            Terminal.printError("sextant: \(error)\n")
            return ExitStatus.environment.rawValue
        }
        return status.rawValue
    }
}

/// The exit codes, which scripts and CI rely on.
enum ExitStatus: Int32 {
    case success = 0
    /// A check found differences.
    case checkFailed = 1
    /// The arguments are invalid.
    case usage = 2
    /// The input data are invalid.
    case badData = 3
    /// The environment, such as disk space or permissions, prevents the command.
    case environment = 4

    init(_ cause: InputError.Cause) {
        switch cause {
        case .usage: self = .usage
        case .data: self = .badData
        case .environment: self = .environment
        }
    }
}

/// An error in the arguments. The message is one line with the problem, its location and the remedy.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// The text of an error in input data: one line, or three lines if it is long.
enum ErrorText {
    /// The maximum length of a line, not counting the path of the file.
    private static let width = 200
    private static let adviceWidth = 800
    private static let indent = "  "

    /// Returns the text of an error, with `sextant: ` in front.
    ///
    /// - Parameter label: A word in front of the error, such as `warning: `.
    static func lines(_ error: InputError, label: String = "") -> String {
        var error = NextStep.completing(error)
        error.advice = error.advice.map { CommandLineText.naming(error.source, in: $0) }
        let line = "sextant: \(label)\(error)"
        guard line.count - (error.source?.count ?? 0) > width, let advice = error.advice else { return line }
        // The advice may contain a command, which would not work if it were shortened.
        let widths = [width, adviceWidth + (error.source?.count ?? 0)].map { $0 - indent.count }
        let lines = zip(["\(error.message);", advice], widths).map { text, width in
            TextWrapping.shortened(text.withoutControlCharacters, width: width)
        }
        return "sextant: \(label)\(error.location): " + lines.joined(separator: "\n" + indent)
    }
}
