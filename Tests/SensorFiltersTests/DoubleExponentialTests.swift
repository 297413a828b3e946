import SensorFilters
import SensorModel
import TestSupport
import Testing

@Suite("Double exponential")
struct DoubleExponentialTests {
    /// Of the value: a few roundings.
    private static let relativeTolerance = 1e-14

    @Test("α = 0.5, two samples ahead: the two passes of scipy's linear filter")
    func parity() throws {
        let table = try NumberTable(fixture: "window_filters.csv")
        let (times, inputs) = (try table.column("time"), try table.vectors("input"))
        let expected = try table.vectors("double")
        var filter = DoubleExponential<Vector3>(.init(alpha: 0.5, horizon: 2))
        for index in times.indices {
            let output = try filter.take(inputs[index], at: times[index])
            for place in 0..<3 {
                let (found, scipy) = (output.element(place), expected[index].element(place))
                // Elements that nearly cancel are as good as what they are made of.
                #expect(abs(found - scipy) <= Self.relativeTolerance * max(1_000, abs(scipy)))
            }
        }
    }

    @Test("By hand: 0, then 1: s' = 1/2, s'' = 1/4, level 3/4, slope 1/4", arguments: [(0.0, 0.75), (1, 1), (4, 1.75)])
    func byHand(_ horizon: Double, _ forecast: Double) throws {
        var filter = DoubleExponential<Double>(.init(alpha: 0.5, horizon: horizon))
        _ = filter.update(0, at: 0)
        #expect(try filter.take(1, at: 0.01) == forecast)
    }

    @Test("A ramp is met without lag, and foreseen", arguments: [0.1, 0.5, 0.9, 1], [0.0, 2.5, 10])
    func ramp(_ alpha: Double, _ horizon: Double) throws {
        var filter = DoubleExponential<Double>(.init(alpha: alpha, horizon: horizon))
        for index in 0..<1_000 {
            let output = try filter.take(Double(index) * 0.25, at: Double(index) * 0.01)
            if index > 500 { #expect(abs(output - (Double(index) + horizon) * 0.25) < Tolerance.equations) }
        }
    }

    @Test("A constant turn is met without lag, and foreseen, through north and every sign", arguments: [0.0, 5])
    func turn(_ horizon: Double) throws {
        var headings = DoubleExponential<Heading>(.init(alpha: 0.3, horizon: horizon))
        var orientations = DoubleExponential<UnitQuaternion>(.init(alpha: 0.3, horizon: horizon))
        let start = UnitQuaternion(rotationVector: Vector3(1, 0.5, -0.2))
        let axis = Vector3(0.48, 0.6, 0.64)
        let truth = { start * UnitQuaternion(angle: Angle(degrees: 3 * $0), axis: axis) }
        for index in 0..<1_000 {
            let (n, time) = (Double(index), Double(index) * 0.01)
            let heading = try headings.take(Heading(degrees: 3 * n), at: time)
            let orientation = try orientations.take(index.isMultiple(of: 3) ? -truth(n) : truth(n), at: time)
            guard index > 200 else { continue }
            #expect(abs(heading.turn(to: Heading(degrees: 3 * (n + horizon))).radians) < Tolerance.equations)
            #expect(orientation.angle(to: truth(n + horizon)).radians < Tolerance.equations)
        }
    }

    @Test("Orientations about one axis are the scalars of their angles")
    func oneAxis() throws {
        var generator = SeededGenerator(seed: 51)
        var angles = DoubleExponential<Double>(.init(alpha: 0.4, horizon: 3))
        var orientations = DoubleExponential<UnitQuaternion>(.init(alpha: 0.4, horizon: 3))
        let axis = Vector3(0, 0.6, 0.8)
        var angle = 0.0
        for index in 0..<500 {
            angle += generator.number(in: -0.1...0.1)
            let time = Double(index) * 0.01
            let expected = UnitQuaternion(angle: Angle(radians: try angles.take(angle, at: time)), axis: axis)
            let input = UnitQuaternion(angle: Angle(radians: angle), axis: axis)
            #expect(try orientations.take(input, at: time).angle(to: expected).radians < Tolerance.rounding)
        }
    }
}
