import Foundation
import Geodesy
package import SensorModel

extension Recording {
    /// Returns the files of this recording in the native layout: one file for each stream, and `recording.yaml` last.
    ///
    /// Numbers are written with all digits, so reading the files returns the same values. Only angles that are stored
    /// in radians may differ in the last digit. ``lostInNativeFiles`` lists content that the native layout cannot
    /// represent.
    public func nativeFiles() -> [WrittenFile] {
        var files: [WrittenFile] = []
        for kind in RecordingCalibration.kinds {
            if let stream = vectors(of: kind) { files.append(file(kind, Vector3.columns, stream) { $0.fields }) }
        }
        if let heading { files.append(file(.heading, HeadingReading.columns, heading) { $0.fields }) }
        if let location {
            let hasMotion = location.values.contains { $0.speed != nil || $0.course != nil }
            let columns = LocationFix.columns + (hasMotion ? ",speed,course" : "")
            files.append(
                file(.location, columns, location) { $0.fields + (hasMotion ? [$0.speed, $0.course?.degrees] : []) }
            )
        }
        if let attitude { files.append(file(attitude)) }
        if let pose { files.append(file(.pose, Pose.columns, pose) { $0.fields }) }
        if let reference { files.append(file(reference)) }
        if let waypoints { files.append(file(.waypoints, "px,py,pz", waypoints) { [$0.x, $0.y, $0.height] }) }
        return files + [metadata]
    }

    /// Descriptions of the content that ``nativeFiles()`` omits.
    public var lostInNativeFiles: [String] {
        var lost: [String] = []
        for (name, values) in estimators.sorted(by: { $0.key < $1.key }) {
            let words = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
            lost.append("estimator parameters of the layout: use the pipeline \(name):\(words)")
        }
        if let epoch { lost.append("the date: time zero is \(epoch) s in Unix time") }
        return lost
    }

    private func file<Value>(
        _ kind: StreamKind,
        _ columns: String,
        _ stream: SensorStream<Value>,
        fields: @escaping (Value) -> [Double?]
    ) -> WrittenFile {
        file(kind, columns, stream.times) { fields(stream.values[$0]) }
    }

    private func file(_ attitude: SensorStream<UnitQuaternion>) -> WrittenFile {
        guard let accuracy = attitudeAccuracy else {
            return file(.attitude, UnitQuaternion.columns, attitude) { $0.fields }
        }
        let claims = Dictionary(zip(accuracy.times, accuracy.values)) { $1 }
        return file(.attitude, UnitQuaternion.columns + ",accuracy", attitude.times) { row in
            attitude.values[row].fields + [claims[attitude.times[row]]?.degrees]
        }
    }

    private func file(_ stream: ReferenceStream) -> WrittenFile {
        let columns =
            UnitQuaternion.columns + (stream.positions == nil ? "" : ",px,py,pz") + ",valid"
            + (stream.isEvaluated == nil ? "" : ",evaluate")
        return file(.reference, columns, stream.times) { row in
            var fields: [Double?] = stream.orientations[row].fields
            if let position = stream.positions?[row] { fields += position.fields }
            fields.append(stream.isValid[row] ? 1 : 0)
            if let flags = stream.isEvaluated { fields.append(flags[row] ? 1 : 0) }
            return fields
        }
    }

    private func file(
        _ kind: StreamKind,
        _ columns: String,
        _ times: [Seconds],
        fields: @escaping (Int) -> [Double?]
    ) -> WrittenFile {
        var row = 0
        return WrittenFile(
            kind.rawValue + ".csv",
            header: "t,\(columns)\n",
            expectedRows: times.count
        ) { bytes in
            guard row < times.count else { return false }
            bytes += "\(times[row])".utf8
            for field in fields(row) {
                bytes.append(UInt8(ascii: ","))
                if let field { bytes += Self.text(field).utf8 }
            }
            bytes.append(UInt8(ascii: "\n"))
            row += 1
            return true
        }
    }

    /// Returns the shortest text that is read as the same number. Integers have no decimal point.
    private static func text(_ value: Double) -> String {
        // Swift writes the payload of some NaNs, which other programs cannot parse.
        if value.isNaN { return "nan" }
        return value == value.rounded() && value.magnitude < 1e9 && !(value == 0 && value.sign == .minus)
            ? DecimalText.exact(value) : "\(value)"
    }

