import SensorModel

/// Reads trajectories from files, in one pass.
///
/// Quaternions are brought to length one, KITTI's matrices to the nearest rotation. Times may repeat, but not run
/// backward. Memory: 64 bytes per pose.
public struct TrajectoryReader: Sendable {
    public let format: TrajectoryFormat
    /// How the files' rows are gone through.
    public let reading: DelimitedReading

    public init(format: TrajectoryFormat, reading: DelimitedReading = DelimitedReading()) {
        self.format = format
        self.reading = reading
    }

    /// - Throws: an ``InputError`` for what is no pose: a number that is not finite, a quaternion of zeros, a matrix
    ///   that is no rotation, a time before the one before it; and for a file without poses. Rows of the native
    ///   format that leave a number empty, or are marked as not valid, are left out and counted.
    public func read(path: String) throws(InputError) -> Trajectory {
        let reader = try DelimitedReader(path: path, format: format.delimited, reading: reading)
        try checkFieldCount(of: reader)
        var intake = TrajectoryIntake(format: format, hasMask: reader.firstIndex(of: .named("valid")) != nil)
        try reader.forEachBlock(of: intake.columns) { block throws(InputError) in try intake.append(block) }
        guard !intake.poses.isEmpty else {
            throw InputError(
                file: path,
                found: "no pose",
                expected: "at least one",
                remedy: "check that the file was written to its end"
            )
        }
        return intake.trajectory
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
