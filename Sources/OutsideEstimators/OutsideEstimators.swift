import Foundation
public import Pipelines
public import Recordings
public import SensorFilters
import SensorModel

/// The estimators from outside that SPECs name: programs that a YAML file describes, shared libraries, and estimators
/// that another package links into the program.
///
/// ```swift
/// let outside = OutsideEstimators(folder: "experiments")
/// let specification = try PipelineSpecification(parsing: "my-ekf.yaml+lowPass", estimators: outside.lookup)
/// ```
///
/// Each file is read once.
public final class OutsideEstimators: Sendable {
    private static let pluginPrefix = "plugin:"

    private let folder: String
    private let startsPrograms: Bool
    private let linked: [EstimatorEntry]
    private let lock = NSLock()
    private nonisolated(unsafe) var known: [String: Result<EstimatorEntry, ParameterError>] = [:]

    /// Creates the set.
    ///
    /// - Parameters:
    ///   - folder: the folder in which relative paths start; empty for the working directory.
    ///   - startsPrograms: whether the estimators may start programs and load libraries. Otherwise descriptions are read
    ///     only: no library is loaded, its parameters are not checked, and every run of an estimator fails.
    ///   - linked: the estimators that another package links into the program.
    public init(folder: String, startsPrograms: Bool = true, linked: [EstimatorEntry] = []) {
        self.folder = folder
        self.startsPrograms = startsPrograms
        self.linked = linked
    }

    /// The programs and libraries that were looked up, sorted, with the commands that start the programs.
    public var programs: [String] {
        lock.withLock {
            known.compactMap { name, result in
                (try? result.get()).map { $0.command.isEmpty ? name : "\(name) (\($0.command))" }
            }.sorted()
        }
    }

    /// The estimators that a SPEC can name, with those of the catalogue.
    public var lookup: EstimatorLookup {
        EstimatorLookup { name throws(ParameterError) in try self.entry(named: name) }
    }

    /// Whether a file describes a program; false for a file that cannot be read.
    public static func describesProgram(_ path: String) -> Bool {
        guard let root = try? root(of: path) else { return false }
        return CommandDescription.describes(root)
    }

    /// Reads the description of a program.
    ///
    /// - Throws: `InputError` with the line and column of a mistake.
    public func load(description path: String) throws(InputError) -> EstimatorEntry {
        let entry = try program(path)
        lock.withLock { known[path] = .success(entry) }
        return entry
    }

    private func entry(named name: String) throws(ParameterError) -> EstimatorEntry? {
        if let entry = linked.first(where: { $0.name == name }) { return entry }
        guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") || name.hasPrefix("plugin") else { return nil }
        // Under the lock, so that no file is read twice.
        return try lock.withLock { () -> Result<EstimatorEntry, ParameterError> in
            if let known = known[name] { return known }
            let result = read(name)
            known[name] = result
            return result
        }.get()
    }

    private func read(_ name: String) -> Result<EstimatorEntry, ParameterError> {
        do throws(ParameterError) {
            if name.hasPrefix("plugin") { return .success(try plugin(name)) }
            do throws(InputError) {
                return .success(try program(name))
            } catch {
                let place = error.line.map { ":\($0)" + (error.column.map { ":\($0)" } ?? "") } ?? ""
                throw ParameterError(
                    found: "\(error.found) in \(error.file)\(place)",
                    expected: error.expected,
                    remedy: error.remedy
                )
            }
        } catch {
            return .failure(error)
        }
    }

    private func file(_ path: String) -> String {
        path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
    }

    private static func root(of path: String) throws(InputError) -> YAMLMapping {
        let text = try InputFile.contents(of: path, expected: "a YAML file that describes a program")
        return try YAMLValue(parsing: text, file: path).mapping("a program")
    }

    private func program(_ path: String) throws(InputError) -> EstimatorEntry {
        let file = file(path)
        let root = try Self.root(of: file)
        let description = try CommandDescription(root, path: path, file: file)
        let inputs = try description.inputFiles(root["inputs"])
        return EstimatorEntry(
            outside: description.name,
            summary: "A program, \(description.mode.rawValue).",
            source: path,
            sha256: try Self.digest(of: [file] + inputs),
            sensors: description.sensors,
            driver: description.driver,
            parameters: description.parameters,
            command: description.words
        ) { [startsPrograms] values, drivers in
            guard startsPrograms else { return UnstartedEstimator(program: path) }
            return switch description.mode {
            case .batch: BatchEstimator(description, values, drivers: drivers)
            case .stream:
                StreamEstimator(
                    description.call(values),
                    answers: description.answers,
                    sensors: description.sensors,
                    drivers: drivers,
                    isRepeated: description.isRepeated
                )
            }
        }
    }

    private func plugin(_ name: String) throws(ParameterError) -> EstimatorEntry {
        let path = name.hasPrefix(Self.pluginPrefix) ? String(name.dropFirst(Self.pluginPrefix.count)) : ""
        guard !path.isEmpty else {
            throw ParameterError(
                found: "'\(name)' without a library",
                expected: "the path of a shared library",
                remedy: "write plugin:./libmine.so"
            )
        }
        let file = URL(fileURLWithPath: file(path)).path
        guard startsPrograms else {
            try PluginLibrary.checkExists(path, file)
            return EstimatorEntry(unreadLibrary: path) { UnstartedEstimator(program: name) }
        }
        let library = try PluginLibrary(path: path, file: file)
        let digest: String
        do throws(InputError) {
            digest = try Self.digest(of: [file])
        } catch {
            throw ParameterError(found: "\(error.found) in \(path)", expected: error.expected, remedy: error.remedy)
        }
        return EstimatorEntry(
            outside: library.name,
            summary: "A shared library.",
            source: path,
            sha256: digest,
            sensors: library.sensors,
            parameters: library.parameters + [PluginHost.isolated]
        ) { values, drivers in
            let numbers = library.parameters.map { values.required($0.name) }
            guard values.flag("isolated") ?? false else { return PluginEstimator(library, values: numbers) }
            return StreamEstimator(
                PluginHost.call(name, file, drivers: drivers, values: numbers),
                answers: AnswerText(),
                sensors: library.sensors,
                drivers: drivers,
                isRepeated: true
            )
        }
    }

    private static func digest(of files: [String]) throws(InputError) -> String {
        let digest = Fingerprint()
        for file in files {
            let bytes = try InputFile.contents(of: file, limit: mostInputBytes, expected: "a file of the program")
            // The length separates the contents of files.
            withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { digest.update($0) }
            bytes.withUnsafeBytes { digest.update($0) }
        }
        return digest.hexadecimal
    }

    private static let mostInputBytes = 1 << 31
}

/// The estimator of a program that may not start. Every run fails.
private final class UnstartedEstimator: OutsideEstimator {
    let failure: EstimatorFailure?

    init(program: String) {
        failure = EstimatorFailure(
            program: program,
            found: "a program that may not start",
            expected: "one that the command line names or allows",
            remedy: "add --allow-programs"
        )
    }

    var skips: SkipCounts { SkipCounts() }
    var remarks: [String] { [] }
    var time: OutsideTime? { nil }
    func reset() {}
    func update(with frame: SensorFrame) -> UnitQuaternion? { nil }
    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)] { [] }
}
