import Foundation
public import Pipelines
import Recordings
import SensorFilters
import SensorModel

/// The estimators outside of Sextant that a SPEC can name: programs that a YAML file describes, shared libraries, and
/// estimators that another package links into the program.
///
/// ```swift
/// let outside = OutsideEstimators(folder: "experiments")
/// let specification = try PipelineSpecification(parsing: "my-ekf.yaml+lowPass", lookup: outside.lookup)
/// ```
///
/// Each description and each library is read once.
public final class OutsideEstimators: Sendable {
    private static let pluginPrefix = "plugin:"

    private let folder: String
    private let startsPrograms: Bool
    private let linked: StageLookup
    private let lock = NSLock()
    private nonisolated(unsafe) var known: [String: Result<EstimatorEntry, InputError>] = [:]
    private nonisolated(unsafe) var lists: [String: Result<[StageText]?, InputError>] = [:]

    /// Creates a set of estimators whose files are read on first use.
    ///
    /// - Parameters:
    ///   - folder: folder to which relative paths refer; empty for the working directory.
    ///   - startsPrograms: whether programs may be started and libraries loaded. Otherwise only descriptions are read.
    ///     Parameters of libraries are then not checked, and every run of an estimator fails.
    ///   - linked: stages of the catalogues, and those that another package links into the program.
    public init(folder: String, startsPrograms: Bool = true, linked: StageLookup = .catalogue) {
        self.folder = folder
        self.startsPrograms = startsPrograms
        self.linked = linked
    }

    /// The programs and libraries that SPECs have named so far, sorted. A program is listed with its command.
    public var programs: [String] {
        lock.withLock {
            known.compactMap { name, result in
                (try? result.get()).map { $0.command.isEmpty ? name : "\(name) (\($0.command))" }
            }.sorted()
        }
    }

    /// The stages that a SPEC can name: the linked ones, programs, libraries, and files with a list of stages.
    public var lookup: StageLookup {
        linked.adding(
            outside: { name throws(InputError) in try self.entry(named: name) },
            lists: { name throws(InputError) in try self.stages(inFile: name) }
        )
    }

    /// Returns the stages in a file, or `nil` if it describes a program.
    private func stages(inFile name: String) throws(InputError) -> [StageText]? {
        guard Self.isDescription(name) else { return nil }
        let stages = try lock.withLock { () -> Result<[StageText]?, InputError> in
            if let known = lists[name] { return known }
            let result = readList(name)
            lists[name] = result
            return result
        }.get()
        // If the file describes a program, an error in the description is thrown here, with its line in the file.
        if stages == nil { _ = try entry(named: name) }
        return stages
    }

