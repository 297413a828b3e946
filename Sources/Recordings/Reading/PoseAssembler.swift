import SensorModel

/// Builds the stream of tracked poses, in the frame of whoever tracked them. Rows without an orientation are left out.
final class PoseAssembler: StreamAssembler {
    private let plan: AssemblyPlan
    private let position: [Int]
    private let quaternion: [Int]
    private var clock: StreamClock
    private var rowTimes: [Seconds] = []
    private var times: [Seconds] = []
    private var values: [Pose] = []
    private var leftOut = 0

    init(_ plan: AssemblyPlan) {
        self.plan = plan
        position = plan.indices(ColumnRole.position)
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
            values.append(Pose(position: block.vector(row, position), orientation: orientation))
        }
    }

    func store(in recording: inout Recording) {
        recording.pose = SensorStream(times: times, values: values)
        if leftOut > 0 { recording.leftOut[plan.withoutOrientation] = leftOut }
    }
}
