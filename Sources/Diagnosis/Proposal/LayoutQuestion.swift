public import Recordings

/// A setting of a proposed layout, with its evidence.
public struct LayoutGuess: Sendable, Hashable {
    /// The confidence in a guess.
    public enum Certainty: String, Sendable, Hashable, CaseIterable {
        /// Physical relations between the data confirm the guess, or the file states it.
        case certain
        /// One kind of evidence supports the guess, and no evidence contradicts it.
        case likely
        /// The guess is a convention that the data cannot confirm. Users of the layout are warned.
        case assumed
    }

    /// The name of the setting, such as `accelerometer unit`.
    public var subject: String
    /// The value of the setting, as written in a layout.
    public var value: String
    /// The confidence in the guess.
    public var certainty: Certainty
    /// The evidence for the guess, as a clause.
    public var evidence: String

    /// The setting, value, confidence and evidence in one line.
    public var description: String { "\(subject): \(value) (\(certainty.rawValue)): \(evidence)" }
}

/// A setting that the data do not determine.
public struct LayoutQuestion: Sendable, Hashable {
    /// The name of the setting, such as `gyroscope unit`.
    public var subject: String
    /// The reason why the data do not determine the setting.
    public var reason: String
    /// The possible lines of the layout, from which the user chooses one, or an instruction to the user.
    public var choices: [String]
    /// The possible answers, as values of the option `--set`; empty if `--set` cannot answer the question.
    public var answers: [String]

    /// Creates a question. If `answers` is `nil`, the possible answers are derived from the choices. The parameters are
    /// described at the properties.
    public init(subject: String, reason: String, choices: [String], answers: [String]? = nil) {
        (self.subject, self.reason, self.choices) = (subject, reason, choices)
        let stream = subject.prefix { $0 != " " }
        let derived = choices.map { "\(stream).\($0.replacing(": ", with: "="))" }
        self.answers = answers ?? (derived.allSatisfy { LayoutAnswer($0) != nil } ? derived : [])
    }

    /// The setting, reason and possible answers in one line.
    public var description: String {
        guard let first = answers.first, let sign = first.firstIndex(of: "=") else {
            return
                "unknown: \(subject): \(reason); write \(choices.count > 1 ? "one of " : "")\(choices.joined(separator: ", "))"
        }
        return "unknown: \(subject): \(reason); answer with --set \(first[..<sign])=\(values.joined(separator: " or "))"
    }

    /// The values of the setting that the first answer names. An answer about another setting is written as an option:
    /// `--set accelerometer.scale=0.4`.
    public var values: [String] {
        let setting = answers.first?.prefix { $0 != "=" } ?? ""
        return answers.map { answer in
            answer.hasPrefix("\(setting)=") ? String(answer.dropFirst(setting.count + 1)) : "--set \(answer)"
        }
    }
}

/// An answer to a question of a layout, such as `magnetometer.unit=uT`.
public struct LayoutAnswer: Sendable, Hashable {
    /// The keys of a stream that can be set. The value of `columns` is ``none``, or the name or number of the first of the
    /// stream's adjacent columns, or all columns, as in `6,3,1`. A sensor has the columns x, y, z; an orientation has w, x,
    /// y, z. In a log of several files, the file's name precedes the columns, as in `imu.csv:ax`.
    public static let keys = ["columns", "unit", "scale", "sign", "axes", "direction", "earth", "north"]
    /// The keys of `time`, which concern all files of a log.
    public static let timeKeys = ["column", "unit"]
    /// The key of `rows`, which selects the rows of one device. Its value is a column and a text, as in `address=C4`.
    static let rowsKey = "where"
    /// The value of ``rowsKey`` with which all rows belong together.
    static let allRows = "all"
    /// The value of `columns` for a stream that the log does not contain, or that is not to be used.
    public static let none = "none"

    /// The stream to which the answer applies; `nil` for an answer about the times or about the selection of rows.
    public var stream: StreamKind?
    /// The key, one of ``keys`` or ``timeKeys``.
    public var key: String
    /// The value, as written in a layout.
    public var value: String

    /// Parses `stream.key=value` or `time.key=value`. Returns `nil` for other text, and for unknown streams, keys and
    /// units.
    public init?(_ text: String) {
        let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
        let names = (sides.first ?? "").split(separator: ".").map(String.init)
        guard sides.count == 2, names.count == 2 else { return nil }
        stream = StreamKind(rawValue: names[0])
        (key, value) = (names[1], sides[1] == "m/s2" ? "m/s^2" : sides[1])
        let isOfLog =
            names[0] == "time" && Self.timeKeys.contains(key)
            || names[0] == "rows" && key == Self.rowsKey
                && (value == Self.allRows || value.split(separator: "=").count > 1)
        guard stream == nil ? isOfLog : Self.keys.contains(key) else { return nil }
        if key == "columns", columnCount == nil, value != Self.none { return nil }
        if key == "unit", !Self.units(for: text).contains(value) { return nil }
    }

    /// Returns the units that an answer may contain. The result is empty if the text is no answer about a unit.
    package static func units(for text: String) -> [String] {
        let setting = text.prefix { $0 != "=" }
        if setting == "time.unit" { return TimeGuess.units.map(\.name) }
        return StreamKind.allCases.first { "\($0.rawValue).unit" == setting }?.units.map(\.key) ?? []
    }

    /// The number of columns that the answer selects: three for a sensor, four for an orientation. `nil` for other answers.
    var columnCount: Int? {
        guard key == "columns", value != Self.none else { return nil }
        return meaning != nil ? 3 : stream == .attitude || stream == .reference ? 4 : nil
    }

    /// The sensor whose columns the answer selects; `nil` for other answers.
    var meaning: SensorWords.Meaning? {
        key == "columns" ? stream.flatMap { SensorWords.Meaning(rawValue: $0.rawValue) } : nil
    }
}
