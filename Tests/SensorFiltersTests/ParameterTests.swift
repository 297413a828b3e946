import Pipelines
import SensorFilters
import SensorModel
import Testing

struct ParameterTests {
    /// Relative to the value. Rounding errors of a conversion of units.
    private static let conversion = 1e-14

    @Test(arguments: [
        ("stabiliser", "10", 10.0), ("stabiliser", "5deg/s", 5), ("stabiliser", "0.5rad/s", 28.647_889_756_541_16),
        ("stabiliser", "5°/s", 5), ("maximumGap", "200ms", 0.2), ("maximumGap", "0.2s", 0.2),
        ("maximumGap", "1e3", 1_000),
        ("correctionGain", "0.3s/rad", 0.3),
    ])
    func `A value may have a unit`(_ name: String, _ text: String, _ value: Double) throws {
        let entry = try #require(FilterCatalogue.entry(named: "derivativeSmoother"))
        let number = try #require(try entry.values([name: text]).number(name))
        #expect(abs(number - value) <= Self.conversion * value)
    }

    @Test(arguments: [
        ("lowPass", "alpha", "0", "alpha=0 must be more than 0 and at most 1"),
        (
            "lowPass", "alpha", "nan",
            "alpha=nan must be more than 0 and at most 1"
        ),
        ("lowPass", "alpha", "much", "alpha=much must be a number; write the number without a unit"),
        ("lowPass", "cutoff", "3s", "cutoff=3s must be a number; a unit may follow the number directly: Hz, kHz"),
        (
            "movingAverage", "window", "2.5",
            "window=2.5 must be a whole number from 1 to 1,000,000"
        ),
        (
            "lowPass", "alpa", "1",
            "lowPass has no parameter 'alpa'; did you mean 'alpha'?"
        ),
        (
            "lowPass", "window", "1",
            "lowPass has no parameter 'window'; use one of alpha, timeConstant, cutoff, start, maximumGap"
        ),
    ])
    func `An invalid value has a message of one sentence`(
        _ filter: String,
        _ name: String,
        _ text: String,
        _ message: String
    ) throws {
        let entry = try #require(FilterCatalogue.entry(named: filter))
        let error = try #require(throws: InputError.self) { try entry.values([name: text]) }
        #expect(error.description == message)
    }

    @Test func `alpha, timeConstant and cutoff exclude each other`() throws {
        let entry = try #require(FilterCatalogue.entry(named: "lowPass"))
        #expect(throws: InputError.self) { try entry.values(["alpha": "0.1", "cutoff": "3Hz"]) }
        #expect(
            try entry.values(["cutoff": "3Hz"]).all == [
                "cutoff": .number(3), "start": .word("sample"), "maximumGap": .number(1),
            ]
        )
        #expect(
            try entry.values([:]).all == ["alpha": .number(0.1), "start": .word("sample"), "maximumGap": .number(1)]
        )
    }

    @Test func `A filter of another domain is an error`() throws {
        let entry = try #require(FilterCatalogue.entry(named: "derivativeSmoother"))
        let error = #expect(throws: InputError.self) { try entry.makeVector(try entry.values([:])) }
        #expect(error?.message.hasSuffix("but supports only quaternion") == true)
    }

    @Test func `Every default is in its range, and every name is unique`() throws {
        for (name, parameters) in FilterCatalogue.entries.map({ ($0.name, $0.parameters) })
            + EstimatorCatalogue.entries.map({ ($0.name, $0.parameters) })
        {
            #expect(Set(parameters.map(\.name)).count == parameters.count, "\(name)")
            for parameter in parameters {
                switch parameter.defaultValue {
                case .number(let value): #expect(try parameter.parse(String(value)) == .number(value))
                case .word(let word): #expect(try parameter.parse(word) == .word(word))
                case nil: break
                }
            }
        }
    }
}
