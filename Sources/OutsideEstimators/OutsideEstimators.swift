import Foundation
public import Pipelines
public import Recordings
import SensorFilters
public import SensorModel

/// The estimators outside of Sextant that a pipeline specification can name: programs that a YAML file describes,
/// shared libraries, and estimators that another package links into the program.
///
/// ```swift
/// let outside = OutsideEstimators(folder: "experiments")
/// let specification = try PipelineSpecification(parsing: "my-ekf.yaml+lowPass", lookup: outside.lookup)
/// ```
///
/// Each description and each library is read once.
public final class OutsideEstimators: Sendable {
    private enum Entry {
        case estimator(EstimatorEntry)
        case locator(LocatorEntry)

        /// The command that starts a program; empty for a library.
        var command: String {
            switch self {
            case .estimator(let entry): entry.command
            case .locator(let entry): entry.command
            }
        }
    }

    private static let pluginPrefix = "plugin:"

    private let folder: String
    private let startsPrograms: Bool
    private let linked: StageLookup
    private let lock = NSLock()
    private nonisolated(unsafe) var known: [String: Result<Entry, InputError>] = [:]
    private nonisolated(unsafe) var lists: [String: Result<[StageText]?, InputError>] = [:]

    /// Creates a set of estimators whose files are read on first use.
    ///
    /// - Parameters:
    ///   - folder: folder to which relative paths refer; empty for the working directory.
    ///   - startsPrograms: whether programs may be started and libraries loaded. Otherwise only descriptions are read.
    ///     Parameters of libraries are then not checked, and every run of an estimator fails.
    ///   - linked: the stages of the catalogues, and the stages that another package links into the program.
    public init(folder: String, startsPrograms: Bool = true, linked: StageLookup = .catalogue) {
        self.folder = folder
        self.startsPrograms = startsPrograms
        self.linked = linked
    }

    /// The programs and libraries that pipeline specifications have named so far, sorted. A program is listed with its
    /// command.
    public var programs: [String] {
        lock.withLock {
            known.compactMap { name, result in
                (try? result.get()).map { $0.command.isEmpty ? name : "\(name) (\($0.command))" }
            }.sorted()
        }
    }

    /// The stages that a pipeline specification can name: linked stages, programs, libraries, and files with a list of
    /// stages.
    public var lookup: StageLookup {
        linked.adding(
            outside: { name throws(InputError) in try self.estimator(named: name) },
            locators: { name throws(InputError) in try self.locator(named: name) },
            lists: { name throws(InputError) in try self.stages(inFile: name) }
        )
    }

    /// Returns the stages in a file, or `nil` if the file describes a program.
    private func stages(inFile name: String) throws(InputError) -> [StageText]? {
        guard Self.isDescription(name) else { return nil }
        let stages = try lock.withLock { () -> Result<[StageText]?, InputError> in
            if let known = lists[name] { return known }
            let result = Result { () throws(InputError) -> [StageText]? in try readList(name) }
            lists[name] = result
            return result
        }.get()
        // If the file describes a program, an error in the description is thrown here, with its line in the file.
        if stages == nil { _ = try entry(named: name) }
        return stages
    }

    /// Reads a list of stages. Paths of programs and libraries in the list are relative to the folder of the file.
    private func readList(_ name: String) throws(InputError) -> [StageText]? {
        let file = file(name)
        let value = try YAMLValue(parsing: try InputFile.contents(of: file), file: file)
        if value.isMapping, CommandDescription.describes(try value.mapping("a program")) { return nil }
        let folder = Self.folder(of: name)
        return try StageText.list(value).map { stage in
            StageText(
                name: Self.name(stage.name, in: folder),
                parameters: stage.parameters,
                column: stage.column,
                line: stage.line
            )
        }
    }

    /// Returns the folder of a file. For a relative path, the result is relative, or empty for the working directory.
    package static func folder(of path: String) -> String {
        path.contains("/") ? URL(fileURLWithPath: path).deletingLastPathComponent().relativePath : ""
    }

    private static func name(_ name: String, in folder: String) -> String {
        let prefix = name.hasPrefix(pluginPrefix) ? pluginPrefix : ""
        let path = name.dropFirst(prefix.count)
        let isFile = !prefix.isEmpty || isDescription(name)
        return folder.isEmpty || !isFile || path.hasPrefix("/") ? name : "\(prefix)\(folder)/\(path)"
    }

