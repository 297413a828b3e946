import Recordings
import SensorModel

/// A program that estimates orientations, as a YAML file describes it.
struct CommandDescription: Sendable {
    enum Mode: String, Sendable {
        /// The program answers each sample of the driving sensor.
        case stream
        /// The program reads a whole recording and writes a file.
        case batch
    }

    /// The placeholders of a batch program's paths.
    static let recording = "recording"
    static let output = "output"

    let name: String
    let path: String
    let folder: String
    let mode: Mode
    let command: [CommandWord]
    let parameters: [ParameterDescriptor]
    let sensors: [SensorKind]
    /// The sensor whose samples the program answers; nil for the faster one of gyroscope and accelerometer.
    let driver: SensorKind?
    let answers: AnswerText
    let timeout: Seconds
    /// Whether part of a run is repeated, to find programs that are not deterministic.
    let isRepeated: Bool
    /// The files whose content the estimates depend on, relative to ``folder``.
    let inputs: [String]

    /// The command as its file writes it, with placeholders.
    var words: String {
        let names = Dictionary(uniqueKeysWithValues: Set(command.flatMap(\.names)).map { ($0, "{\($0)}") })
        return command.map { $0.filled(names) }.joined(separator: " ")
    }

    /// The call of the program with the values of its parameters and the paths of a batch run.
    func call(_ values: ParameterValues, paths: [String: String] = [:]) -> ProgramCall {
        var texts = paths
        for (name, value) in values.all {
            switch value {
            case .number(let number): texts[name] = Self.text(number)
            case .word(let word): texts[name] = word
            }
        }
        return ProgramCall(name: path, command: command.map { $0.filled(texts) }, folder: folder, timeout: timeout)
    }

    /// The shortest text of a number. Whole numbers have no decimal point, so that a program can read a count.
    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
