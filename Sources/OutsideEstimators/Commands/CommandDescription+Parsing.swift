import Foundation
import Recordings
import SensorModel

extension CommandDescription {
    private static let keys = [
        "name", "command", "mode", "parameters", "needs", "driver", "order", "world", "timeout", "inputs", "repeat",
    ]
    private static let timeLimit = ParameterDescriptor.number(
        "timeout",
        .seconds,
        in: ParameterRange(above: 0, to: 86_400),
        default: 60,
        "The longest time to wait for the program over one recording."
    )

    /// Whether a file describes a program rather than a list of stages or a system.
    static func describes(_ root: YAMLMapping) -> Bool { root.names.contains("command") }

    /// Reads a description.
    ///
    /// - Parameters:
    ///   - root: the keys of the file.
    ///   - path: the path of the file in messages and results.
    ///   - file: the path by which the file is read.
    init(_ root: YAMLMapping, path: String, file: String) throws(InputError) {
        try root.allow(Self.keys)
        let mode = try root["mode"]?.choice("mode", ["stream": Mode.stream, "batch": .batch]) ?? .stream
        let parameters = try Self.parameters(root)
        let sensors = try Self.sensors(root["needs"])
        let stem = path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? path
        self.init(
            name: try Self.name(root, default: stem),
            path: path,
            folder: Self.folder(of: file),
            mode: mode,
            command: try Self.command(try root.required("command"), mode, parameters.map(\.name)),
            parameters: parameters,
            sensors: sensors,
            driver: try root["driver"].map { value throws(InputError) in try Self.driver(value, among: sensors) },
            answers: AnswerText(
                order: try root["order"]?.choice("order", ["wxyz": AnswerText.Order.wxyz, "xyzw": .xyzw]) ?? .wxyz,
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
                found: "the name '\(name)'",
                expected: "letters, digits, '-' and '_', and no estimator of the catalogue",
                remedy: "choose another name"
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
                    found: "a brace without its partner in '\(text)'",
                    expected: "{NAME}",
                    remedy: "double a brace that is meant as it is: {{ or }}"
                )
            }
            for name in word.names where !(parameters + paths).contains(name) {
                let known = (parameters + paths).map { "{\($0)}" }.joined(separator: ", ")
                throw item.error(
                    found: "the placeholder '{\(name)}'",
                    expected: known.isEmpty ? "no placeholder, because there are no parameters" : "one of \(known)",
                    remedy: YAMLValue.hint(name, parameters + paths) ?? "add it to 'parameters', or double the braces"
                )
            }
            used.formUnion(word.names)
            return word
        }
        guard !words.isEmpty else {
            throw value.error(found: "no command", expected: "a program and its arguments", remedy: "add them")
        }
        if let unused = (parameters + paths).first(where: { !used.contains($0) }) {
            throw value.error(
                found: "no '{\(unused)}' in the command",
                expected: "every parameter\(mode == .batch ? " and path" : "") in an argument of the program",
                remedy: "add '{\(unused)}' to an argument"
            )
        }
        return words
    }

    private static let vectors: KeyValuePairs<String, SensorKind> = [
        "gyroscope": .gyroscope, "accelerometer": .accelerometer, "magnetometer": .magnetometer,
    ]

    private static func driver(_ value: YAMLValue, among sensors: [SensorKind]) throws(InputError) -> SensorKind {
        let driver = try value.choice("the driver", vectors)
        guard sensors.contains(driver) else {
            throw value.error(
                found: "the driver \(driver.rawValue), which is not in 'needs'",
                expected: "a sensor that the program receives",
                remedy: "add it to 'needs', or name another driver"
            )
        }
        return driver
    }

    private static func sensors(_ value: YAMLValue?) throws(InputError) -> [SensorKind] {
        guard let value else { return [.gyroscope, .accelerometer, .magnetometer] }
        var sensors: [SensorKind] = []
        for item in try value.items("needs") {
            sensors.append(try item.choice("the sensor", vectors))
        }
        guard !sensors.isEmpty, Set(sensors).count == sensors.count else {
            throw value.error(
                found: sensors.isEmpty ? "no sensors" : "a sensor twice",
                expected: "at least one sensor, each once",
                remedy: "correct it"
            )
        }
        return sensors
    }

    private static func timeout(_ value: YAMLValue?) throws(InputError) -> Seconds {
        guard let value else { return 60 }
        let text = try value.text("timeout")
        do throws(ParameterError) {
            guard case .number(let seconds) = try timeLimit.parse(text) else { return 60 }
            return seconds
        } catch {
            throw value.error(found: error.found, expected: error.expected, remedy: error.remedy)
        }
    }
}
