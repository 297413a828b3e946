import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Transfer functions in closed form agree with scipy and with the filters.
struct TransferFunctionTests {
    static let rate = 100.0
    /// Relative to the input. The fixture has 13 digits, and scipy solves the Riccati equation to about 10⁻¹².
    static let scipyTolerance = 1e-9
    /// Relative to the input. The transient after the settling time, and rounding errors.
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

    /// The filters in the order of the fixture.
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

    @Test func `The responses equal those of scipy`() throws {
        let rows = try NumberTable.rows(fixture: "transfer_functions.csv")
        #expect(rows.count == 7 * Self.cases.count)
        for row in rows {
            let filter = Self.cases[Int(row[0])]
            let response = try filter.transferFunction().response(at: row[1])
            #expect(abs(response.real - row[2]) < Self.scipyTolerance, "\(filter) at \(row[1]) Hz")
            #expect(abs(response.imaginary - row[3]) < Self.scipyTolerance, "\(filter) at \(row[1]) Hz")
        }
    }

    /// Frequencies with a whole number of periods in the 200 samples that are measured after 30 s.
    @Test(arguments: cases, [0.5, 1, 2.5, 5, 12.5, 40])
    func `A filtered sine has the gain and phase of the transfer function`(_ law: Case, frequency: Hertz) throws {
        var filter = try law.filter()
        let (settling, length) = (3_000, 200)
        var (real, imaginary) = (0.0, 0.0)
        for index in 0..<settling + length {
            let phase = Angle(radians: 2 * .pi * frequency * Double(index) / Self.rate)
            let output = try filter.output(for: phase.cosine, at: Double(index) / Self.rate)
            guard index >= settling else { continue }
            // Over whole periods these sums are the least-squares amplitudes of cosine and sine.
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

    @Test func `The cases are all linear filters of the catalogue`() throws {
        var linear: Set<String> = []
        for entry in FilterCatalogue.entries where entry.domains.contains(.scalar) {
            let filter = try entry.makeScalar(entry.values([:]))
            if filter is any LinearFilter { linear.insert(entry.name) }
        }
        #expect(linear == Set(Self.cases.map(\.name)))
    }

    @Test(arguments: cases)
    func `A constant passes unchanged`(_ law: Case) throws {
        let response = try law.transferFunction().response(at: 0)
        #expect(abs(response.real - 1) < Self.scipyTolerance && response.imaginary == 0)
    }
}
