import SensorFilters
import SensorModel
import TestSupport
import Testing

struct OneEuroTests {
    /// A few hundred rounding errors, in the unit of the values, which are below 100.
    static let parity = 1e-12

    @Test(arguments: [(2, 1.0, 0.007, 1.0), (3, 0.3, 0.5, 2.0), (4, 4.0, 0.0, 1.0)])
    func `The output at uneven times equals that of the authors' package`(
        _ column: Int,
        _ minCutoff: Double,
        _ beta: Double,
        _ derivativeCutoff: Double
    ) throws {
        var filter = OneEuro<Double>(.init(minCutoff: minCutoff, beta: beta, derivativeCutoff: derivativeCutoff))
        let rows = try NumberTable.rows(fixture: "one_euro.csv")
        #expect(rows.count == 400)
        var largest = 0.0
        for row in rows { largest = max(largest, abs(try filter.output(for: row[1], at: row[0]) - row[column])) }
        #expect(largest <= Self.parity)
    }

    @Test func `Two samples give the result computed by hand`() throws {
        // 2π f Te = 1 makes every weight 1/2 with β = 0; the velocity is half of 8/Te.
        let interval = 1.0 / 8
        let half = 1 / (2 * Double.pi * interval)
        var filter = OneEuro<Double>(.init(minCutoff: half, beta: 0, derivativeCutoff: half))
        _ = filter.update(0, at: 0)
        #expect(abs(try filter.output(for: 8, at: interval) - 4) < Tolerance.rounding)
        // With β = half/32 the velocity of 32/s doubles the cutoff: α = 1/(1 + 1/2).
        var adaptive = OneEuro<Double>(.init(minCutoff: half, beta: half / 32, derivativeCutoff: half))
        _ = adaptive.update(0, at: 0)
        #expect(abs(try adaptive.output(for: 8, at: interval) - 16.0 / 3) < Tolerance.rounding)
    }

    @Test func `The output does not depend on the time of the start`() throws {
        var (early, late) = (OneEuro<Double>(.init(beta: 0.5)), OneEuro<Double>(.init(beta: 0.5)))
        for (index, sample) in Specimens.scalar().samples.enumerated() {
            let time = Double(index) / 64
            #expect(early.update(sample, at: time) == late.update(sample, at: 512 + time))
        }
    }

    @Test func `Headings and turns about one axis equal plain angles in degrees`() throws {
        let parameters = OneEuroParameters(minCutoff: 0.8, beta: 0.02)
        var plain = OneEuro<Double>(parameters)
        var heading = OneEuro<Heading>(parameters)
        var orientation = OneEuro<UnitQuaternion>(parameters)
        var vector = OneEuro<Vector3>(parameters)
        let axis = Vector3(0, 0.6, 0.8)
        for row in try NumberTable.rows(fixture: "one_euro.csv") {
            let expected = try plain.output(for: row[1], at: row[0])
            let onCircle = try heading.output(for: Heading(degrees: row[1]), at: row[0])
            #expect(abs(onCircle.displacement(to: Heading(degrees: expected))) < Tolerance.equations)
            let turned = try orientation.output(for: .init(angle: .init(degrees: row[1]), axis: axis), at: row[0])
            #expect(turned.angle(to: .init(angle: .init(degrees: expected), axis: axis)).radians < Tolerance.equations)
            #expect((try vector.output(for: axis * row[1], at: row[0]) - axis * expected).length < Tolerance.equations)
        }
    }

    @Test func `The latency on a ramp is (1 − α)/α samples with the α of its speed`() throws {
        let (interval, speed) = (0.01, 50.0)
        var filter = OneEuro<Double>(.init(minCutoff: 1, beta: 0.02, derivativeCutoff: 1))
        var lag = 0.0
        for index in 0..<2_000 {
            let time = Double(index) * interval
            lag = speed * time - (try filter.output(for: speed * time, at: time))
        }
        // The derivative is relative to the filtered value, which lags: dx = v (1 + (1 − α)/α) = v/α. Therefore
        // f_c = 1 + 0.02 · 50/α, and α = 1/(1 + 1/(2π f_c Te)) becomes (1 + t) α² = t with t = 2π Te.
        let turn = 2 * Double.pi * interval
        let alpha = (turn / (1 + turn)).squareRoot()
        #expect(abs(lag / (speed * interval) - (1 - alpha) / alpha) < Tolerance.equations)
    }

    @Test func `An overflow of the velocity restarts the filter`() throws {
        var filter = OneEuro<Double>()
        _ = filter.update(-1e150, at: 0)
        _ = filter.update(1e150, at: Double.leastNonzeroMagnitude)
        #expect(try filter.output(for: 1, at: 0.01).isFinite)
        #expect(try filter.output(for: 1, at: 0.02).isFinite)
    }
}
