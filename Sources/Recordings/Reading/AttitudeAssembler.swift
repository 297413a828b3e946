import SensorModel

/// Builds the stream of the device's own orientations, device → East, North, Up. Rows without an orientation are left
/// out.
final class AttitudeAssembler: StreamAssembler {
    private let plan: AssemblyPlan
    private let quaternion: [Int]
    private var clock: StreamClock
    private var rowTimes: [Seconds] = []
    private var times: [Seconds] = []
    private var values: [UnitQuaternion] = []
    private var leftOut = 0

    init(_ plan: AssemblyPlan) {
        self.plan = plan
        quaternion = plan.indices(ColumnRole.quaternion)
        clock = plan.clock
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        rowTimes.removeAll(keepingCapacity: true)
        try clock.append(block, to: &rowTimes)
        for row in 0..<block.rowCount {
            guard let orientation = block.orientation(row, quaternion) else {
                leftOut += 1
                continue
            }
            times.append(rowTimes[row])
            values.append(plan.stream.frame.deviceToTrueENU(orientation, declination: plan.declination))
        }
    }

    func store(in recording: inout Recording) {
        recording.attitude = SensorStream(times: times, values: values)
        if leftOut > 0 { recording.leftOut[plan.withoutOrientation] = leftOut }
    }
}

extension AssemblyPlan {
    /// Why rows were left out that have no orientation.
    var withoutOrientation: String { "\(fileName): quaternion of length zero or not a number" }
}

extension DelimitedBlock {
    /// The orientation in a row, from its columns w, x, y, z; nil where it is zero or not finite.
    func orientation(_ row: Int, _ columns: [Int]) -> UnitQuaternion? {
        UnitQuaternion(
            w: self[columns[0]][row],
            x: self[columns[1]][row],
            y: self[columns[2]][row],
            z: self[columns[3]][row]
        )
    }

    /// The vector in a row, from its columns x, y, z.
    func vector(_ row: Int, _ columns: [Int]) -> Vector3 {
        Vector3(self[columns[0]][row], self[columns[1]][row], self[columns[2]][row])
    }
}
