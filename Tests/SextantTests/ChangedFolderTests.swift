import Evaluation
import Foundation
import TestSupport
import Testing

/// `sextant evaluate` over folders that people have renamed, edited and saved again.
struct ChangedFolderTests {
    /// A folder as an app or Sextant writes it, made from a bundled recording.
    enum Kind: String, CaseIterable, Sendable {
        case native
        case phyphox
        case sensorLogger = "sensor-logger"
    }

    /// A change of all files.
    enum Change: String, CaseIterable, Sendable {
        case renamed, german, permuted, carriageReturns, byteOrderMark, semicolons
        /// The folder lacks the magnetometer, or the accelerometer.
        case noMagnetometer, noAccelerometer
    }

    private struct Table {
        var name: String
        var columns: [String]
        var rows: [[Substring]]
    }

    private static let source = Package.root.appendingPathComponent("Datasets/simulated-walk")
    private static let streams = ["accelerometer", "gyroscope", "magnetometer", "attitude"]
    /// The relative tolerance of figures of the same samples in another order of columns and bytes.
    private static let tolerance = 1e-9

    private static func tables(_ kind: Kind) throws -> [Table] {
        try (streams + (kind == .native ? ["reference"] : [])).compactMap { stream in
            let file = source.appendingPathComponent("\(stream).csv")
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            let rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            let columns = lines[0].split(separator: ",").map(String.init)
            let table = Table(name: stream, columns: columns, rows: rows)
            switch kind {
            case .native: return table
            case .phyphox: return phyphox(table)
            case .sensorLogger: return sensorLogger(table)
            }
        }
    }

    private static func phyphox(_ table: Table) -> Table? {
        let names = [
            "accelerometer": ("Accelerometer", "Acceleration", "m/s^2"),
            "gyroscope": ("Gyroscope", "Gyroscope", "rad/s"),
            "magnetometer": ("Magnetometer", "Magnetic Field", "µT"),
        ]
        guard let (file, stem, unit) = names[table.name] else { return nil }
        let columns = ["Time (s)"] + ["x", "y", "z"].map { "\(stem) \($0) (\(unit))" }
        return Table(name: file, columns: columns, rows: table.rows)
    }

    /// Android's files, which contain the attitude relative to magnetic north.
    private static func sensorLogger(_ table: Table) -> Table {
        let names = [
            "accelerometer": "TotalAcceleration", "gyroscope": "Gyroscope", "magnetometer": "Magnetometer",
            "attitude": "Orientation",
        ]
        let start = 1_700_000_000_000_000_000
        let rows = table.rows.map { row in
            [Substring("\(start + Int(((Double(row[0]) ?? 0) * 1e9).rounded()))"), row[0]] + row.dropFirst()
        }
        return Table(
            name: names[table.name] ?? table.name,
            columns: ["time", "seconds_elapsed"] + table.columns.dropFirst(),
            rows: rows
        )
    }

    /// German names of columns and files: phyphox's names, and translations of names that phyphox does not have.
    private static let german: [(String, String)] = [
        ("Acceleration", "Beschleunigung"), ("Gyroscope", "Gyroskop"), ("Magnetic Field", "Magnetfeld"),
        ("Time", "Zeit"), ("seconds_elapsed", "sekunden"), ("time", "zeit"),
    ]

    private static func change(_ tables: inout [Table], by change: Change) {
        switch change {
        case .renamed, .carriageReturns, .byteOrderMark, .semicolons: break
        case .german:
            for index in tables.indices {
                tables[index].columns = tables[index].columns.map { column in
                    german.reduce(column == "t" ? "zeit" : column) { $0.replacing($1.0, with: $1.1) }
                }
            }
        case .permuted:
            for index in tables.indices {
                tables[index].columns.reverse()
                tables[index].rows = tables[index].rows.map { $0.reversed() }
            }
        case .noMagnetometer: tables.removeAll { $0.name.lowercased().hasPrefix("magnet") }
        case .noAccelerometer:
            tables.removeAll { $0.name.lowercased().hasPrefix("accel") || $0.name == "TotalAcceleration" }
        }
    }

