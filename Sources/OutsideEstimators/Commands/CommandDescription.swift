import Foundation
import Recordings
import SensorModel

/// A description, from a YAML file, of a program that estimates orientations or positions.
struct CommandDescription: Sendable {
    enum Mode: String, Sendable, CaseIterable {
        /// The program writes an estimate after each sample of the driving sensor.
        case stream
        /// The program reads a whole recording, and writes a file with the estimates.
        case batch
    }

    enum Returns: String, Sendable, CaseIterable {
        /// Quaternions, from samples of the gyroscope, the accelerometer and the magnetometer.
        case orientations
        /// Latitudes and longitudes, from any stream.
        case positions
        /// Positions in metres, in the axes of the recording's reference positions. The program can read any stream.
        case localPositions

        /// The streams that the program can need. The first stream that the program needs is the default driving
        /// sensor.
        var streams: [SensorKind] {
            self == .orientations
                ? [.gyroscope, .accelerometer, .magnetometer]
                : [.location, .gyroscope, .accelerometer, .magnetometer, .pose, .attitude, .heading]
        }
    }

    /// The names of the placeholders in the command of a batch program: `recording` for the path of its input, and
    /// `output` for the path of its output.
    static let recording = "recording"
    static let output = "output"

    let name: String
    let path: String
    let folder: String
    let mode: Mode
    let returns: Returns
    let command: [CommandWord]
    let parameters: [ParameterDescriptor]
    let sensors: [SensorKind]
    /// The driving sensor, whose samples require an estimate; `nil` for the default.
    let driver: SensorKind?
    let answers: AnswerText
    let timeout: Seconds
    /// A Boolean value that indicates whether part of a run is repeated, to detect programs that are not deterministic.
    let isRepeated: Bool
    /// The files, relative to ``folder``, whose content affects the estimates.
    let inputs: [String]

    /// The command as written in the file, with its placeholders.
    var words: String {
        let names = Dictionary(uniqueKeysWithValues: Set(command.flatMap(\.names)).map { ($0, "{\($0)}") })
        return command.map { $0.filled(names) }.joined(separator: " ")
    }

    /// Returns the call of the program. Parameter values and, for a batch program, paths replace the placeholders in
    /// the command.
    func call(_ values: ParameterValues, paths: [String: String] = [:]) -> ProgramCall {
        var texts = paths
        for (name, value) in values.all {
            switch value {
            case .number(let number): texts[name] = number.shortText
            case .word(let word): texts[name] = word
            }
        }
        return ProgramCall(name: path, command: command.map { $0.filled(texts) }, folder: folder, timeout: timeout)
    }

    /// Returns the program of an estimator in stream mode.
    func program(_ values: ParameterValues, drivers: [SensorKind]) -> StreamProgram {
        StreamProgram(call(values), sensors: sensors, drivers: drivers, isRepeated: isRepeated)
    }

    /// Returns the error for a fault in the output of the program.
    func problem(_ message: String) -> InputError {
        InputError(file: path, message: message, advice: "correct the program")
    }
}

extension CommandDescription {
    /// Returns the files whose content affects the estimates: the files in `inputs`, and the files that the command
    /// names by paths within the description's folder. Other files, such as a log, may change between runs.
    ///
    /// - Parameter value: the list `inputs` as parsed from the file. Messages contain its line and column.
    func inputFiles(_ value: YAMLValue?) throws(InputError) -> [String] {
        let named = command.filter(\.names.isEmpty).map { $0.filled([:]) }
            .filter { !$0.hasPrefix("/") && !$0.hasPrefix("../") }
            .map(path).filter { FileKind(path: $0) == .regular }
        for item in try value?.itemsOrSelf("inputs") ?? [] {
            let text = try item.text("inputs")
            guard FileKind(path: path(text)) == .regular else {
                throw item.error(
                    message: "no such file: '\(text)'",
                    advice: "write the path relative to the folder of this YAML file"
                )
            }
        }
        var files: [String] = []
        for file in named + inputs.map(path) where !files.contains(file) { files.append(file) }
        return files
    }

    private func path(_ name: String) -> String { name.hasPrefix("/") ? name : "\(folder)/\(name)" }
}

extension CommandDescription {
    /// Parses the mapping `parameters`. Each parameter has a default with a unit and a range, or a default with a list
    /// of choices.
    static func parameters(_ root: YAMLMapping) throws(InputError) -> [ParameterDescriptor] {
        var parameters: [ParameterDescriptor] = []
        for (name, value) in try root.mapping("parameters")?.all ?? [] {
            guard OutsideName.isParameter(name), name != recording, name != output else {
                throw value.error(
                    message: "invalid parameter name '\(name)': use letters, digits and '_', and none of the names "
                        + "\(OutsideName.reserved.joined(separator: ", "))"
                )
            }
            parameters.append(try parameter(name, value))
        }
        return parameters
    }

