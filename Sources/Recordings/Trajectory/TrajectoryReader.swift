import SensorModel

/// Reads trajectories from files, in one pass.
///
/// Quaternions are normalised, and KITTI's matrices are converted to the nearest rotation. Times may repeat, but not run
/// backward. Memory: 64 bytes per pose.
///
/// ```swift
/// let format = try TrajectoryFormat.detect(path: "poses.txt")
/// let trajectory = try TrajectoryReader(format: format).read(path: "poses.txt")
/// ```
public struct TrajectoryReader: Sendable {
    /// The format of the files.
    public let format: TrajectoryFormat
    /// The options for reading delimited text.
    public let reading: DelimitedReading

    /// Creates a reader for one format.
    public init(format: TrajectoryFormat, reading: DelimitedReading = DelimitedReading()) {
        self.format = format
        self.reading = reading
    }

    /// Reads a file.
    ///
    /// Rows of the native format with an empty number, or marked as not valid, are skipped and counted in
    /// ``Trajectory/leftOut``.
    ///
    /// - Throws: ``InputError`` with line and column when a number is not finite, a quaternion is zero, a matrix is not a
    ///   rotation, or times run backward; and when the file has no poses.
    public func read(path: String) throws(InputError) -> Trajectory {
        let reader = try DelimitedReader(path: path, format: format.delimited, reading: reading)
        try checkFieldCount(of: reader)
        var builder = TrajectoryBuilder(format: format, hasMask: reader.firstIndex(of: .named("valid")) != nil)
        try reader.forEachBlock(of: builder.columns) { block throws(InputError) in try builder.append(block) }
        guard !builder.poses.isEmpty else {
            throw InputError(
                file: path,
                found: "no pose",
                expected: "at least one",
                remedy: "check that the file was written to its end"
            )
        }
        return builder.trajectory
    }

    private func checkFieldCount(of reader: DelimitedReader) throws(InputError) {
        let expected: Int
        switch format {
        case .tum: expected = 8
        case .kitti: expected = 12
        case .euroc, .native: return
        }
        guard reader.fieldCount != expected, reader.fieldCount > 0 else { return }
        throw InputError(
            file: reader.name,
            line: reader.headerLine,
            found: "\(reader.fieldCount) columns",
            expected: "the \(expected) of the format \(format.rawValue)",
            remedy: "choose another --input-format, or check that spaces separate the columns"
        )
    }
}