    private static func text(_ table: Table, _ change: Change?) -> String {
        let comma = change == .semicolons ? ";" : ","
        let quoted = table.columns.map { $0.contains(" ") ? "\"\($0)\"" : $0 }
        let lines = [quoted.joined(separator: comma)] + table.rows.map { $0.joined(separator: comma) }
        let end = change == .carriageReturns ? "\r\n" : "\n"
        return (change == .byteOrderMark ? "\u{FEFF}" : "") + lines.map { $0 + end }.joined()
    }

    /// Writes a folder and returns its path.
    private static func write(_ kind: Kind, _ change: Change?, to folder: TemporaryFolder) throws -> String {
        var tables = try tables(kind)
        if let change { Self.change(&tables, by: change) }
        let name = change == .renamed ? "Kopie von Messung (2) – äöü" : "walk"
        let path = folder.url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        for table in tables {
            let file = path.appendingPathComponent("\(table.name).csv")
            try Data(text(table, change).utf8).write(to: file)
        }
        let end = change == .carriageReturns ? "\r\n" : "\n"
        switch kind {
        case .native:
            try Data("name: walk\(end)declination: 3\(end)".utf8).write(
                to: path.appendingPathComponent("recording.yaml")
            )
        case .phyphox: break
        case .sensorLogger:
            try Data("version,platform\(end)3,android\(end)".utf8).write(
                to: path.appendingPathComponent("Metadata.csv")
            )
        }
        return path.path
    }

    /// The figures that `sextant evaluate` measures, and the outcome of the command.
    private static func figures(_ path: String) async throws -> (values: [String: Double], outcome: Command.Outcome) {
        let folder = try TemporaryFolder()
        let output = folder.url.appendingPathComponent("out")
        let outcome = try await Command.run([
            "evaluate", path, "--pipeline", "madgwick", "--pipeline", "gyroscope", "--output", output.path,
        ])
        guard let json = try? Data(contentsOf: output.appendingPathComponent("results.json")) else {
            return ([:], outcome)
        }
        let root = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        var values: [String: Double] = [:]
        for (number, run) in (try #require(root["runs"] as? [[String: Any]])).enumerated() {
            for (group, metrics) in run {
                for (name, value) in metrics as? [String: Any] ?? [:] where !name.hasPrefix("compute_") {
                    values["\(number).\(group).\(name)"] = value as? Double
                }
            }
        }
        return (values, outcome)
    }

    @Test(arguments: Kind.allCases)
    func `Figures of a changed folder equal those of the original, or a message names the reason`(
        kind: Kind
    ) async throws {
        let folder = try TemporaryFolder()
        let original = try await Self.figures(Self.write(kind, nil, to: folder))
        #expect(original.outcome.code == 0, "\(original.outcome.error)")
        #expect(original.values.count > 10)
        for change in Change.allCases {
            let other = try TemporaryFolder()
            let found = try await Self.figures(Self.write(kind, change, to: other))
            guard let words = Self.refusals["\(kind.rawValue) \(change.rawValue)"] else {
                #expect(found.outcome.code == 0, "\(kind) \(change): \(found.outcome.error)")
                #expect(Set(found.values.keys) == Set(original.values.keys), "\(kind) \(change)")
                for (name, value) in found.values {
                    let expected = original.values[name] ?? .nan
                    let isNear = abs(value - expected) <= Self.tolerance * max(1, abs(expected))
                    #expect(isNear, "\(kind) \(change): \(name) is \(value), was \(expected)")
                }
                continue
            }
            let message = found.outcome.error + found.outcome.output
            #expect(message.contains(words), "\(kind) \(change): \(message)")
        }
    }

    /// A part of the message for each change after which figures cannot be equal.
    private static let refusals = [
        "native german": "there is no column 't' among the columns zeit, x, y, z",
        "native semicolons": "semicolon",
        "sensor-logger german": "the nearest layout, sensor-logger",
        "native noMagnetometer": "magnetometer",
        "phyphox noMagnetometer": "magnetometer",
        "sensor-logger noMagnetometer": "magnetometer",
        "native noAccelerometer": "accelerometer",
        "phyphox noAccelerometer": "accelerometer",
        "sensor-logger noAccelerometer": "accelerometer",
    ]
}
