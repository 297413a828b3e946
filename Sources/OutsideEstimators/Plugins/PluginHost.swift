import Foundation
import Recordings
import SensorModel

/// The separate process of a library with `isolated=true`. The process loads the library, reads samples from standard
/// input and writes orientations to standard output, like a program in stream mode.
public enum PluginHost {
    /// The subcommand of `sextant` that runs this process.
    public static let subcommand = "plugin-host"

    /// The maximum time in seconds to wait for a library during one recording.
    private static let timeout = 60.0

    /// The parameter that selects whether a library runs in a separate process.
    static let isolated = ParameterDescriptor.flag(
        "isolated",
        default: false,
        "Run the library in a separate process, so that a crash affects only one recording."
    )

    /// The exit status of a library's separate process after the library has processed all samples. The status differs
    /// from 0, because a library that ends the process early may use the status 0.
    public static let completion: Int32 = 64

    /// Returns the call that starts the separate process of a library.
    static func call(_ name: String, _ file: String, drivers: [SensorKind], values: [Double]) -> ProgramCall {
        let names = drivers.map(\.rawValue).joined(separator: ",")
        return ProgramCall(
            name: name,
            command: [executable, subcommand, file, names] + values.map { "\($0)" },
            folder: "/",
            timeout: timeout,
            // The caller reports a crash; a backtrace would only delay the report.
            variables: ["SWIFT_BACKTRACE": "enable=no"],
            completion: completion
        )
    }

    /// The path of the running executable.
    static var executable: String {
        #if os(Linux)
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        #else
        Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
    }

    /// Reads samples and writes orientations until the input ends.
    ///
    /// - Parameters:
    ///   - file: path of the library.
    ///   - drivers: names of the sensors whose samples require an orientation.
    ///   - values: values of the library's parameters, in the order of its table.
    /// - Throws: `InputError` if the library cannot be loaded, or if it fails.
    public static func run(file: String, drivers: [String], values: [Double]) throws {
        let library = try PluginLibrary(path: file, file: file)
        let estimator = PluginEstimator(library, values: values)
        var frames: [SensorFrame] = []
        while let line = readLine() {
            guard let sensor = Self.read(line, into: &frames), drivers.contains(sensor) else { continue }
            var orientation: UnitQuaternion?
            for frame in frames { orientation = estimator.update(with: frame) }
            frames.removeAll(keepingCapacity: true)
            if let failure = estimator.failure { throw failure }
            let answer = orientation.map { "\($0.w),\($0.x),\($0.y),\($0.z)\n" } ?? "\n"
            FileHandle.standardOutput.write(Data(answer.utf8))
        }
    }

    /// Adds the sample in a line to the frame of the same time, and returns the sensor. Returns `nil` for other lines.
    private static func read(_ line: String, into frames: inout [SensorFrame]) -> String? {
        let cells = line.split(separator: ",")
        let numbers = cells.dropFirst().compactMap { Double($0) }
        guard cells.count == 5, numbers.count == 4, let sensor = SensorKind(rawValue: String(cells[0])),
            SensorKind.vectors.contains(sensor)
        else { return nil }
        if frames.last?.time != numbers[0] { frames.append(SensorFrame(time: numbers[0])) }
        let value = Vector3(numbers[1], numbers[2], numbers[3])
        switch sensor {
        case .accelerometer: frames[frames.count - 1].accelerometer = value
        case .gyroscope: frames[frames.count - 1].gyroscope = value
        default: frames[frames.count - 1].magnetometer = value
        }
        return sensor.rawValue
    }
}
