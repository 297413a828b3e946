import SensorModel

/// Builds the stream of the device's own orientations, device → East, North, Up. Rows without an orientation are left
/// out.
final class AttitudeAssembler: StreamAssembler {
    private let plan: AssemblyPlan
    private var intake: RowIntake
    private var times: [Seconds] = []
    private var values: [UnitQuaternion] = []
    private var leftOut = 0

    init(_ plan: AssemblyPlan) {
        self.plan = plan
        intake = RowIntake(plan)
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try intake.take(block)
        intake.reserve(&times, in: block)
        intake.reserve(&values, in: block)
        for (index, row) in intake.rows.enumerated() {
            guard let orientation = plan.orientation(row, block) else {
                leftOut += 1
                continue
            }
            times.append(intake.times[index])
            values.append(orientation)
        }
    }

    func store(in streams: inout AssembledStreams) {
        plan.store(SensorStream(times: times, values: values), of: intake, \.attitude, in: &streams)
        plan.note(leftOut, plan.withoutOrientation, in: &streams)
    }
}

extension AssemblyPlan {
    /// Why rows were left out that have no orientation.
    var withoutOrientation: String {
        hasMatrix ? "matrix that is no rotation" : "quaternion of length zero or not a number"
    }

    private var hasMatrix: Bool { orientationColumns.count > 4 }

    /// The orientation in a row, of the device's axes, in the frame that the recording gives; nil where there is none.
    func orientation(_ row: Int, _ block: DelimitedBlock) -> UnitQuaternion? {
        let read = hasMatrix ? block.rotation(row, orientationColumns) : block.orientation(row, orientationColumns)
        guard let read else { return nil }
        let orientation = stream.frame.deviceToTrueENU(read, declination: declination)
        return stream.axes.map { orientation * $0.toFile } ?? orientation
    }
}

extension DelimitedBlock {
    /// The orientation in a row, from its columns w, x, y, z; nil where it is zero or not finite.
    fileprivate func orientation(_ row: Int, _ columns: [Int]) -> UnitQuaternion? {
        UnitQuaternion(
            w: self[columns[0]][row],
            x: self[columns[1]][row],
            y: self[columns[2]][row],
            z: self[columns[3]][row]
        )
    }

    /// The orientation in a row, from the nine columns of its matrix, row by row; nil where that is no rotation.
    fileprivate func rotation(_ row: Int, _ columns: [Int]) -> UnitQuaternion? {
        let cells = columns.map { self[$0][row] }
        let axes = (0..<3).map { Vector3(cells[$0], cells[3 + $0], cells[6 + $0]) }
        // Numbers written with few digits are off by about so much.
        let tolerance = 1e-2
        let isRotation = axes.allSatisfy { abs($0.dot($0) - 1) < tolerance }
        let third = axes[0].cross(axes[1]) - axes[2]
        guard isRotation, third.dot(third) < tolerance else { return nil }
        return UnitQuaternion(columns: axes[0], axes[1], axes[2])
    }

    /// The vector in a row, from its columns x, y, z.
    func vector(_ row: Int, _ columns: [Int]) -> Vector3 {
        Vector3(self[columns[0]][row], self[columns[1]][row], self[columns[2]][row])
    }
}
