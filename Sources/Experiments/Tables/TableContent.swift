package import Geodesy
package import Positions
public import Recordings
public import SensorModel
import SensorSimulation

/// A kind of report table, which reads its part of `table.yaml` and computes the table.
///
/// The command line has the kinds `evaluation`, `distances`, `scene`, `trackers` and `leaderboard`. Other packages add
/// kinds with `CommandExtension` of `SextantCommands`:
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
    /// The kind's key in `table.yaml`, in lower case with dashes.
    static var kind: String { get }
    /// The program that regenerates tables of this kind. The page of a table shows its command.
    static var program: String { get }

    /// Reads the content of a table.
    ///
    /// - Parameters:
    ///   - value: the value of the kind's key.
    ///   - catalogue: the stages, metrics, formulas and layouts that the definition can name.
    /// - Throws: `InputError` with the line and column of a mistake.
    init(_ value: YAMLValue, catalogue: DefinitionCatalogue) throws(InputError)

    /// The third-party files and folders that the table needs, as paths relative to the user's data folder. The table
    /// is skipped if any of them is missing.
    var dataPaths: [String] { get }
    /// The external programs that the table needs, or `nil` if it needs none.
    var programs: RequiredPrograms? { get }

    /// Returns the programs and libraries named by files of the table. They start only with the user's permission.
    func namedPrograms(in context: TableContext) throws -> [String]

    /// Computes the table.
    ///
    /// - Parameters:
    ///   - definition: the definition with this content.
    ///   - context: the folders, the number of jobs and the progress line.
    func make(_ definition: TableDefinition, in context: TableContext) async throws -> GeneratedTable
}

extension TableContent {
    /// No third-party data.
    public var dataPaths: [String] { [] }
    /// No programs.
    public var programs: RequiredPrograms? { nil }
    /// No programs.
    public func namedPrograms(in context: TableContext) -> [String] { [] }
}

/// The environment in which report tables are computed.
public struct TableContext: Sendable {
    /// The folder that paths in definitions are relative to.
    public let root: String
    /// The folder of third-party data, or `nil` if unknown.
    public let data: String?
    /// The folder for the cells of leaderboards, or `nil` for a temporary folder.
    public let store: String?
    /// The maximum number of recordings that are evaluated in parallel.
    public let jobs: Int
    /// A Boolean value that indicates whether the programs and libraries that a definition names may start.
    public let startsPrograms: Bool
    /// The formulas that tables of distances compare, and the layouts that recordings may have.
    public let catalogue: DefinitionCatalogue
    /// The statistics of random pairs, shared by all tables.
    package let distances = SharedDistances()
    private let progress: @Sendable (_ done: Int, _ total: Int, _ noun: String, _ name: String) -> Void

    /// Creates an environment.
    ///
    /// - Parameters:
    ///   - root: the folder that paths in definitions are relative to.
    ///   - data: the folder of third-party data, or `nil` if unknown.
    ///   - store: the folder for the cells of leaderboards, or `nil` for a temporary folder.
    ///   - jobs: the maximum number of recordings that are evaluated in parallel.
    ///   - catalogue: the stages, metrics, formulas and layouts that definitions can name.
    ///   - startsPrograms: whether the programs and libraries that a definition names may start.
    ///   - progress: a closure that receives the number of finished items, the number of all items, the noun for the
    ///     items, and the name of the table.
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
    ///   - done: the number of finished items, at least 1.
    ///   - total: the number of all items.
    ///   - noun: the noun for the items.
    ///   - name: the name of the table.
    public func report(done: Int, of total: Int, _ noun: String, table name: String) {
        progress(done, total, noun, name)
    }

    /// Reads or simulates a recording of a table.
    ///
    /// - Throws: `InputError` for a recording that cannot be read.
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

/// External programs that a report table needs.
///
/// ```yaml
/// programs:
///   name: the package riann of PyPI
///   check: [python3, -c, "import riann"]
///   page: Examples/published-estimators/README.md
/// ```
public struct RequiredPrograms: Sendable, Hashable {
    /// The description of the programs.
    public let name: String
    /// A command that exits with status 0 if the programs can run.
    public let check: [String]
    /// The page in the repository that describes how to install them.
    public let page: String

    /// Reads the requirement.
    ///
    /// - Throws: `InputError` with the line and column of a mistake.
    public init(_ value: YAMLValue) throws(InputError) {
        let root = try value.mapping("programs")
        try root.allow(["name", "check", "page"])
        name = try root.required("name").text("name")
        let command = try root.required("check")
        check = try command.texts("check")
        guard !check.isEmpty else {
            throw command.error(message: "the command is empty", advice: "write the program and its arguments")
        }
        page = try root.required("page").text("page")
    }
}

/// The statistics of distance formulas over random pairs. Tables with the same pairs share one computation.
package actor SharedDistances {
    private var known: [RandomPairs: DistanceStatistics] = [:]

    /// Returns the statistics of all formulas over random pairs.
    ///
    /// - Parameters:
    ///   - pairs: the random pairs.
    ///   - formulas: the formulas; the same for all tables.
    ///   - jobs: the number of threads.
    ///   - report: receives the number of finished pairs.
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
