import CSextantEstimator
import Foundation
import Recordings
import SensorModel

/// A shared library with the table of an estimator. It stays loaded until the process ends.
final class PluginLibrary: @unchecked Sendable {
    private static let symbol = "sextant_estimator_table"

    let path: String
    let name: String
    let sensors: [SensorKind]
    let parameters: [ParameterDescriptor]
    let table: sextant_estimator

    /// Loads a library.
    ///
    /// - Parameters:
    ///   - path: the path as the SPEC names it.
    ///   - file: the path by which the library is loaded.
    init(path: String, file: String) throws(ParameterError) {
        self.path = path
        table = try Self.table(path, file)
        guard let name = table.name.map({ String(cString: $0) }), OutsideName.isUsable(name) else {
            throw ParameterError(
                found: "the name '\(table.name.map { String(cString: $0) } ?? "")' in '\(path)'",
                expected: "letters, digits, '-' and '_', and no estimator of the catalogue",
                remedy: "change 'name' in its table"
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

    /// Checks that there is a library at a path, without reading it.
    static func checkExists(_ path: String, _ file: String) throws(ParameterError) {
        guard FileManager.default.fileExists(atPath: file) else {
            throw ParameterError(
                found: "no library '\(path)'",
                expected: "a shared library with the function \(symbol)",
                remedy: "correct the path"
            )
        }
    }

    /// Loads the library. Returns the address of the function that returns the table.
    private static func function(_ path: String, _ file: String) throws(ParameterError) -> UnsafeMutableRawPointer {
        try checkExists(path, file)
        PluginSupervision.willLoad(path)
        // An absolute path, because a bare name would be searched in the system's folders.
        guard let handle = dlopen(URL(fileURLWithPath: file).path, RTLD_NOW | RTLD_LOCAL) else {
            let reason = dlerror().map {
                Excerpt.text(String(cString: $0).split(separator: ": ").dropFirst().joined(separator: ": "))
            }
            throw ParameterError(
                found: "'\(path)', which cannot be loaded (\(reason ?? "unknown reason"))",
                expected: "a shared library for this system",
                remedy: "build it with 'cc -shared -fPIC'"
            )
        }
        guard let address = dlsym(handle, symbol) else {
            throw ParameterError(
                found: "no function \(symbol) in '\(path)'",
                expected: "a library that exports it",
                remedy: "include sextant_estimator.h and define the function; in C++ as extern \"C\""
            )
        }
        return address
    }

    private static func table(_ path: String, _ file: String) throws(ParameterError) -> sextant_estimator {
        let address = try function(path, file)
        typealias Function = @convention(c) () -> UnsafePointer<sextant_estimator>?
        guard let table = unsafeBitCast(address, to: Function.self)() else {
            throw ParameterError(
                found: "no table from \(symbol) of '\(path)'",
                expected: "a pointer to a table",
                remedy: "return the table's address"
            )
        }
        guard table.pointee.version == SEXTANT_ESTIMATOR_VERSION else {
            throw ParameterError(
                found: "version \(table.pointee.version) of the interface in '\(path)'",
                expected: "version \(SEXTANT_ESTIMATOR_VERSION)",
                remedy: "build the library with the sextant_estimator.h of this Sextant"
            )
        }
        return table.pointee
    }

    private static func sensors(
        of table: sextant_estimator,
        _ path: String
    ) throws(ParameterError) -> [SensorKind] {
        let all: [(bit: UInt32, sensor: SensorKind, isCallable: Bool)] = [
            (SEXTANT_GYROSCOPE, .gyroscope, table.gyroscope != nil),
            (SEXTANT_ACCELEROMETER, .accelerometer, table.accelerometer != nil),
            (SEXTANT_MAGNETOMETER, .magnetometer, table.magnetometer != nil),
        ]
        let needed = all.filter { table.sensors & $0.bit != 0 }
        let isComplete = table.create != nil && table.orientation != nil && table.destroy != nil
        guard isComplete, !needed.isEmpty, needed.allSatisfy(\.isCallable) else {
            throw ParameterError(
                found: needed.isEmpty
                    ? "no sensors in the table of '\(path)'" : "a missing function in the table of '\(path)'",
                expected: "create, orientation, destroy, and a function for each sensor in 'sensors'",
                remedy: "complete the table"
            )
        }
        return needed.map(\.sensor)
    }

    private static func descriptor(
        _ parameter: sextant_parameter,
        _ path: String
    ) throws(ParameterError) -> ParameterDescriptor {
        let name = parameter.name.map { String(cString: $0) } ?? ""
        guard OutsideName.isParameter(name) else {
            throw ParameterError(
                found: "the parameter '\(name)' in the table of '\(path)'",
                expected: "letters, digits and '_', and none of \(OutsideName.reserved.joined(separator: ", "))",
                remedy: "change its name"
            )
        }
        let symbol = parameter.unit.map { String(cString: $0) }
        let range = OutsideRange(
            minimum: parameter.minimum.isFinite ? parameter.minimum : nil,
            maximum: parameter.maximum.isFinite ? parameter.maximum : nil
        ).range
        guard range.contains(parameter.default_value) else {
            throw ParameterError(
                found: "the default \(parameter.default_value) of '\(name)' in the table of '\(path)'",
                expected: range.words,
                remedy: "change the default or the range"
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
