package import Geodesy
package import Positions
public import Recordings
public import SensorModel
import SensorSimulation

/// A kind of report table, which reads its part of `table.yaml` and computes the table.
///
/// The command line supports the kinds `evaluation`, `distances`, `scene`, `trackers` and `leaderboard`. Other packages
/// add kinds with `CommandExtension` of `SextantCommands`:
///
/// ```swift
/// struct SquareTable: TableContent {
///     static let kind = "squares"
///     static let program = "my-sextant"
///     let numbers: [Double]
///
///     init(_ value: YAMLValue, catalogue: DefinitionCatalogue) throws(InputError) {
///         numbers = try value.items("squares").map { item throws(InputError) in try item.number("a number") }
///     }
///
///     func make(_ definition: TableDefinition, in context: TableContext) -> GeneratedTable {
///         let columns = ["number", "square"].map { ReportTable.Column(key: $0, title: $0, isNumeric: true) }
///         let rows = numbers.map { number in
///             [number, number * number].map { TableCell.number(TableNumber($0, .digits(6))) }
///         }
///         let table = ReportTable(columns: columns, keyCount: 1, rows: rows)
///         return GeneratedTable(definition, table: table, inputs: [])
///     }
/// }
/// ```
public protocol TableContent: Sendable {
    /// The key of this kind in `table.yaml`, in lower case with dashes.
    static var kind: String { get }
    /// The program that regenerates tables of this kind. A table's page shows the command.
    static var program: String { get }

    /// Reads the content of a table.
    ///
    /// - Parameters:
    ///   - value: value in `table.yaml` under the key that names the kind of table.
    ///   - catalogue: stages, metrics, formulas and layouts that the definition can name.
    /// - Throws: `InputError` with the line and column of the error.
    init(_ value: YAMLValue, catalogue: DefinitionCatalogue) throws(InputError)

    /// The paths of the third-party data that the table needs, relative to the user's data folder. If any is missing,
    /// the table is skipped.
    var dataPaths: [String] { get }
    /// The programs outside of Sextant that the table needs; `nil` if it needs no such programs.
    var programs: RequiredPrograms? { get }

    /// Returns the programs and libraries that are named in the table's files. They are started only with the user's
    /// permission.
    func namedPrograms(in context: TableContext) throws -> [String]

    /// Computes the table.
    ///
    /// - Parameters:
    ///   - definition: definition with this content.
    ///   - context: folders, number of parallel jobs, and progress display.
    func make(_ definition: TableDefinition, in context: TableContext) async throws -> GeneratedTable
}

extension TableContent {
    /// An empty array: the table needs no third-party data.
    public var dataPaths: [String] { [] }
    /// The value `nil`: the table needs no programs.
    public var programs: RequiredPrograms? { nil }
    /// Returns an empty array: the table names no programs.
    public func namedPrograms(in context: TableContext) -> [String] { [] }
}

/// The environment in which report tables are computed.
public struct TableContext: Sendable {
    /// The folder to which paths in definitions are relative.
    public let root: String
    /// The folder of third-party data; `nil` if the user has not set one.
    public let data: String?
    /// The folder in which the results of leaderboard experiments are stored; `nil` for a temporary folder.
    public let store: String?
    /// The maximum number of recordings that are evaluated in parallel.
    public let jobs: Int
    /// A Boolean value that indicates whether programs and libraries may be started if a definition names them.
    public let startsPrograms: Bool
    /// The stages, metrics, formulas and layouts that definitions can name.
    public let catalogue: DefinitionCatalogue
    /// The statistics of distance formulas on random pairs of points, shared by all tables.
    package let distances = SharedDistances()
    private let progress: @Sendable (_ done: Int, _ total: Int, _ noun: String, _ name: String) -> Void

    /// Creates an environment. `progress` receives the number of finished items, the number of all items, the noun for
    /// the items, and the name of the table. The other parameters are described at the properties.
    public init(
        root: String,
        data: String? = nil,
        store: String? = nil,
        jobs: Int = 1,
        startsPrograms: Bool = false,
        catalogue: DefinitionCatalogue = .builtIn,
        progress: @escaping @Sendable (_ done: Int, _ total: Int, _ noun: String, _ name: String) -> Void = {
            _,
            _,
            _,
            _ in
        }
    ) {
        self.root = root
        self.data = data
        self.store = store
        self.jobs = jobs
        self.startsPrograms = startsPrograms
        self.catalogue = catalogue
        self.progress = progress
    }

    /// Reports the progress of a table.
    ///
    /// - Parameters:
    ///   - done: number of finished items, at least 1.
    ///   - total: number of all items.
    ///   - noun: noun for the items, such as `recordings`.
    ///   - name: name of the table.
    public func report(done: Int, of total: Int, _ noun: String, table name: String) {
        progress(done, total, noun, name)
    }

    /// Reads or simulates a recording of a table.
    ///
    /// - Throws: `InputError` if the recording cannot be read.
    public func recording(_ input: TableInput) throws(InputError) -> Recording {
        switch input.source {
        case .recording(let path, let layout):
            return try RecordingReader(layout: layout, layouts: catalogue.layouts).read(path: "\(root)/\(path)")
        case .data(let path, let layout):
            return try RecordingReader(layout: layout, layouts: catalogue.layouts).read(path: "\(data ?? "")/\(path)")
        case .simulation(let simulation):
            var recording = simulation.recording()
            recording.name = input.name
            return recording
        }
    }
}

/// The programs outside of Sextant that a report table needs.
///
/// ```yaml
/// programs:
///   name: the package riann of PyPI
///   check: [python3, -c, "import riann"]
///   page: Examples/published-estimators/README.md
/// ```
public struct RequiredPrograms: Sendable, Hashable {
    /// A common name for all these programs, for messages.
    public let name: String
    /// A command whose exit status is 0 if the programs can run on this machine.
    public let check: [String]
    /// The page in the repository that describes how the programs are installed.
    public let page: String

    /// Reads the value of the key `programs`.
    ///
    /// - Throws: `InputError` with the line and column of the error.
    public init(_ value: YAMLValue) throws(InputError) {
        let root = try value.mapping("programs")
        try root.allow(["name", "check", "page"])
        name = try root.required("name").text("name")
        let command = try root.required("check")
        check = try command.texts("check")
        guard !check.isEmpty else {
            throw command.error(message: "'check' is empty", advice: "write the program and its arguments")
        }
        page = try root.required("page").text("page")
    }
}

/// The statistics of distance formulas on random pairs of points. Tables with the same pairs share one computation.
package actor SharedDistances {
    private var known: [RandomPairs: DistanceStatistics] = [:]

    /// Returns the statistics of formulas on random pairs of points.
    ///
    /// - Parameters:
    ///   - pairs: random pairs of points.
    ///   - formulas: formulas to compare, the same for all tables.
    ///   - jobs: number of threads.
    ///   - report: closure that receives the number of finished pairs.
    package func statistics(
        _ pairs: RandomPairs,
        of formulas: [FormulaEntry],
        jobs: Int,
        report: @escaping @Sendable (Int) -> Void
    ) async throws -> DistanceStatistics {
        if let known = known[pairs] { return known }
        try GeodesicReference.load()
        let comparison = RandomComparison(pairs: pairs, formulas: formulas, jobs: jobs)
        let statistics = await comparison.run { _, done in report(done) }
        known[pairs] = statistics
        return statistics
    }
}
