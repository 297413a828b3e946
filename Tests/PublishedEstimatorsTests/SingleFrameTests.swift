import PublishedEstimators
import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// The methods compared with closed forms, with the singular value decomposition and with ``Triad``.
/// AHRSEstimatorParityTests compares them with another implementation.
struct SingleFrameTests {
    static let weighted: [SingleFrame.Method] = [.davenport, .quest, .flae, .oleq]
    static let unweighted: [SingleFrame.Method] = [.famc, .saam, .fqa, .tilt]

    /// Radians. Eigenvectors lose digits in proportion to the gap between the two largest eigenvalues, 0.1 for a dip of
    /// 64°; Newton's method finds its root to the square root of the gap.
    private static let eigenvectors = 1e-11

    /// All turns of the device that exchange its axes: components of the quaternion vanish or are equal.
    private static let axisTurns: [UnitQuaternion] = {
        let half = Angle(degrees: 90)
        let turns = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].map { UnitQuaternion(angle: half, axis: $0) }
        var all = [UnitQuaternion.identity]
        for _ in 0..<4 { all += all.prefix(60).flatMap { turn in turns.map { turn * $0 } } }
        return all
    }()

    private func solve(
        _ parameters: SingleFrame.Parameters,
        _ acceleration: Vector3,
        _ field: Vector3
    ) throws -> UnitQuaternion {
        var estimator = SingleFrame(parameters)
        return try estimator.output(for: SensorFrame(time: 0, accelerometer: acceleration, magnetometer: field))
    }

    @Test(arguments: SingleFrame.Method.allCases)
    func `Exact measurements give the orientation, also where components vanish`(_ method: SingleFrame.Method) throws {
        var generator = SeededGenerator(seed: 41)
        for truth in Self.axisTurns + (0..<200).map({ _ in generator.orientation() }) {
            let toDevice = truth.conjugate
            let output = try solve(
                .init(method: method),
                toDevice.rotate(Vector3(0, 0, 9.81)),
                toDevice.rotate(Motion.field)
            )
            #expect(output.angle(to: truth).radians < Self.eigenvectors)
        }
    }

    @Test(arguments: weighted)
    func `Equal weights halve the difference between measured and given dip`(_ method: SingleFrame.Method) throws {
        // The field is level, and its reference points 60° down: the device turns by 30° about East.
        let parameters = SingleFrame.Parameters(method: method, dip: Angle(degrees: 60))
        let output = try solve(parameters, Vector3(0, 0, 9.81), Vector3(0, 30, 0))
        let expected = UnitQuaternion(angle: Angle(degrees: -30), axis: Vector3(1, 0, 0))
        #expect(output.angle(to: expected).radians < Self.eigenvectors)
    }

    @Test(arguments: weighted, [0.001, 0.2, 0.5, 0.9, 0.999])
    func `The result equals that of the singular value decomposition`(
        _ method: SingleFrame.Method,
        _ weight: Double
    ) throws {
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<100 {
            let dip = Angle(degrees: generator.number(in: -75...75))
            let parameters = SingleFrame.Parameters(method: method, gravityWeight: weight, dip: dip)
            let truth = generator.orientation().conjugate
            let field = Vector3(0, dip.cosine, -dip.sine)
            let (a, m) = (
                truth.rotate(Vector3(0, 0, 1)) + generator.vector(0.2), truth.rotate(field) + generator.vector(0.2)
            )
            let (gravity, direction) = (try #require(a.normalised), try #require(m.normalised))
            // Markley 1988: the rotation nearest to Σ w r bᵀ.
            let sum =
                Matrix3(outer: Vector3(0, 0, 1), gravity) * weight + Matrix3(outer: field, direction) * (1 - weight)
            let decomposition = try #require(SingularValueDecomposition(sum))
            let expected = UnitQuaternion(rotation: decomposition.nearestRotation)
            let output = try solve(parameters, a, m)
            // At a weight of 0.001 the gap between the eigenvalues is a thousandth of that for equal weights.
            #expect(output.angle(to: expected).radians < Self.eigenvectors / min(weight, 1 - weight))
        }
    }

    @Test(arguments: unweighted)
    func `Methods without weights equal the triad`(_ method: SingleFrame.Method) throws {
        var (estimator, triad) = (SingleFrame(.init(method: method)), Triad())
        for frame in Motion.noisy {
            let output = try estimator.output(for: frame)
            #expect(output.angle(to: try triad.output(for: frame)).radians < Self.eigenvectors)
        }
    }

    @Test(arguments: weighted)
    func `The dip of the first samples is the reference unless one is given`(_ method: SingleFrame.Method) throws {
        var (open, given) = (
            SingleFrame(.init(method: method)), SingleFrame(.init(method: method, dip: Angle(degrees: 60)))
        )
        let sixty = SensorFrame(
            time: 0,
            accelerometer: Vector3(0, 0, 9.81),
            magnetometer: Vector3(0, 20, -20 * 3.0.squareRoot())
        )
        _ = try open.output(for: sixty)
        for frame in Motion.noisy.dropFirst() {
            let output = try open.output(for: frame)
            #expect(output.angle(to: try given.output(for: frame)).radians < Self.eigenvectors)
        }
    }

    @Test(arguments: SingleFrame.Method.allCases)
    func `Parallel gravity and field keep the last orientation and are counted`(_ method: SingleFrame.Method) throws {
        var estimator = SingleFrame(.init(method: method))
        let parallel = SensorFrame(time: 0, accelerometer: Vector3(0, 0, 9), magnetometer: Vector3(0, 0, -40))
        #expect(estimator.update(with: parallel) == nil)
        var frame = Motion.noisy[5]
        frame.time = 1
        let output = try estimator.output(for: frame)
        var later = parallel
        later.time = 2
        #expect(estimator.update(with: later) == output)
        #expect(estimator.skips.undetermined == 2)
    }
}