    /// Reads a list of stages. Paths of programs and libraries in the list are relative to the folder of the file.
    private func readList(_ name: String) -> Result<[StageText]?, InputError> {
        let file = file(name)
        do throws(InputError) {
            let value = try YAMLValue(parsing: try InputFile.contents(of: file), file: file)
            if value.isMapping, CommandDescription.describes(try value.mapping("a program")) { return .success(nil) }
            let folder = Self.folder(of: name)
            return .success(
                try StageText.list(value).map { stage in
                    StageText(
                        name: Self.name(stage.name, in: folder),
                        parameters: stage.parameters,
                        column: stage.column,
                        line: stage.line
                    )
                }
            )
        } catch {
            return .failure(error)
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

    private func entry(named name: String) throws(InputError) -> EstimatorEntry? {
        guard Self.isDescription(name) || name.hasPrefix("plugin") else { return nil }
        // The lock ensures that no file is read twice.
        return try lock.withLock { () -> Result<EstimatorEntry, InputError> in
            if let known = known[name] { return known }
            let result = read(name)
            known[name] = result
            return result
        }.get()
    }

    private func read(_ name: String) -> Result<EstimatorEntry, InputError> {
        do throws(InputError) {
            return .success(name.hasPrefix("plugin") ? try plugin(name) : try program(name))
        } catch {
            return .failure(error)
        }
    }

    private func file(_ path: String) -> String {
        path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
    }

    private func program(_ path: String) throws(InputError) -> EstimatorEntry {
        let file = file(path)
        let root = try YAMLValue(parsing: try InputFile.contents(of: file), file: file).mapping("a program")
        let description = try CommandDescription(root, path: path, file: file)
        let inputs = try description.inputFiles(root["inputs"])
        return EstimatorEntry(
            outside: description.name,
            summary: "A program in \(description.mode.rawValue) mode.",
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

    private func plugin(_ name: String) throws(InputError) -> EstimatorEntry {
        let path = name.hasPrefix(Self.pluginPrefix) ? String(name.dropFirst(Self.pluginPrefix.count)) : ""
        guard !path.isEmpty else {
            throw InputError(
                message: "'\(name)' contains no path of a library",
                advice: "write plugin:PATH, for example plugin:./libmine.so"
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
private final class UnstartedEstimator: OutsideEstimator {
    let failure: InputError?

    init(program: String) {
        failure = InputError(
            file: program,
            message: "the program is named in a file, not on the command line, and was therefore not started",
            advice: "add --allow-programs"
        )
    }

    var skips: SkipCounts { SkipCounts() }
    var remarks: [String] { [] }
    var time: OutsideTime? { nil }
    func reset() {}
    func update(with frame: SensorFrame) -> UnitQuaternion? { nil }
    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)] { [] }
}

/// An estimator that runs a program once for a whole recording.
///
/// The program reads a copy of the samples in a temporary folder. The copy contains the output of preceding filters,
/// but not the reference.
final class BatchEstimator: OutsideEstimator, @unchecked Sendable {
    /// The largest difference between two runs that is ignored. Small differences may result from a sampling rate that
    /// the program computes from the recording.
    private static let negligible = Angle(degrees: 1e-4)

    private let description: CommandDescription
    private let values: ParameterValues
    private let indices: [Int]
    private let drivers: [SensorKind]

    private var intake = SampleIntake()
    private var streams: [SensorStream<Vector3>] = SensorKind.vectors.map { _ in SensorStream() }
    private var drivingTimes: [Seconds] = []
    private var duration: Seconds?
    private(set) var failure: InputError?
    private(set) var remarks: [String] = []

    init(_ description: CommandDescription, _ values: ParameterValues, drivers: [SensorKind]) {
        self.description = description
        self.values = values
        self.drivers = drivers
        indices = SampleIntake.indices(of: description.sensors)
    }

    var skips: SkipCounts { intake.skips }

    var time: OutsideTime? { duration.map(OutsideTime.perRun) }

    func reset() {
        intake = SampleIntake()
        streams = SensorKind.vectors.map { _ in SensorStream() }
        (drivingTimes, duration, failure, remarks) = ([], nil, nil, [])
    }

    func update(with frame: SensorFrame) -> UnitQuaternion? {
        for index in indices {
            guard let value = intake.sample(index, of: frame) else { continue }
            streams[index].times.append(frame.time)
            streams[index].values.append(value)
            if drivers.contains(SensorKind.vectors[index]), drivingTimes.last != frame.time {
                drivingTimes.append(frame.time)
            }
        }
        return nil
    }

    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)] {
        guard !drivingTimes.isEmpty else { return [] }
        do throws(InputError) {
            let run = try BatchRun(description, values, recording, rows: drivingTimes.count)
            let start = ContinuousClock.now
            let output = try run.run()
            duration = start.duration(to: .now).seconds
            let estimates = try BatchOutput(description).estimates(output, at: drivingTimes)
            if isThorough, description.isRepeated { try runAgain(run, output, estimates) }
            return estimates
        } catch {
            failure = error
            return []
        }
    }

    /// Runs the program for the first half of the recording, to detect whether earlier estimates depend on later
    /// samples. If estimates differ, a second run for the whole recording checks whether the program is deterministic.
    private func runAgain(
        _ run: BatchRun,
        _ output: Data,
        _ estimates: [(time: Seconds, orientation: UnitQuaternion)]
    ) throws(InputError) {
        let times = Array(drivingTimes.prefix((drivingTimes.count + 1) / 2))
        let half: [(time: Seconds, orientation: UnitQuaternion)]
        do throws(InputError) {
            let output = try BatchRun(description, values, recording(until: times.last), rows: times.count).run()
            half = try BatchOutput(description).estimates(output, at: times)
        } catch {
            remarks.append(
                "\(description.path): cannot check whether the program uses later samples; with half of the recording, \(error.message)"
            )
            half = []
        }
        let difference = Self.largestDifference(half, estimates)
        guard half.isEmpty || difference.radians > Self.negligible.radians else { return }
        if try run.run() != output {
            remarks.append("\(description.path) is not deterministic: the output of a second run differs")
        } else if !half.isEmpty {
            let degrees = DecimalText.fixed(difference.degrees, decimals: 4)
            remarks.append(
                "\(description.path) uses later samples: without the second half of the recording, estimates for the first "
                    + "half differ by up to \(degrees) deg"
            )
        }
    }

    /// Returns the largest angle between estimates of two runs at the same time.
    private static func largestDifference(
        _ some: [(time: Seconds, orientation: UnitQuaternion)],
        _ all: [(time: Seconds, orientation: UnitQuaternion)]
    ) -> Angle {
        var index = 0
        var largest = Angle(radians: 0)
        for (time, orientation) in some {
            while index < all.count, all[index].time < time { index += 1 }
            guard index < all.count, all[index].time == time else { continue }
            let angle = orientation.angle(to: all[index].orientation)
            if angle.radians > largest.radians { largest = angle }
        }
        return largest
    }

    private func recording(until end: Seconds?) -> Recording {
        var recording = recording
        guard let end else { return recording }
        recording.accelerometer?.removeSamples(after: end)
        recording.gyroscope?.removeSamples(after: end)
        recording.magnetometer?.removeSamples(after: end)
        return recording
    }

    private var recording: Recording {
        var recording = Recording(name: "recording")
        for index in indices where streams[index].count > 0 {
            switch SensorKind.vectors[index] {
            case .accelerometer: recording.accelerometer = streams[index]
            case .gyroscope: recording.gyroscope = streams[index]
            case .magnetometer: recording.magnetometer = streams[index]
            case .heading, .location, .attitude, .pose: break
            }
        }
        return recording
    }
}

extension SensorStream {
    /// Removes the samples that are later than `end`.
    fileprivate mutating func removeSamples(after end: Seconds) {
        let count = times.firstIndex { $0 > end } ?? times.count
        times.removeSubrange(count...)
        values.removeSubrange(count...)
    }
}

/// The file that a batch program writes. It has a header, and a row with time and orientation for each sample of the
/// driving sensor. Samples before the first orientation have no row.
struct BatchOutput {
    /// The maximum difference between a row's time and its sample's time in seconds. The program may round times.
    private static let tolerance = 1e-5

    private let description: CommandDescription

    init(_ description: CommandDescription) {
        self.description = description
    }

    /// Parses the orientations of a file.
    ///
    /// - Parameters:
    ///   - data: content of the file.
    ///   - times: times of the driving samples, strictly increasing.
    func estimates(
        _ data: Data,
        at times: [Seconds]
    ) throws(InputError) -> [(time: Seconds, orientation: UnitQuaternion)] {
        var lines = [UInt8](data).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false {
            lines.removeLast()
        } else if !lines.isEmpty {
            throw problem("the last row of {output} does not end with a line break, so the file may be truncated")
        }
        let hasHeader = lines.first?.contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 } ?? false
        let isNumber = lines.first.map { (try? description.answers.numbers($0, expected: 5)) != nil } ?? false
        let first = hasHeader && !isNumber ? 1 : 0
        var rows: [(time: Seconds, orientation: UnitQuaternion)] = []
        rows.reserveCapacity(lines.count)
        for (index, line) in lines.enumerated().dropFirst(first) {
            rows.append(try row(line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number: index + 1))
        }
        try check(rows.map(\.time), against: times)
        let start = times.count - rows.count
        return rows.enumerated().map { (times[start + $0.offset], $0.element.orientation) }
    }

    private func row(
        _ line: ArraySlice<UInt8>,
        number: Int
    ) throws(InputError) -> (time: Seconds, orientation: UnitQuaternion) {
        do throws(AnswerText.Mistake) {
            let numbers = try description.answers.numbers(line, expected: 5)
            return (numbers[0], try description.answers.orientation(numbers.dropFirst()))
        } catch {
            throw problem("line \(number) of {output} is not t,qw,qx,qy,qz: \(error.message)")
        }
    }

    private func check(_ rows: [Seconds], against times: [Seconds]) throws(InputError) {
        guard !rows.isEmpty else { throw problem("{output} has no rows") }
        guard rows.count <= times.count else {
            throw problem("{output} has \(rows.count) rows, but there are only \(times.count) driving samples")
        }
        let start = times.count - rows.count
        for (index, row) in rows.enumerated() where abs(row - times[start + index]) > Self.tolerance {
            throw problem(
                "row \(index + 1) of \(rows.count) in {output} has the time \(row) s, but its driving sample has "
                    + "\(times[start + index]) s"
            )
        }
    }

    private func problem(_ message: String) -> InputError {
        InputError(file: description.path, message: message, advice: "correct the program")
    }
}

/// The runs of a batch program on a copy of a recording. The temporary folder with the copy is removed when this object
/// is released.
final class BatchRun {
    /// The maximum size of an output row in bytes.
    private static let maximumRowBytes = 256

    private let description: CommandDescription
    private let values: ParameterValues
    private let tree: TemporaryTree
    private let folder: URL
    private let maximumBytes: Int
    private var digests: [(name: String, digest: String)] = []
    private var count = 0

    /// Writes the copy of the recording.
    ///
    /// - Parameters:
    ///   - description: description of the program.
    ///   - values: values of the program's parameters.
    ///   - recording: recording to copy.
    ///   - rows: maximum number of orientations that the program may write.
    init(
        _ description: CommandDescription,
        _ values: ParameterValues,
        _ recording: Recording,
        rows: Int
    ) throws(InputError) {
        self.description = description
        self.values = values
        maximumBytes = (rows + 256) * Self.maximumRowBytes
        do throws(FileFailure) {
            tree = try TemporaryTree()
            folder = tree.url.appendingPathComponent("recording")
            for file in recording.nativeFiles() { try write(file) }
        } catch {
            throw InputError(
                file: description.path,
                message: "cannot write a temporary copy of the recording to \(error.path): \(error.reason)",
                advice: "free some space, or set TMPDIR to another folder"
            )
        }
    }

    private func write(_ file: WrittenFile) throws(FileFailure) {
        let descriptor = try tree.create("recording/\(file.name)")
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let digest = Fingerprint()
        do {
            while let piece = file.next() {
                piece.bytes.withUnsafeBytes { digest.update($0) }
                try handle.write(contentsOf: piece.bytes)
            }
        } catch {
            throw FileFailure(path: folder.path, reason: error.localizedDescription)
        }
        digests.append((file.name, digest.hexadecimal))
    }

    /// Runs the program, and returns the content of its output file.
    func run() throws(InputError) -> Data {
        count += 1
        let output = tree.url.appendingPathComponent("estimates-\(count).csv").path
        let call = description.call(
            values,
            paths: [CommandDescription.recording: folder.path, CommandDescription.output: output]
        )
        var program: ChildProgram?
        do throws(ProgramError) {
            let started = try ChildProgram(call, run: tree.url.path)
            program = started
            try started.finish(patience: call.timeout) { () throws(ProgramError) in
                guard size(of: output) <= maximumBytes else {
                    throw .flood("more than \(maximumBytes) bytes in {output}")
                }
            }
        } catch {
            program?.end()
            throw error.failure(of: call, "", errorLine: program?.lastErrorLine)
        }
        for (name, digest) in digests where self.digest(of: name) != digest {
            throw problem("the program changed the file \(name) of the recording")
        }
        guard FileKind(path: output) == .regular, size(of: output) <= maximumBytes,
            let data = FileManager.default.contents(atPath: output)
        else { throw problem("the program did not write the file {output}") }
        return data
    }

    private func digest(of name: String) -> String? {
        let path = folder.appendingPathComponent(name).path
        guard FileKind(path: path) == .regular, let data = FileManager.default.contents(atPath: path) else {
            return nil
        }
        let digest = Fingerprint()
        data.withUnsafeBytes { digest.update($0) }
        return digest.hexadecimal
    }

    private func size(of path: String) -> Int {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private func problem(_ message: String) -> InputError {
        InputError(file: description.path, message: message, advice: "correct the program")
    }
}
