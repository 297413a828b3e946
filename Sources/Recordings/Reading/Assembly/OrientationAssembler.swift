import SensorModel

/// A builder of a stream with orientations: attitudes (device → East, North, Up) or tracked poses.
///
/// Poses are in the frame of their tracking system. Rows without an orientation are left out.
final class OrientationAssembler: StreamAssembler {
    private let plan: AssemblyPlan
    /// The columns of the position; nil for attitudes.
    private let position: [Int]?
    private var rows: SampleRows
    private var times: [Seconds] = []
    private var attitudes: [UnitQuaternion] = []
    private var poses: [Pose] = []
    private var lines: [Int] = []
    private var unscaled = UnscaledQuaternions()
    private var leftOut = 0

    init(_ plan: AssemblyPlan) {
        self.plan = plan
        position = plan.stream.kind == .pose ? plan.indices(ColumnRole.position) : nil
        rows = SampleRows(plan)
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try rows.select(from: block)
        rows.reserve(&times, in: block)
        if position == nil { rows.reserve(&attitudes, in: block) } else { rows.reserve(&poses, in: block) }
        for (index, row) in rows.indices.enumerated() {
            guard let orientation = plan.orientation(row, block) else {
                leftOut += 1
                continue
            }
            plan.checkLength(row, block, sample: times.count, in: &unscaled)
            times.append(rows.times[index])
            if plan.keepsLines { lines.append(block.line(ofRow: row)) }
            if let position {
                poses.append(Pose(position: plan.position(row, position, block), orientation: orientation))
            } else {
                attitudes.append(orientation)
            }
        }
    }

    func store(in streams: inout AssembledStreams) {
        if position == nil {
            let stream = SensorStream(times: times, values: attitudes)
            let isStored = plan.store(stream, of: rows, \.attitude, lines: lines, in: &streams)
            let isMagnetic = plan.stream.frame.north == .magnetic && plan.declination == nil
            if isStored { streams.recording.hasMagneticAttitude = isMagnetic }
            if isStored { plan.note(unscaled, in: &streams) }
        } else {
            let stream = SensorStream(times: times, values: poses)
            if plan.store(stream, of: rows, \.pose, lines: lines, in: &streams) { plan.note(unscaled, in: &streams) }
        }
        plan.note(leftOut, plan.withoutOrientation, in: &streams)
    }
}

extension AssemblyPlan {
    /// The position in a row, in metres.
    func position(_ row: Int, _ columns: [Int], _ block: DelimitedBlock) -> Vector3 {
        let read = block.vector(row, columns)
        return stream.unitFactor == 1 ? read : read * stream.unitFactor
    }

    /// The reason for leaving out rows without an orientation.
    var withoutOrientation: String {
        switch orientationColumns.count {
        case ColumnRole.matrix.count: "matrix that is no rotation"
        case ColumnRole.angles.count: "angles that are not numbers"
        default: "quaternion of length zero or not a number"
        }
    }

    /// The orientation of the device in a row, in the frame of the recording; nil if the row has no valid orientation.
    func orientation(_ row: Int, _ block: DelimitedBlock) -> UnitQuaternion? {
        guard let read = rotation(row, block) else { return nil }
        let orientation = stream.frame.deviceToTrueENU(read, declination: declination)
        return stream.axes.map { orientation * $0.toFile } ?? orientation
    }

    /// Checks the length of a row's quaternion; does nothing for matrices and angles.
    func checkLength(_ row: Int, _ block: DelimitedBlock, sample: Int, in unscaled: inout UnscaledQuaternions) {
        guard stream.angles == nil, orientationColumns.count == ColumnRole.quaternion.count else { return }
        let columns = orientationColumns
        let (w, x, y, z) = (
            block[columns[0]][row], block[columns[1]][row], block[columns[2]][row], block[columns[3]][row]
        )
        guard !UnscaledQuaternions.isUnit(squared: w * w + x * x + y * y + z * z) else { return }
        unscaled.check(w, x, y, z, sample: sample, line: block.line(ofRow: row))
    }

    /// Stores the quaternions whose length is not 1.
    func note(_ unscaled: UnscaledQuaternions, in streams: inout AssembledStreams) {
        if unscaled.count > 0 { streams.recording.unscaledQuaternions[stream.kind] = unscaled }
    }

    /// The rotation in a row, in the frame of the file.
    private func rotation(_ row: Int, _ block: DelimitedBlock) -> UnitQuaternion? {
        if let angles = stream.angles { return block.rotation(row, orientationColumns, angles) }
        let isMatrix = orientationColumns.count == ColumnRole.matrix.count
        return isMatrix ? block.rotation(row, orientationColumns) : block.orientation(row, orientationColumns)
    }
}

extension DelimitedBlock {
    /// The orientation in a row, from its columns w, x, y, z; nil if the quaternion is zero or not finite.
    fileprivate func orientation(_ row: Int, _ columns: [Int]) -> UnitQuaternion? {
        UnitQuaternion(
            w: self[columns[0]][row],
            x: self[columns[1]][row],
            y: self[columns[2]][row],
            z: self[columns[3]][row]
        )
    }

    /// The orientation in a row, from the nine columns of its matrix in row-major order; nil if it is not a rotation.
    fileprivate func rotation(_ row: Int, _ columns: [Int]) -> UnitQuaternion? {
        let cells = columns.map { self[$0][row] }
        let axes = (0..<3).map { Vector3(cells[$0], cells[3 + $0], cells[6 + $0]) }
        // Matrices in files with two or three digits deviate from a rotation by about this much.
        let tolerance = 1e-2
        let isRotation = axes.allSatisfy { abs($0.dot($0) - 1) < tolerance }
        let third = axes[0].cross(axes[1]) - axes[2]
        guard isRotation, third.dot(third) < tolerance else { return nil }
        return UnitQuaternion(columns: axes[0], axes[1], axes[2])
    }

    /// The orientation in a row, from its columns roll, pitch, yaw; nil if one is not finite.
    fileprivate func rotation(_ row: Int, _ columns: [Int], _ angles: StreamLayout.Angles) -> UnitQuaternion? {
        let read = columns.map { Angle(degrees: self[$0][row] * angles.degrees) }
        guard read.allSatisfy(\.radians.isFinite) else { return nil }
        return angles.sequence.rotation(roll: read[0], pitch: read[1], yaw: read[2])
    }

    /// The vector in a row, from its columns x, y, z.
    func vector(_ row: Int, _ columns: [Int]) -> Vector3 {
        Vector3(self[columns[0]][row], self[columns[1]][row], self[columns[2]][row])
    }
}
