public import Evaluation
import SensorModel

/// Writes the orientations that pipelines gave: `estimates/<recording>/<pipeline>.csv`, header `t,qw,qx,qy,qz`.
///
/// Quaternions (device → East, North, Up) have nine significant digits. Times have all digits that read back as the
/// same number: nine would leave a clock that counts from 1970 with steps of ten seconds. Files appear whole or not
/// at all.
///
/// In file names, what is no letter, digit or one of `+ - = , . _` becomes `_`, and names that would be the same get
/// a number.
public struct EstimatesWriter: Sendable, Hashable {
    private static let header = "t,qw,qx,qy,qz\n"
    /// More than most rows have.
    private static let bytesPerRow = 72

    private let directory: String
    private let recordingNames: [String]
    private let pipelineNames: [String]

    /// - Parameters:
    ///   - directory: the output directory, in which `estimates` is made.
    ///   - recordings: the names of all recordings.
    ///   - pipelines: the SPECs of all pipelines.
    public init(directory: String, recordings: [String], pipelines: [String]) {
        self.directory = directory
        recordingNames = FileSafeNames.names(for: recordings)
        pipelineNames = FileSafeNames.names(for: pipelines)
    }

    /// The file of the recording and the pipeline at these positions in the lists given to `init`.
    public func path(recording: Int, pipeline: Int) -> String {
        "\(directory)/estimates/\(recordingNames[recording])/\(pipelineNames[pipeline]).csv"
    }

    /// Writes the estimates of the recording and the pipeline at these positions. May be called from several tasks at
    /// once.
    ///
    /// - Returns: the file's path.
    /// - Throws: ``ReportError/unwritable(path:reason:)``; no file is left then.
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
