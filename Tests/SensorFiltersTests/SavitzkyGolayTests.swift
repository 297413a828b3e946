import SensorFilters
import SensorModel
import TestSupport
import Testing

struct SavitzkyGolayTests {
    /// Absolute, for weights below 1.
    static let weights = 1e-12
    /// The unit is that of the values, which are below 40. The condition of the fit costs one digit.
    static let fits = 1e-11

    @Test func `The weights at even intervals equal those of scipy and the exact ones up to order 9`() throws {
        let rows = try NumberTable.rows(fixture: "savitzky_golay_weights.csv")
        #expect(rows.count == 9)
        var largest = 0.0
        for row in rows {
            let (window, order) = (Int(row[0]), Int(row[1]))
            try #require(row.count == window + 2)
            for position in 0..<window {
                var filter = SavitzkyGolay<Double>(.init(window: window, order: order))
                var output = 0.0
                for index in 0..<window {
                    output = try filter.output(for: index == position ? 1 : 0, at: Double(index) / 64)
                }
                largest = max(largest, abs(output - row[2 + position]))
            }
        }
        #expect(largest <= Self.weights)
    }

    @Test func `The fit at uneven intervals equals numpy's least-squares polynomial`() throws {
        var filter = SavitzkyGolay<Double>(.init(window: 9, order: 3))
        var largest = 0.0
        for row in try NumberTable.rows(fixture: "savitzky_golay_uneven.csv") {
            largest = max(largest, abs(try filter.output(for: row[1], at: row[0]) - row[2]))
        }
        #expect(largest <= Self.fits)
    }

    @Test(arguments: [0, 1, 2, 3, 5])
    func `A polynomial of the fitted order passes unchanged at uneven times`(_ order: Int) throws {
        var generator = SeededGenerator(seed: 61)
        var filter = SavitzkyGolay<Double>(.init(window: 12, order: order))
        var time = 0.0
        for _ in 0..<100 {
            var value = 0.0
            for degree in 0...order { value = value * (time - 0.3) + Double(3 - degree) }
            #expect(abs(try filter.output(for: value, at: time) - value) < Self.fits)
            time += generator.number(in: 0.001...0.03)
        }
    }

    @Test func `Headings through north equal plain angles, beyond a whole turn`() throws {
        let parameters = SavitzkyGolayParameters(window: 21, order: 2)
        var plain = SavitzkyGolay<Double>(parameters)
        var heading = SavitzkyGolay<Heading>(parameters)
        var generator = SeededGenerator(seed: 62)
        for index in 0..<100 {
            let time = Double(index) * 0.01
            let angle = 2_500 * time * time + generator.number(in: -3...3)
            let expected = Heading(degrees: try plain.output(for: angle, at: time))
            let output = try heading.output(for: Heading(degrees: angle), at: time)
            #expect(abs(output.displacement(to: expected)) < Tolerance.equations)
        }
    }

    @Test func `A uniform turn passes unchanged`() throws {
        let start = UnitQuaternion(angle: Angle(degrees: 100), axis: Vector3(0.6, 0, 0.8))
        let rate = Vector3(1, -2, 0.5)
        var filter = SavitzkyGolay<UnitQuaternion>(.init(window: 15, order: 1))
        for index in 0..<300 {
            let time = Double(index) * 0.01
            let truth = start * UnitQuaternion(rotationVector: rate * time)
            #expect(try filter.output(for: truth, at: time).angle(to: truth).radians < Tolerance.rounding)
        }
    }

    @Test func `A window that is too short for the order is an error`() throws {
        let entry = try #require(FilterCatalogue.entry(named: "savitzkyGolay"))
        let error = #expect(throws: InputError.self) { try entry.values(["window": "4", "order": "4"]) }
        #expect(error?.message == "window=4 must be larger than order=4")
        #expect(try entry.values(["window": "1", "order": "0"]).number("order") == 0)
        #expect(throws: InputError.self) { try entry.values(["order": "1.5"]) }
    }
}
