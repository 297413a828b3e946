import SensorModel

/// A builder of a stream of vectors. NaN is stored, because filters count it.
final class VectorAssembler: StreamAssembler {
    private let plan: AssemblyPlan
    private let target: WritableKeyPath<Recording, SensorStream<Vector3>?>
    private let columns: [Int]
    private let factor: Vector3
    private var rows: SampleRows
    private var times: [Seconds] = []
    private var values: [Vector3] = []
    private var lines: [Int] = []
    /// The number of zero vectors before the first other one.
    private var zeros = 0

    init(_ plan: AssemblyPlan, _ target: WritableKeyPath<Recording, SensorStream<Vector3>?>) {
        self.plan = plan
        self.target = target
        columns = plan.indices([.x, .y, .z])
        factor = Vector3(plan.factor(.x), plan.factor(.y), plan.factor(.z))
        rows = SampleRows(plan)
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try rows.select(from: block)
        rows.reserve(&times, in: block)
        rows.reserve(&values, in: block)
        let (x, y, z) = (block[columns[0]], block[columns[1]], block[columns[2]])
        let factor = factor
        func vector(_ row: Int) -> Vector3 { Vector3(x[row] * factor.x, y[row] * factor.y, z[row] * factor.z) }
        var first = 0
        if plan.stream.skipsZeros, values.isEmpty {
            first = rows.indices.firstIndex { vector($0) != .zero } ?? rows.indices.count
            zeros += first
        }
        times += rows.times[first...]
        lines += rows.lines(from: first, of: block, plan)
        if let axes = plan.stream.axes {
            values += rows.indices[first...].lazy.map { axes.device(vector($0)) }
        } else {
            values += rows.indices[first...].lazy.map(vector)
        }
    }

    func store(in streams: inout AssembledStreams) {
        let samples = SensorStream(times: times, values: values)
        plan.note(zeros, "zeros before the first sample", in: &streams)
        if plan.stream.isAddend {
            streams.addends[plan.stream.kind, default: [:]][plan.alternative] = samples
        } else {
            plan.store(samples, of: rows, target, lines: lines, in: &streams)
        }
    }
}
