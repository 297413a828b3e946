import PublishedEstimators
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Steps worked out by hand. AHRSEstimatorParityTests compares the filter with another implementation.
struct AQUATests {
    /// Degrees.
    private static let degrees = 1e-9

    /// Heading errors in degrees, and the parts that a step with β = 0.1 removes.
    static let headings: [(Double, Double)] = [
        // 2 arctan(β sin 15°/(1 − β + β cos 15°)), as cos 15° > 0.9
        (30, 2.975_319_429_831_118_5),
        // β ψ, as cos ½ψ < 0.9
        (90, 9), (-150, -15), (179, 17.9), (-179.99, -17.999),
    ]
    /// Lengths of the acceleration in m/s², and the parts of 100° that a step with α = 0.2 removes: f is 1, ½, 0.7 and
    /// 0.
    static let lengths: [(Double, Double)] = [(9.81, 20), (11.2815, 10), (8.5347, 14), (11.772, 0), (4.9, 0)]

    private func frame(
        _ truth: UnitQuaternion,
        at time: Seconds,
        rate: Vector3 = .zero,
        acceleration: Double = 9.81,
        field: Vector3 = Motion.field
    ) -> SensorFrame {
        SensorFrame(
            time: time,
            accelerometer: truth.conjugate.rotate(Vector3(0, 0, acceleration)),
            gyroscope: rate,
            magnetometer: truth.conjugate.rotate(field)
        )
    }

    private func turn(_ degrees: Double, _ axis: Vector3) -> UnitQuaternion {
        UnitQuaternion(angle: Angle(degrees: degrees), axis: axis)
    }

    /// The orientation one step after the identity.
    private func step(_ parameters: AQUA.Parameters, towards frame: SensorFrame) throws -> UnitQuaternion {
        var filter = AQUA(parameters)
        _ = try filter.output(for: self.frame(.identity, at: 0))
        return try filter.output(for: frame)
    }

    @Test(arguments: headings)
    func `A step removes the share β of a heading error`(_ error: Double, _ expected: Double) throws {
        let truth = turn(error, Vector3(0, 0, 1))
        let output = try step(.init(alpha: 0, beta: 0.1), towards: frame(truth, at: 0.01))
        #expect(abs(output.signedHeadingAngle.degrees - expected) < Self.degrees)
    }

    @Test(arguments: lengths)
    func `A step removes the share α of a tilt, less for another length of the acceleration`(
        _ acceleration: Double,
        _ expected: Double
    ) throws {
        let truth = turn(100, Vector3(0.6, 0.8, 0))
        let output = try step(
            .init(alpha: 0.2, beta: 0),
            towards: frame(truth, at: 0.01, acceleration: acceleration)
        )
        #expect(abs(output.inclinationAngle.degrees - expected) < Self.degrees)
        #expect(abs(output.signedHeadingAngle.degrees) < Self.degrees)
    }

    @Test func `The length of the acceleration has no effect without the adaptive gain`() throws {
        var parameters = AQUA.Parameters(alpha: 0.2, beta: 0)
        parameters.isAdaptive = false
        let truth = turn(100, Vector3(1, 0, 0))
        let output = try step(parameters, towards: frame(truth, at: 0.01, acceleration: 30))
        #expect(abs(output.inclinationAngle.degrees - 20) < Self.degrees)
    }

    @Test(arguments: [1, 100, -300.0])
    func `The field does not change the inclination`(_ vertical: Double) throws {
        let field = Vector3(40, 5, vertical)
        let output = try step(.init(alpha: 0.1, beta: 0.7), towards: frame(.identity, at: 0.01, field: field))
        #expect(output.inclinationAngle.radians < Tolerance.rounding)
    }

    @Test func `Upside down, a turn about East corrects the inclination`() throws {
        let truth = turn(180, Vector3(1, 0, 0))
        let output = try step(.init(alpha: 0.5, beta: 0), towards: frame(truth, at: 0.01))
        #expect(abs(output.inclinationAngle.degrees - 90) < Self.degrees)
    }

    @Test func `The filter learns a bias at rest`() throws {
        var parameters = AQUA.Parameters(alpha: 0, beta: 0)
        parameters.biasGain = 0.5
        var filter = AQUA(parameters)
        var output = UnitQuaternion.identity
        let rate = Vector3(0, 0, 0.02)
        for index in 0...60 {
            output = try filter.output(for: frame(.identity, at: Double(index) * 0.01, rate: rate))
        }
        // b Δt (1 + ½ + ¼ + …): the first step has no rate to compare with.
        #expect(abs(output.signedHeadingAngle.radians - 4e-4) < Tolerance.equations)
    }

    @Test(arguments: [Vector3(0, 0, 0.3), Vector3(0, 0, -0.21)])
    func `A rate beyond restRate is not learnt as a bias`(_ rate: Vector3) throws {
        var (learning, fixed) = (AQUA(), AQUA.Parameters())
        fixed.estimatesBias = false
        var other = AQUA(fixed)
        for index in 0...100 {
            let frame = frame(.identity, at: Double(index) * 0.01, rate: rate)
            #expect(try learning.output(for: frame) == other.output(for: frame))
        }
    }
}
