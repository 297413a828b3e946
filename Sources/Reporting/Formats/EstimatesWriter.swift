public import Evaluation
import Foundation
import SensorModel

/// Writes the orientations of pipelines as `estimates/<recording>/<pipeline>.csv` with the header `t,qw,qx,qy,qz`.
///
/// Quaternions are device → East, North, Up. All numbers have the digits that read back as the same number, so that
/// `--estimate` measures the same figures from the file. A file appears complete or not at all.
///
/// In file names, a character that is not a letter, a digit or one of `+ - = , . _` becomes `_`. Equal names get a
/// number.
public struct EstimatesWriter: Sendable, Hashable {
    private static let header = "t,qw,qx,qy,qz\n"
    /// An upper bound of the length of most rows, for the reserved capacity.
    private static let bytesPerRow = 104

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

    package static func content(_ estimates: Estimates) -> [UInt8] {
        var bytes = Array(header.utf8)
        bytes.reserveCapacity(bytes.count + estimates.count * bytesPerRow)
        for (time, orientation) in zip(estimates.times, estimates.orientations) {
            bytes.append(contentsOf: NumberText.exact(time).utf8)
            for component in [orientation.w, orientation.x, orientation.y, orientation.z] {
                bytes.append(UInt8(ascii: ","))
                bytes.append(contentsOf: NumberText.exact(component).utf8)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}