    private var metadata: WrittenFile {
        var lines = [WrittenFile.metadataMark, "name: \(YAMLText.quoted(name))"]
        if let source { lines.append("source: \(YAMLText.quoted(source))") }
        if let licence { lines.append("licence: \(YAMLText.quoted(licence))") }
        if let declination {
            lines.append("# Degrees; magnetic north is this far east of true north.")
            lines.append("declination: \(declination.degrees)")
        }
        if let origin {
            lines.append("origin:")
            lines.append("  latitude: \(origin.point.latitudeDegrees)")
            lines.append("  longitude: \(origin.point.longitudeDegrees)")
            lines.append("  altitude: \(origin.height)")
        }
        if let remark { lines.append("notes: \(YAMLText.quoted(remark))") }
        var text = lines.joined(separator: "\n") + "\n"
        if let simulation { text += "simulation:\n" + simulation.yaml }
        return WrittenFile("recording.yaml", header: text, expectedRows: 0) { _ in false }
    }
}

extension Vector3 {
    /// The columns of the native layout for ``fields``.
    package static let columns = "x,y,z"
    package var fields: [Double] { [x, y, z] }
}

extension UnitQuaternion {
    /// The columns of the native layout for ``fields``.
    package static let columns = "qw,qx,qy,qz"
    package var fields: [Double] { [w, x, y, z] }
}

extension Pose {
    /// The columns of the native layout for ``fields``.
    package static let columns = "px,py,pz,qw,qx,qy,qz"
    package var fields: [Double] { position.fields + orientation.fields }
}

extension HeadingReading {
    /// The columns of the native layout for ``fields``.
    package static let columns = "magnetic,true,accuracy"
    package var fields: [Double?] { [magnetic?.degrees, trueNorth?.degrees, accuracy?.degrees] }
}

extension LocationFix {
    /// The columns of the native layout for ``fields``.
    package static let columns = "latitude,longitude,altitude,horizontalAccuracy,verticalAccuracy"
    package var fields: [Double?] {
        [latitude.degrees, longitude.degrees, altitudeMetres, horizontalAccuracyMetres, verticalAccuracyMetres]
    }
}

/// A file that is generated in pieces. The caller writes the pieces to disk.
public final class WrittenFile {
    /// The path of the file, relative to its folder.
    public let name: String
    /// The maximum number of data rows.
    public let expectedRows: Int
    private var header: String?
    /// Appends the next row to the bytes. Returns `false` after the last row.
    private let appendRow: (inout [UInt8]) -> Bool
    private var isFinished = false

    package init(
        _ name: String,
        header: String,
        expectedRows: Int,
        appendRow: @escaping (inout [UInt8]) -> Bool
    ) {
        self.name = name
        self.header = header
        self.expectedRows = expectedRows
        self.appendRow = appendRow
    }

    /// Generates the next rows, about 64 KiB. Returns the bytes and the number of rows, or `nil` after the last row.
    public func next() -> (bytes: [UInt8], rows: Int)? {
        guard !isFinished else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.pieceLength + 256)
        var rows = 0
        if let header {
            bytes += Array(header.utf8)
            self.header = nil
        }
        while bytes.count < Self.pieceLength {
            guard appendRow(&bytes) else {
                isFinished = true
                break
            }
            rows += 1
        }
        return (bytes, rows)
    }

    private static let pieceLength = 1 << 16

    /// The first line of `recording.yaml` in recordings that Sextant converted.
    static let metadataMark = "# Written by Sextant."

    /// Returns whether Sextant converted or simulated the recording in a folder, judging by `recording.yaml`.
    public static func isOwnRecording(_ folder: String) -> Bool {
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/recording.yaml")) else { return false }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        if lines.first == Substring(metadataMark) { return true }
        return lines.contains("simulation:")
            && lines.contains { $0.hasPrefix("source: \"Simulated with exact truth: ") }
    }
}

/// Conversion of values to YAML scalars.
public enum YAMLText {
    /// Returns the text of a number, rounded to nine decimals to hide the rounding errors of sums.
    package static func number(_ value: Double) -> String {
        value.magnitude < 1e9 ? DecimalText.rounded(value, decimals: 9) : "\(value)"
    }

    /// Returns the text in double quotation marks, with all special characters escaped.
    public static func quoted(_ text: String) -> String {
        var quoted = "\""
        var previous: Unicode.Scalar?
        for character in text.unicodeScalars {
            switch character {
            case "\"", "\\": quoted += "\\\(character)"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            // Two number signs may begin a command of a build server.
            case "#" where previous == "#": quoted += "\\x23"
            case _ where OutsideText.isControl(character):
                let digits = String(character.value, radix: 16, uppercase: true)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(character)
            }
            previous = character
        }
        return quoted + "\""
    }
}