    private static func parameter(_ name: String, _ value: YAMLValue) throws(InputError) -> ParameterDescriptor {
        let root = value.isMapping ? try value.mapping(name) : nil
        try root?.allow(["default", "unit", "minimum", "maximum", "choices", "summary"])
        let given = try root?.required("default") ?? value
        let summary = try root?.text("summary") ?? "A parameter of the program."
        if let choices = root?["choices"] {
            let words = try choices.texts("choices")
            let standard = try given.choice("default", among: words.map { ($0, $0) })
            return .choice(name, of: words, default: standard, summary)
        }
        if ["true", "false"].contains(try given.text("default")) {
            return .flag(name, default: try given.flag("default"), summary)
        }
        let range = ParameterRange(minimum: try root?.number("minimum"), maximum: try root?.number("maximum"))
        let unit = try root?.text("unit").flatMap(OutsideUnit.unit) ?? .none
        let descriptor = ParameterDescriptor.number(
            name,
            unit,
            in: range,
            default: nil,
            summary + OutsideUnit.note(try root?.text("unit"))
        )
        let text = try given.text("default")
        let parsed = try given.located { () throws(InputError) in try descriptor.parse(text) }
        guard case .number(let number) = parsed else { return descriptor }
        return .number(name, unit, in: range, default: number, descriptor.summary)
    }
}

extension CommandDescription {
    private static let keys = [
        "name", "command", "mode", "returns", "parameters", "needs", "driver", "order", "world", "timeout", "inputs",
        "repeat",
    ]
    private static let timeLimit = ParameterDescriptor.number(
        "timeout",
        .seconds,
        in: ParameterRange(above: 0, to: 86_400),
        default: 60,
        "Maximum time to wait for the program during one recording."
    )

    /// Returns whether a file describes a program rather than a pipeline or a system.
    static func describes(_ root: YAMLMapping) -> Bool {
        ["command", "returns", "needs"].contains { root.names.contains($0) }
    }

    /// Reads the description of a program.
    ///
    /// - Parameters:
    ///   - root: top-level mapping of the file.
    ///   - path: path of the file as shown in messages and results.
    ///   - file: path with which the file is opened.
    init(_ root: YAMLMapping, path: String, file: String) throws(InputError) {
        try root.allow(Self.keys)
        let mode = try root["mode"]?.choice("mode") ?? Mode.stream
        let returns = try root["returns"]?.choice("returns") ?? Returns.orientations
        if returns != .orientations, let value = root["order"] ?? root["world"] {
            throw value.error(
                message: "the keys 'order' and 'world' apply to orientations, but 'returns' is \(returns.rawValue)",
                advice: "remove these keys"
            )
        }
        let parameters = try Self.parameters(root)
        let sensors = try Self.sensors(root["needs"], of: returns)
        let stem = path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? path
        self.init(
            name: try Self.name(root, default: stem),
            path: path,
            folder: Self.folder(of: file),
            mode: mode,
            returns: returns,
            command: try Self.command(try root.required("command"), mode, parameters.map(\.name)),
            parameters: parameters,
            sensors: sensors,
            driver: try root["driver"].map { value throws(InputError) in try Self.driver(value, among: sensors, returns)
            },
            answers: AnswerText(
                order: try root["order"]?.choice("order") ?? .wxyz,
                frame: EarthFrame(
                    axes: try root["world"]?.choice(
                        "world",
                        ["enu": EarthFrame.Axes.eastNorthUp, "nwu": .northWestUp, "ned": .northEastDown]
                    ) ?? .eastNorthUp
                )
            ),
            timeout: try Self.timeout(root["timeout"]),
            isRepeated: try root.flag("repeat") ?? true,
            inputs: try root["inputs"]?.texts("inputs") ?? []
        )
    }

    private static func folder(of file: String) -> String {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        return folder.isEmpty ? "." : folder
    }

    private static func name(_ root: YAMLMapping, default stem: String) throws(InputError) -> String {
        guard let value = root["name"] else { return stem }
        let name = try value.text("name")
        guard OutsideName.isUsable(name) else {
            throw value.error(
                message: "invalid name '\(name)': use letters, digits, '-' and '_', and no name of a built-in "
                    + "estimator or filter"
            )
        }
        return name
    }

