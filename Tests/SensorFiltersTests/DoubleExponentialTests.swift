import SensorFilters
import SensorModel
import TestSupport
import Testing

struct DoubleExponentialTests {
    /// Relative to the value: a few rounding errors.
    private static let relativeTolerance = 1e-14

    @Test func `The output equals two passes of scipy's linear filter`() throws {
        let table = try NumberTable(fixture: "window_filters.csv")
        let (times, inputs) = (try table.column("time"), try table.vectors("input"))
        let expected = try table.vectors("double")
        var filter = DoubleExponential<Vector3>(.init(alpha: 0.5, horizon: 2))
        for index in times.indices {
            let output = try filter.output(for: inputs[index], at: times[index])
            for axis in 0..<3 {
                let (found, scipy) = (output.element(axis), expected[index].element(axis))
                // Cancellation limits the precision to that of the terms.
                #expect(abs(found - scipy) <= Self.relativeTolerance * max(1_000, abs(scipy)))
            }
        }
    }

    @Test(arguments: [(0.0, 0.75), (1, 1), (4, 1.75)])
    func `The samples 0 and 1 give the level 3/4 and the slope 1/4`(_ horizon: Double, _ forecast: Double) throws {
        var filter = DoubleExponential<Double>(.init(alpha: 0.5, horizon: horizon))
        _ = filter.update(0, at: 0)
        #expect(try filter.output(for: 1, at: 0.01) == forecast)
    }

    @Test(arguments: [0.1, 0.5, 0.9, 1], [0.0, 2.5, 10])
    func `The forecast of a ramp is exact`(_ alpha: Double, _ horizon: Double) throws {
        var filter = DoubleExponential<Double>(.init(alpha: alpha, horizon: horizon))
        for index in 0..<1_000 {
            let output = try filter.output(for: Double(index) * 0.25, at: Double(index) * 0.01)
            if index > 500 { #expect(abs(output - (Double(index) + horizon) * 0.25) < Tolerance.equations) }
        }
    }

    @Test(arguments: [0.0, 5])
    func `The forecast of a uniform turn is exact, through north and with any signs`(_ horizon: Double) throws {
        var headings = DoubleExponential<Heading>(.init(alpha: 0.3, horizon: horizon))
        var orientations = DoubleExponential<UnitQuaternion>(.init(alpha: 0.3, horizon: horizon))
        let start = UnitQuaternion(rotationVector: Vector3(1, 0.5, -0.2))
        let axis = Vector3(0.48, 0.6, 0.64)
        let truth = { start * UnitQuaternion(angle: Angle(degrees: 3 * $0), axis: axis) }
        for index in 0..<1_000 {
            let (n, time) = (Double(index), Double(index) * 0.01)
            let heading = try headings.output(for: Heading(degrees: 3 * n), at: time)
            let orientation = try orientations.output(for: index.isMultiple(of: 3) ? -truth(n) : truth(n), at: time)
            guard index > 200 else { continue }
            #expect(abs(heading.turn(to: Heading(degrees: 3 * (n + horizon))).radians) < Tolerance.equations)
            #expect(orientation.angle(to: truth(n + horizon)).radians < Tolerance.equations)
        }
    }

    @Test func `Orientations about one axis equal the scalars of their angles`() throws {
        var generator = SeededGenerator(seed: 51)
        var angles = DoubleExponential<Double>(.init(alpha: 0.4, horizon: 3))
        var orientations = DoubleExponential<UnitQuaternion>(.init(alpha: 0.4, horizon: 3))
        let axis = Vector3(0, 0.6, 0.8)
        var angle = 0.0
        for index in 0..<500 {
            angle += generator.number(in: -0.1...0.1)
            let time = Double(index) * 0.01
            let expected = UnitQuaternion(angle: Angle(radians: try angles.output(for: angle, at: time)), axis: axis)
            let input = UnitQuaternion(angle: Angle(radians: angle), axis: axis)
            #expect(try orientations.output(for: input, at: time).angle(to: expected).radians < Tolerance.rounding)
        }
    }
}
