import SensorFilters
import SensorModel
import Testing

/// Transfer functions in closed form, against scipy and against the filters themselves.
struct TransferFunctionTests {
    static let rate = 100.0
    /// A share of the input: the fixture has 13 digits, and scipy's Riccati equation is solved to about 10⁻¹².
    static let scipyTolerance = 1e-9
    /// A share of the input: what is left of the beginning after the time that is waited, and rounding.
    static let measuredTolerance = 1e-6

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let parameters: [String: String]
        var testDescription: String { "\(name) \(parameters)" }

        func transferFunction() throws -> TransferFunction {
            let filter = try filter()
            let linear = try #require(filter as? any LinearFilter)
            return try #require(linear.transferFunction(at: rate))
        }

        func filter() throws -> any Filter<Double> {
            let entry = try #require(FilterCatalogue.entry(named: name))
            return try entry.makeScalar(entry.values(parameters))
        }
    }

    /// In the order of the fixture.
    static let cases = [
        Case(name: "lowPass", parameters: [:]),
        Case(name: "lowPass", parameters: ["timeConstant": "0.2"]),
        Case(name: "doubleExponential", parameters: [:]),
        Case(name: "doubleExponential", parameters: ["alpha": "0.2", "horizon": "3"]),
        Case(name: "movingAverage", parameters: [:]),
        Case(name: "weightedMovingAverage", parameters: ["window": "33"]),
        Case(name: "delay", parameters: ["samples": "3"]),
        Case(name: "savitzkyGolay", parameters: [:]),
        Case(name: "savitzkyGolay", parameters: ["window": "15", "order": "3"]),
        Case(name: "predict", parameters: [:]),
        Case(name: "kalmanConstantVelocity", parameters: [:]),
        Case(name: "kalmanConstantVelocity", parameters: ["processNoise": "5", "measurementNoise": "0.2"]),
    ]

    @Test func `Responses are scipy's`() throws {
        let rows = try NumberTable.rows(fixture: "transfer_functions.csv")
        #expect(rows.count == 7 * Self.cases.count)
        for row in rows {
            let filter = Self.cases[Int(row[0])]
            let response = try filter.transferFunction().response(at: row[1])
            #expect(abs(response.real - row[2]) < Self.scipyTolerance, "\(filter) at \(row[1]) Hz")
            #expect(abs(response.imaginary - row[3]) < Self.scipyTolerance, "\(filter) at \(row[1]) Hz")
        }
    }

    /// A sine of a whole number of periods in the 200 samples that are looked at, after 30 s.
    @Test(arguments: cases, [0.5, 1, 2.5, 5, 12.5, 40])
    func `A filter does to a sine what its transfer function says`(_ law: Case, frequency: Hertz) throws {
        var filter = try law.filter()
        let (settling, length) = (3_000, 200)
        var (real, imaginary) = (0.0, 0.0)
        for index in 0..<settling + length {
            let phase = Angle(radians: 2 * .pi * frequency * Double(index) / Self.rate)
            let output = try filter.output(for: phase.cosine, at: Double(index) / Self.rate)
            guard index >= settling else { continue }
            // Over whole periods the least squares of cosine and sine are these sums.
            real += output * phase.cosine * 2 / Double(length)
            imaginary -= output * phase.sine * 2 / Double(length)
        }
        let response = try law.transferFunction().response(at: frequency)
        #expect(abs(real - response.real) < Self.measuredTolerance)
        #expect(abs(imaginary - response.imaginary) < Self.measuredTolerance)
        let gain = (real * real + imaginary * imaginary).squareRoot()
        #expect(abs(gain - response.gain) < Self.measuredTolerance)
        let difference = Angle(ofPoint: real, imaginary) - response.phase
        #expect(abs(difference.wrapped.radians) * gain < Self.measuredTolerance)
    }

    @Test func `The linear filters of the catalogue are those that claim to be`() throws {
        var linear: Set<String> = []
        for entry in FilterCatalogue.entries where entry.domains.contains(.scalar) {
            let filter = try entry.makeScalar(entry.values([:]))
            if filter is any LinearFilter { linear.insert(entry.name) }
        }
        #expect(linear == Set(Self.cases.map(\.name)))
    }

    @Test(arguments: cases)
    func `A constant passes all of them`(_ law: Case) throws {
        let response = try law.transferFunction().response(at: 0)
        #expect(abs(response.real - 1) < Self.scipyTolerance && response.imaginary == 0)
    }
}