    private static func command(
        _ value: YAMLValue,
        _ mode: Mode,
        _ parameters: [String]
    ) throws(InputError) -> [CommandWord] {
        let paths = mode == .batch ? [recording, output] : []
        var used: Set<String> = []
        let words = try value.items("command").map { item throws(InputError) in
            let text = try item.text("a word of the command")
            guard let word = CommandWord(text) else {
                throw item.error(
                    message: "a brace in '\(text)' is unmatched",
                    advice: "write {NAME}, or double a literal brace: {{ or }}"
                )
            }
            for name in word.names where !(parameters + paths).contains(name) {
                let known = (parameters + paths).map { "{\($0)}" }.joined(separator: ", ")
                let choices = known.isEmpty ? ": the program has no parameters" : ": use one of \(known)"
                throw item.error(
                    message: "unknown placeholder '{\(name)}'\(choices)",
                    advice: NearestName.hint(for: name, among: parameters + paths)
                        ?? "add '\(name)' to 'parameters', or double the braces"
                )
            }
            used.formUnion(word.names)
            return word
        }
        guard !words.isEmpty else {
            throw value.error(message: "the command is empty", advice: "write the program and its arguments")
        }
        if let unused = (parameters + paths).first(where: { !used.contains($0) }) {
            throw value.error(
                message: "the placeholder '{\(unused)}' is missing from the command",
                advice: "add '{\(unused)}' to an argument"
            )
        }
        return words
    }

    private static func driver(
        _ value: YAMLValue,
        among sensors: [SensorKind],
        _ returns: Returns
    ) throws(InputError) -> SensorKind {
        let driver = try sensor(value, "the driver", of: returns)
        guard sensors.contains(driver) else {
            throw value.error(
                message: "'driver' is '\(driver.rawValue)', but 'needs' does not contain '\(driver.rawValue)'",
                advice: "add '\(driver.rawValue)' to 'needs', or set 'driver' to a sensor in 'needs'"
            )
        }
        return driver
    }

    private static func sensor(
        _ value: YAMLValue,
        _ key: String,
        of returns: Returns
    ) throws(InputError) -> SensorKind {
        let text = try value.text(key)
        guard returns != .orientations || SensorKind(rawValue: text) != .location else {
            throw value.error(
                message: "\(key) is 'location', but only programs that return positions receive locations",
                advice: "add 'returns: positions', or remove 'location'"
            )
        }
        return try value.choice(key, among: returns.streams.map { ($0.rawValue, $0) })
    }

    private static func sensors(_ value: YAMLValue?, of returns: Returns) throws(InputError) -> [SensorKind] {
        guard let value else { return returns == .orientations ? returns.streams : [.location] }
        var sensors: [SensorKind] = []
        for item in try value.items("needs") { sensors.append(try sensor(item, "the sensor", of: returns)) }
        guard !sensors.isEmpty, Set(sensors).count == sensors.count else {
            throw value.error(
                message: sensors.isEmpty ? "the list 'needs' is empty" : "a sensor in 'needs' is repeated",
                advice: "list each sensor of the program exactly once"
            )
        }
        return sensors
    }

    private static func timeout(_ value: YAMLValue?) throws(InputError) -> Seconds {
        guard let value else { return 60 }
        let text = try value.text("timeout")
        let parsed = try value.located { () throws(InputError) in try timeLimit.parse(text) }
        if case .number(let seconds) = parsed { return seconds } else { return 60 }
    }
}

/// A word of a command: text that may contain the names of parameters and paths in braces.
///
/// A value becomes part of a single argument, even if it contains spaces. Literal braces are doubled.
struct CommandWord: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case text(String)
        case name(String)
    }

    private var parts: [Part] = []

    /// Parses a word; `nil` if a brace is unmatched.
    init?(_ word: String) {
        var text = ""
        var rest = word[...]
        while let first = rest.popFirst() {
            if first == "{" || first == "}", rest.first == first {
                text.append(first)
                rest.removeFirst()
            } else if first == "{" {
                guard let end = rest.firstIndex(of: "}") else { return nil }
                parts += [.text(text), .name(String(rest[..<end]))]
                text = ""
                rest = rest[rest.index(after: end)...]
            } else if first == "}" {
                return nil
            } else {
                text.append(first)
            }
        }
        parts.append(.text(text))
    }

    /// The names in braces, in order.
    var names: [String] {
        parts.compactMap { part in
            if case .name(let name) = part { name } else { nil }
        }
    }

    /// Returns the word with each name in braces replaced by its value.
    func filled(_ values: [String: String]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .name(let name): values[name] ?? ""
            }
        }.joined()
    }
}
