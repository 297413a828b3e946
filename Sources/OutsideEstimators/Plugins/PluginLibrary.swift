import CSextantEstimator
import Foundation
import Recordings
import SensorModel

/// A loaded shared library, and the table with the parameters and functions of its estimator. The library is never
/// unloaded.
final class PluginLibrary: @unchecked Sendable {
    private static let symbol = "sextant_estimator_table"

    let path: String
    let name: String
    let sensors: [SensorKind]
    let parameters: [ParameterDescriptor]
    let table: sextant_estimator

    /// Loads a library, and checks its table.
    ///
    /// - Parameters:
    ///   - path: path as written in the pipeline specification.
    ///   - file: path from which the library is loaded.
    init(path: String, file: String) throws(InputError) {
        self.path = path
        table = try Self.table(path, file)
        let name = table.name.map { String(cString: $0) } ?? ""
        guard OutsideName.isUsable(name) else {
            throw InputError(
                message: "'\(path)': invalid name '\(name)': use letters, digits, '-' and '_', and no name of a "
                    + "built-in estimator",
                advice: "change 'name' in the library's table"
            )
        }
        self.name = name
        sensors = try Self.sensors(of: table, path)
        var parameters: [ParameterDescriptor] = []
        for index in 0..<table.parameter_count {
            guard let parameter = table.parameters?[index] else { break }
            parameters.append(try Self.descriptor(parameter, path))
        }
        self.parameters = parameters
    }

    /// Checks whether a file exists at a path, without loading the library.
    static func checkExists(_ path: String, _ file: String) throws(InputError) {
        guard FileManager.default.fileExists(atPath: file) else {
            throw InputError(
                message: "no such library: '\(path)'"
            )
        }
    }

    /// Loads a library, and returns the address of its function `sextant_estimator_table`.
    private static func function(_ path: String, _ file: String) throws(InputError) -> UnsafeMutableRawPointer {
        try checkExists(path, file)
        PluginSupervision.willLoad(path)
        // The path must be absolute, because `dlopen` looks up a bare name in the system's folders.
        guard let handle = dlopen(URL(fileURLWithPath: file).path, RTLD_NOW | RTLD_LOCAL) else {
            let text = dlerror().map {
                Excerpt.text(String(cString: $0).split(separator: ": ").dropFirst().joined(separator: ": "))
            }
            let reason = text ?? "unknown reason"
            throw InputError(
                message: "cannot load '\(path)': \(reason)",
                advice: "build a shared library for this system, for example with cc -shared -fPIC"
            )
        }
        guard let address = dlsym(handle, symbol) else {
            throw InputError(
                message: "'\(path)' does not export the function \(symbol)",
                advice: "include sextant_estimator.h and define \(symbol) (in C++ as extern \"C\")"
            )
        }
        return address
    }

    private static func table(_ path: String, _ file: String) throws(InputError) -> sextant_estimator {
        let address = try function(path, file)
        typealias Function = @convention(c) () -> UnsafePointer<sextant_estimator>?
        guard let table = unsafeBitCast(address, to: Function.self)() else {
            throw InputError(
                message: "the function \(symbol) of '\(path)' returned NULL",
                advice: "return the address of the estimator's table"
            )
        }
        guard table.pointee.version == SEXTANT_ESTIMATOR_VERSION else {
            throw InputError(
                message: "'\(path)' was built for version \(table.pointee.version) of the interface, but this "
                    + "Sextant has version \(SEXTANT_ESTIMATOR_VERSION)",
                advice: "build the library with the sextant_estimator.h of this Sextant"
            )
        }
        return table.pointee
    }

    private static func sensors(
        of table: sextant_estimator,
        _ path: String
    ) throws(InputError) -> [SensorKind] {
        let all: [(bit: UInt32, sensor: SensorKind, isCallable: Bool)] = [
            (SEXTANT_GYROSCOPE, .gyroscope, table.gyroscope != nil),
            (SEXTANT_ACCELEROMETER, .accelerometer, table.accelerometer != nil),
            (SEXTANT_MAGNETOMETER, .magnetometer, table.magnetometer != nil),
        ]
        let needed = all.filter { table.sensors & $0.bit != 0 }
        let isComplete = table.create != nil && table.orientation != nil && table.destroy != nil
        guard isComplete, !needed.isEmpty, needed.allSatisfy(\.isCallable) else {
            throw InputError(
                message: needed.isEmpty ? "the table of '\(path)' has no sensor" : "a function of '\(path)' is missing",
                advice: "in the table, set 'sensors', 'create', 'orientation', 'destroy' and a function for each sensor"
            )
        }
        return needed.map(\.sensor)
    }

    private static func descriptor(
        _ parameter: sextant_parameter,
        _ path: String
    ) throws(InputError) -> ParameterDescriptor {
        let name = parameter.name.map { String(cString: $0) } ?? ""
        guard OutsideName.isParameter(name) else {
            throw InputError(
                message: "'\(path)': invalid parameter name '\(name)': use letters, digits and '_', and none of the "
                    + "names \(OutsideName.reserved.joined(separator: ", "))"
            )
        }
        let symbol = parameter.unit.map { String(cString: $0) }
        let range = ParameterRange(
            minimum: parameter.minimum.isFinite ? parameter.minimum : nil,
            maximum: parameter.maximum.isFinite ? parameter.maximum : nil
        )
        guard range.contains(parameter.default_value) else {
            throw InputError(
                message: "'\(path)': the default \(parameter.default_value) of '\(name)' must be \(range.words)",
                advice: "change the default or the range"
            )
        }
        let summary = parameter.summary.map { String(cString: $0) } ?? "A parameter of the library."
        return .number(
            name,
            symbol.flatMap(OutsideUnit.unit) ?? .none,
            in: range,
            default: parameter.default_value,
            summary + OutsideUnit.note(symbol)
        )
    }
}
