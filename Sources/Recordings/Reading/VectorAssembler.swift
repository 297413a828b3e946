import SensorModel

/// Builds a stream of vectors. NaN stays NaN: filters count it.
final class VectorAssembler: StreamAssembler {
    private let plan: AssemblyPlan
    private let target: WritableKeyPath<Recording, SensorStream<Vector3>?>
    private let columns: [Int]
    private let factor: Vector3
    private var intake: RowIntake
    private var times: [Seconds] = []
    private var values: [Vector3] = []
    /// Vectors of zeros before the first other one.
    private var zeros = 0

    init(_ plan: AssemblyPlan, _ target: WritableKeyPath<Recording, SensorStream<Vector3>?>) {
        self.plan = plan
        self.target = target
        columns = plan.indices([.x, .y, .z])
        factor = Vector3(plan.factor(.x), plan.factor(.y), plan.factor(.z))
        intake = RowIntake(plan)
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try intake.take(block)
        times.reserveCapacity(times.count + intake.rows.count, growing: 2)
        values.reserveCapacity(values.count + intake.rows.count, growing: 2)
        let (x, y, z) = (block[columns[0]], block[columns[1]], block[columns[2]])
        for (index, row) in intake.rows.enumerated() {
            let vector = Vector3(x[row] * factor.x, y[row] * factor.y, z[row] * factor.z)
            if plan.stream.skipsZeros, values.isEmpty, vector == .zero {
                zeros += 1
                continue
            }
            times.append(intake.times[index])
            values.append(plan.stream.axes?.device(vector) ?? vector)
        }
    }

    func store(in streams: inout AssembledStreams) {
        let samples = SensorStream(times: times, values: values)
        plan.note(zeros, "zeros before the first sample", in: &streams)
        if plan.stream.isAddend {
            streams.addends[plan.stream.kind, default: [:]][plan.alternative] = samples
        } else {
            plan.store(samples, of: intake, target, in: &streams)
        }
    }
}