    private static func isDescription(_ name: String) -> Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }

    private func estimator(named name: String) throws(InputError) -> EstimatorEntry? {
        switch try entry(named: name) {
        case .estimator(let entry): return entry
        case .locator:
            throw InputError(
                message: "'\(name)' returns positions, so it must be the first stage of a pipeline",
                advice: "evaluate it as a pipeline of its own: --pipeline \(name)"
            )
        case nil: return nil
        }
    }

    private func locator(named name: String) throws(InputError) -> LocatorEntry? {
        guard Self.isDescription(name), try stages(inFile: name) == nil,
            case .locator(let entry) = try entry(named: name)
        else { return nil }
        return entry
    }

    private func entry(named name: String) throws(InputError) -> Entry? {
        guard Self.isDescription(name) || name.hasPrefix("plugin") else { return nil }
        // The lock ensures that no file is read twice.
        return try lock.withLock { () -> Result<Entry, InputError> in
            if let known = known[name] { return known }
            let result = Result { () throws(InputError) -> Entry in
                try name.hasPrefix("plugin") ? .estimator(plugin(name)) : program(name)
            }
            known[name] = result
            return result
        }.get()
    }

    private func file(_ path: String) -> String {
        path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
    }

    private func program(_ path: String) throws(InputError) -> Entry {
        let file = file(path)
        let root = try YAMLValue(parsing: try InputFile.contents(of: file), file: file).mapping("a program")
        let description = try CommandDescription(root, path: path, file: file)
        let digest = try Self.digest(of: [file] + (try description.inputFiles(root["inputs"])))
        guard description.returns == .orientations else { return .locator(locator(description, digest)) }
        let entry = EstimatorEntry(
            outside: description.name,
            summary: "A program in \(description.mode.rawValue) mode.",
            source: path,
            sha256: digest,
            sensors: description.sensors,
            driver: description.driver,
            parameters: description.parameters,
            command: description.words
        ) { [startsPrograms] values, drivers in
            guard startsPrograms else { return UnstartedProgram(program: path) }
            return switch description.mode {
            case .batch: BatchEstimator(description, values, drivers: drivers)
            case .stream:
                StreamEstimator(description.program(values, drivers: drivers), answers: description.answers)
            }
        }
        return .estimator(entry)
    }

    private func locator(_ description: CommandDescription, _ digest: String) -> LocatorEntry {
        let isLocal = description.returns == .localPositions
        return LocatorEntry(
            name: description.name,
            source: description.path,
            sha256: digest,
            command: description.words,
            sensors: description.sensors,
            isLocal: isLocal,
            parameters: description.parameters
        ) { [startsPrograms] values in
            guard startsPrograms else { return UnstartedProgram(program: description.path) }
            switch description.mode {
            case .batch: return BatchLocator(description, values)
            case .stream:
                let first = description.returns.streams.first(where: description.sensors.contains)
                let program = description.program(values, drivers: [description.driver ?? first ?? .location])
                return StreamLocator(program, answers: PositionText(isLocal: isLocal))
            }
        }
    }

    private func plugin(_ name: String) throws(InputError) -> EstimatorEntry {
        let path = name.hasPrefix(Self.pluginPrefix) ? String(name.dropFirst(Self.pluginPrefix.count)) : ""
        guard !path.isEmpty else {
            throw InputError(
                message: "'\(name)' does not contain the path of a library",
                advice: "write plugin:PATH, for example plugin:./libmine.so"
            )
        }
        let file = URL(fileURLWithPath: file(path)).path
        guard startsPrograms else {
            try PluginLibrary.checkExists(path, file)
            return EstimatorEntry(unreadLibrary: path) { UnstartedProgram(program: name) }
        }
        let library = try PluginLibrary(path: path, file: file)
        let digest: String
        do throws(InputError) {
            digest = try Self.digest(of: [file])
        } catch {
            throw InputError(message: "\(path): \(error.message)", advice: error.advice)
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
            let call = PluginHost.call(name, file, drivers: drivers, values: numbers)
            let program = StreamProgram(call, sensors: library.sensors, drivers: drivers, isRepeated: true)
            return StreamEstimator(program, answers: AnswerText())
        }
    }

    private static func digest(of files: [String]) throws(InputError) -> String {
        let digest = Fingerprint()
        for file in files {
            let bytes = try InputFile.contents(of: file, limit: maximumInputBytes)
            // With the lengths, the digest also depends on the boundaries between the files.
            withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { digest.update($0) }
            bytes.withUnsafeBytes { digest.update($0) }
        }
        return digest.hexadecimal
    }

    private static let maximumInputBytes = 1 << 31
}

/// A placeholder for a program that must not be started. Every run fails.
private final class UnstartedProgram: OutsideEstimator, OutsideLocator {
    let failure: InputError?

    init(program: String) {
        failure = InputError(
            file: program,
            message: "the program was not started, because it is named in a file and not on the command line",
            advice: "add --allow-programs to start it"
        )
    }

    var skips: SkipCounts { SkipCounts() }
    var remarks: [String] { [] }
    var time: OutsideTime? { nil }
    func reset() {}
    func update(with frame: SensorFrame) -> UnitQuaternion? { nil }
    func process(_ samples: SensorFrame) -> EstimatedPosition? { nil }
    func process(_ pose: Pose, at time: Seconds) -> EstimatedPosition? { nil }
    func process(_ fix: LocationFix, at time: Seconds) -> EstimatedPosition? { nil }
    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)] { [] }
    func finish(isThorough: Bool) -> [(time: Seconds, position: EstimatedPosition)] { [] }
}

extension StageText {
    private static let advice = "write each stage of the list as 'name' or 'name: {key: value}'"

    /// Reads a list of stages, each a name or a name with parameters.
    ///
    /// ```yaml
    /// - lowPass: {alpha: 0.2, sensor: accelerometer}
    /// - triad
    /// ```
    ///
    /// - Throws: `InputError` with the line and column of a value that is not a stage.
    public static func list(_ value: YAMLValue) throws(InputError) -> [StageText] {
        guard value.isList else { throw value.error(message: "the value is not a list of stages", advice: advice) }
        let items = try value.items("the pipeline")
        guard !items.isEmpty else { throw value.error(message: "the list of stages is empty", advice: advice) }
        return try items.map { item throws(InputError) in
            guard item.isMapping else {
                return StageText(name: try item.text("a stage"), column: item.column, line: item.line)
            }
            let stage = try item.mapping("a stage").all
            guard let (name, values) = stage.first, stage.count == 1 else {
                throw item.error(message: "a stage must be a name, or a name with parameters", advice: advice)
            }
            var parameters: [String: String] = [:]
            if !values.isNull {
                for (key, value) in try values.mapping(name).all { parameters[key] = try value.text(key) }
            }
            return StageText(name: name, parameters: parameters, column: item.column, line: item.line)
        }
    }
}
