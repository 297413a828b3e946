import Foundation
import Recordings
import SensorModel

/// The process of `isolated=true`, which loads a library, reads samples from standard input and writes orientations to
/// standard output, as a stream program does.
public enum PluginHost {
    /// The subcommand of `sextant` that runs the host.
    public static let subcommand = "plugin-host"

    /// The maximum time in seconds to wait for a library over one recording.
    private static let timeout = 60.0

    /// The parameter that runs a library in a separate process.
    static let isolated = ParameterDescriptor.flag(
        "isolated",
        default: false,
        "Run the library in a process of its own, so that a crash fails one recording."
    )

    /// The exit status of the host after its last answer. It is not 0, so that a library that ends the host with 0 is
    /// detected.
    public static let completion: Int32 = 64

    /// Returns the call that runs a library in a separate process.
    static func call(_ name: String, _ file: String, drivers: [SensorKind], values: [Double]) -> ProgramCall {
        let names = drivers.map(\.rawValue).joined(separator: ",")
        return ProgramCall(
            name: name,
            command: [executable, subcommand, file, names] + values.map { "\($0)" },
            folder: "/",
            timeout: timeout,
            // The caller reports a crash; a backtrace of the host would only take time.
            variables: ["SWIFT_BACKTRACE": "enable=no"],
            completion: completion
        )
    }

    /// The path of this program.
    static var executable: String {
        #if os(Linux)
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        #else
        Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
    }

    /// Answers samples until the input ends.
    ///
    /// - Parameters:
    ///   - file: path of the library.
    ///   - drivers: names of the sensors whose samples are answered.
    ///   - values: values of the library's parameters, in the order of its table.
    /// - Throws: `InputError` for a library that cannot be loaded, or that fails.
    public static func run(file: String, drivers: [String], values: [Double]) throws {
        let library = try PluginLibrary(path: file, file: file)
        let estimator = PluginEstimator(library, values: values)
        var frames: [SensorFrame] = []
        while let line = readLine() {
            guard let (sensor, frame) = Self.frame(line) else { continue }
            if let last = frames.indices.last, frames[last].time == frame.time {
                frames[last].merge(frame)
            } else {
                frames.append(frame)
            }
            guard drivers.contains(sensor) else { continue }
            var orientation: UnitQuaternion?
            for frame in frames { orientation = estimator.update(with: frame) }
            frames.removeAll(keepingCapacity: true)
            if let failure = estimator.failure { throw failure }
            let answer = orientation.map { "\($0.w),\($0.x),\($0.y),\($0.z)\n" } ?? "\n"
            FileHandle.standardOutput.write(Data(answer.utf8))
        }
    }

    private static func frame(_ line: String) -> (sensor: String, frame: SensorFrame)? {
        let cells = line.split(separator: ",")
        let numbers = cells.dropFirst().compactMap { Double($0) }
        guard cells.count == 5, numbers.count == 4 else { return nil }
        let value = Vector3(numbers[1], numbers[2], numbers[3])
        var frame = SensorFrame(time: numbers[0])
        switch SensorKind(rawValue: String(cells[0])) {
        case .accelerometer: frame.accelerometer = value
        case .gyroscope: frame.gyroscope = value
        case .magnetometer: frame.magnetometer = value
        default: return nil
        }
        return (String(cells[0]), frame)
    }
}

extension SensorFrame {
    /// Adds the samples of another frame of the same moment.
    fileprivate mutating func merge(_ other: SensorFrame) {
        accelerometer = other.accelerometer ?? accelerometer
        gyroscope = other.gyroscope ?? gyroscope
        magnetometer = other.magnetometer ?? magnetometer
    }
}
