import SensorModel

/// Builds the stream of tracked poses, in the frame of whoever tracked them. Rows without an orientation are left out.
final class PoseAssembler: StreamAssembler {
    private let plan: AssemblyPlan
    private let position: [Int]
    private var intake: RowIntake
    private var times: [Seconds] = []
    private var values: [Pose] = []
    private var leftOut = 0

    init(_ plan: AssemblyPlan) {
        self.plan = plan
        position = plan.indices(ColumnRole.position)
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
            values.append(Pose(position: block.vector(row, position), orientation: orientation))
        }
    }

    func store(in streams: inout AssembledStreams) {
        plan.store(SensorStream(times: times, values: values), of: intake, \.pose, in: &streams)
        plan.note(leftOut, plan.withoutOrientation, in: &streams)
    }
}
