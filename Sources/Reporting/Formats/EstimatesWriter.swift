public import Evaluation
import Foundation
import SensorModel

/// Writes the orientations of pipelines as `estimates/<recording>/<pipeline>.csv` with the header `t,qw,qx,qy,qz`.
///
/// Quaternions (device → East, North, Up) have nine significant digits. Times have all digits that read back as the same
/// number: with nine digits, a clock that counts seconds from 1970 would advance in steps of ten seconds. A file appears
/// complete or not at all.
///
/// In file names, a character that is not a letter, a digit or one of `+ - = , . _` becomes `_`. Equal names get a
/// number.
public struct EstimatesWriter: Sendable, Hashable {
    private static let header = "t,qw,qx,qy,qz\n"
    /// An upper bound of the length of most rows, for the reserved capacity.
    private static let bytesPerRow = 72

    private let directory: String
    private let recordingNames: [String]
    private let pipelineNames: [String]

    /// Creates a writer. Nothing is written yet.
    ///
    /// - Parameters:
    ///   - directory: the output directory, in which `estimates` is created.
    ///   - recordings: the names of all recordings.
    ///   - pipelines: the SPECs of all pipelines.
    public init(directory: String, recordings: [String], pipelines: [String]) {
        self.directory = directory
        recordingNames = FileSafeNames.names(for: recordings)
        pipelineNames = FileSafeNames.names(for: pipelines)
    }

    /// The path of the file for the recording and the pipeline at these positions in the initialiser's lists.
    public func path(recording: Int, pipeline: Int) -> String {
        "\(directory)/estimates/\(recordingNames[recording])/\(pipelineNames[pipeline]).csv"
    }

    /// Writes the estimates of the recording and the pipeline at these positions.
    ///
    /// Several tasks may call this concurrently. O(samples).
    ///
    /// - Returns: the file's path.
    /// - Throws: ``ReportError/unwritable(path:reason:)``; then there is no file.
    @discardableResult
    public func write(_ estimates: Estimates, recording: Int, pipeline: Int) throws(ReportError) -> String {
        let path = path(recording: recording, pipeline: pipeline)
        try WholeFiles.save([(path, Self.content(estimates))])
        return path
    }

    static func content(_ estimates: Estimates) -> [UInt8] {
        var bytes = Array(header.utf8)
        bytes.reserveCapacity(bytes.count + estimates.count * bytesPerRow)
        for (time, orientation) in zip(estimates.times, estimates.orientations) {
            bytes.append(contentsOf: NumberText.exact(time).utf8)
            for component in [orientation.w, orientation.x, orientation.y, orientation.z] {
                bytes.append(UInt8(ascii: ","))
                DecimalBytes.append(component, to: &bytes)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}

/// Writes numbers as ASCII, faster than a formatter does.
enum DecimalBytes {
    private static let digits = 9
    private static let powersOfTen: [Double] = (0...14).reduce(into: []) { powers, _ in
        powers.append((powers.last ?? 0.1) * 10)
    }

    /// Appends the number with nine significant digits and without trailing zeros, as C's `%.9g` does.
    ///
    /// A zero has no sign. A number that lies half-way between two decimals, within the precision of a `Double`, may be
    /// rounded to the other neighbour than C chooses.
    static func append(_ value: Double, to bytes: inout [UInt8]) {
        let magnitude = abs(value)
        if magnitude == 0 { return bytes.append(UInt8(ascii: "0")) }
        guard magnitude >= 1e-4, magnitude < 1e8 else {
            return bytes.append(contentsOf: String(format: "%.9g", value).utf8)
        }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        // `decimals` digits follow the point, so that nine digits in all follow the leading zeros.
        var decimals = digits
        if magnitude >= 1 {
            while magnitude >= powersOfTen[digits - decimals] { decimals -= 1 }
        } else {
            while magnitude * powersOfTen[decimals - digits + 1] < 1 { decimals += 1 }
        }
        let scaled = UInt64(saturating: (magnitude * powersOfTen[decimals]).rounded(.toNearestOrEven))
        DecimalText.append(scaled: scaled, decimals: decimals, to: &bytes)
    }
}
