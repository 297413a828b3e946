import SensorFilters
import SensorModel
import TestSupport
import Testing

@Suite("Savitzky–Golay filter")
struct SavitzkyGolayTests {
    /// Weights are below one.
    static let weights = 1e-12
    /// In the unit of the values, which are below 40: the fit's own condition takes a digit.
    static let fits = 1e-11

    @Test("At even intervals the weights are scipy's, and the exact ones up to order 9")
    func evenWeights() throws {
        let rows = try FixtureTable.rows("savitzky_golay_weights.csv")
        #expect(rows.count == 9)
        var largest = 0.0
        for row in rows {
            let (window, order) = (Int(row[0]), Int(row[1]))
            try #require(row.count == window + 2)
            for position in 0..<window {
                var filter = SavitzkyGolay<Double>(.init(window: window, order: order))
                var output = 0.0
                for index in 0..<window {
                    output = try filter.take(index == position ? 1 : 0, at: Double(index) / 64)
                }
                largest = max(largest, abs(output - row[2 + position]))
            }
        }
        #expect(largest <= Self.weights)
    }

    @Test("At uneven intervals, and while the window fills, it is numpy's least-squares polynomial")
    func unevenFits() throws {
        var filter = SavitzkyGolay<Double>(.init(window: 9, order: 3))
        var largest = 0.0
        for row in try FixtureTable.rows("savitzky_golay_uneven.csv") {
            largest = max(largest, abs(try filter.take(row[1], at: row[0]) - row[2]))
        }
        #expect(largest <= Self.fits)
    }

    @Test("A polynomial of the fitted order comes out as it goes in, at uneven times too", arguments: [0, 1, 2, 3, 5])
    func polynomials(_ order: Int) throws {
        var generator = SeededGenerator(seed: 61)
        var filter = SavitzkyGolay<Double>(.init(window: 12, order: order))
        var time = 0.0
        for _ in 0..<100 {
            var value = 0.0
            for degree in 0...order { value = value * (time - 0.3) + Double(3 - degree) }
            #expect(abs(try filter.take(value, at: time) - value) < Self.fits)
            time += generator.number(in: 0.001...0.03)
        }
    }

    @Test("A heading through north is fitted like the plain angle, over more than a whole turn too")
    func headings() throws {
        let parameters = SavitzkyGolayParameters(window: 21, order: 2)
        var plain = SavitzkyGolay<Double>(parameters)
        var heading = SavitzkyGolay<Heading>(parameters)
        var generator = SeededGenerator(seed: 62)
        for index in 0..<100 {
            let time = Double(index) * 0.01
            let angle = 2_500 * time * time + generator.number(in: -3...3)
            let expected = Heading(degrees: try plain.take(angle, at: time))
            let output = try heading.take(Heading(degrees: angle), at: time)
            #expect(abs(output.displacement(to: expected)) < Tolerance.equations)
        }
    }

    @Test("A uniform turn comes out as it goes in")
    func turn() throws {
        let start = UnitQuaternion(angle: Angle(degrees: 100), axis: Vector3(0.6, 0, 0.8))
        let rate = Vector3(1, -2, 0.5)
        var filter = SavitzkyGolay<UnitQuaternion>(.init(window: 15, order: 1))
        for index in 0..<300 {
            let time = Double(index) * 0.01
            let truth = start * UnitQuaternion(rotationVector: rate * time)
            #expect(try filter.take(truth, at: time).angle(to: truth).radians < Tolerance.rounding)
        }
    }

    @Test("A window that the order does not fit is refused")
    func refused() throws {
        let entry = try #require(FilterCatalogue.entry(named: "savitzkyGolay"))
        let error = #expect(throws: ParameterError.self) { try entry.values(["window": "4", "order": "4"]) }
        #expect(error?.found == "window=4 with order=4 of savitzkyGolay")
        #expect(try entry.values(["window": "1", "order": "0"]).number("order") == 0)
        #expect(throws: ParameterError.self) { try entry.values(["order": "1.5"]) }
    }
}
