import SensorModel

/// Builds a stream of vectors. NaN stays NaN: filters count it.
final class VectorAssembler: StreamAssembler {
    private let target: WritableKeyPath<Recording, SensorStream<Vector3>?>
    private let columns: [Int]
    private let factor: Double
    private var clock: StreamClock
    private var times: [Seconds] = []
    private var values: [Vector3] = []

    init(_ plan: AssemblyPlan, _ target: WritableKeyPath<Recording, SensorStream<Vector3>?>) {
        self.target = target
        columns = plan.indices([.x, .y, .z])
        factor = plan.stream.factor
        clock = plan.clock
    }

    func append(_ block: DelimitedBlock) throws(InputError) {
        try clock.append(block, to: &times)
        values.reserveCapacity(times.count, growing: 2)
        let (x, y, z) = (block[columns[0]], block[columns[1]], block[columns[2]])
        for row in 0..<block.rowCount {
            values.append(Vector3(x[row] * factor, y[row] * factor, z[row] * factor))
        }
    }

    func store(in recording: inout Recording) {
        recording[keyPath: target] = SensorStream(times: times, values: values)
    }
}
