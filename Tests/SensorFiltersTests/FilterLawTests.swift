import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Laws of all filters in all their domains. The tests run over the catalogue.
struct FilterLawTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let entry: FilterEntry
        let domain: FilterDomain
        let parameters: [String: String]
        var testDescription: String {
            let given = parameters.sorted(by: <).map { "\($0)=\($1)" }.joined(separator: ",")
            return "\(entry.name)\(given.isEmpty ? "" : ":")\(given) on a \(domain.rawValue)"
        }
    }

    /// All filters with their defaults. The defaults of a calibration have no effect, so it has other parameters.
    static let cases = FilterCatalogue.entries.flatMap { entry in
        entry.domains.map { domain in
            switch entry.kind {
            case .smoother: Case(entry: entry, domain: domain, parameters: [:])
            case .calibration: Case(entry: entry, domain: domain, parameters: ["x": "1.5", "y": "-0.25", "z": "3"])
            }
        }
    }

    static let smoothers = cases.filter { $0.entry.kind == .smoother }

    @Test(arguments: cases)
    func `A constant input gives a constant output`(_ law: Case) throws {
        try run(law, FilterLaws.Steady())
    }

    @Test(arguments: smoothers)
    func `A smoother of a constant returns the constant`(_ law: Case) throws {
        try run(law, FilterLaws.Constant())
    }

    @Test(arguments: cases)
    func `A reset filter equals a new one`(_ law: Case) throws {
        try run(law, FilterLaws.Reset())
    }

    @Test(arguments: cases)
    func `A copy continues bit for bit`(_ law: Case) throws {
        try run(law, FilterLaws.Copy())
    }

    @Test(arguments: smoothers)
    func `A smoother commutes with a change of frame`(_ law: Case) throws {
        try run(law, FilterLaws.Frame())
    }

    @Test(arguments: cases)
    func `Equivalent forms of a value give the same output`(_ law: Case) throws {
        try run(law, FilterLaws.Twins())
    }

    @Test(arguments: smoothers)
    func `The first sample is the first output`(_ law: Case) throws {
        try run(law, FilterLaws.First())
    }

    @Test(arguments: cases)
    func `A new filter has an empty state, and its first sample gives an output`(_ law: Case) throws {
        try run(law, FilterLaws.Few())
    }

    @Test(arguments: cases)
    func `Repeated and backward times are skipped and counted`(_ law: Case) throws {
        try run(law, FilterLaws.Time())
    }

    @Test(arguments: cases)
    func `Unusable values never enter the state and are counted`(_ law: Case) throws {
        try run(law, FilterLaws.Unusable())
    }

    @Test(arguments: cases)
    func `A gap above the maximum restarts the filter and is counted`(_ law: Case) throws {
        try run(law, FilterLaws.Gap())
    }

    @Test(arguments: cases)
    func `The output for any input is usable`(_ law: Case) throws {
        try run(law, FilterLaws.Anything())
    }
}

/// Laws of all filters of headings. The tests run over the catalogue.
struct HeadingFilterLawTests {
    /// Degrees. The largest difference between the direction of a mean vector and the mean of angles up to 10° from it:
    /// the third power of 10° in radians, divided by 6, is 0.05°.
    private static let chords = 0.1
    static let entries = FilterCatalogue.entries.filter { $0.kind == .smoother && $0.domains.contains(.heading) }

    @Test func `Every smoother of numbers also smooths headings`() {
        let scalars = FilterCatalogue.entries.filter { $0.kind == .smoother && $0.domains.contains(.scalar) }
        #expect(scalars.map(\.name) == Self.entries.map(\.name))
        #expect(!Self.entries.isEmpty)
    }

    @Test(arguments: entries.map(\.name), [0.1, 45, 90, 179.9, 180, 271.3, 359.5])
    func `A rotation of all headings rotates the output`(_ name: String, degrees: Double) throws {
        let entry = try #require(FilterCatalogue.entry(named: name))
        let turn = Angle(degrees: degrees)
        var here = try entry.makeHeading(try entry.values([:]))
        var there = here
        let walk = Specimens.heading()
        for (index, sample) in walk.samples.enumerated() {
            let output = try here.output(for: sample, at: walk.time(index))
            let turned = try there.output(for: sample.turned(by: turn), at: walk.time(index))
            #expect(output.turned(by: turn).distance(to: turned) < Tolerance.equations)
        }
    }

    @Test(arguments: entries.map(\.name))
    func `Headings around north are filtered like numbers around zero`(_ name: String) throws {
        let entry = try #require(FilterCatalogue.entry(named: name))
        let values = try entry.values([:])
        var (headings, numbers) = (try entry.makeHeading(values), try entry.makeScalar(values))
        var generator = SeededGenerator(seed: 23)
        for index in 0..<300 {
            let sample = index < 100 ? (index.isMultiple(of: 2) ? -10 : 10) : generator.number(in: -10...10)
            let heading = try headings.output(for: Heading(degrees: sample), at: Double(index) * 0.1)
            let number = try numbers.output(for: sample, at: Double(index) * 0.1)
            #expect(heading.distance(to: Heading(degrees: number)) < Self.chords)
        }
    }

    @Test(arguments: [
        ("lowPass", ["alpha": "0.5"]), ("movingAverage", ["window": "2"]), ("weightedMovingAverage", ["window": "2"]),
        ("movingMedian", ["window": "2"]),
    ])
    func `The mean of 350° and 10° is 0°`(_ name: String, _ parameters: [String: String]) throws {
        let entry = try #require(FilterCatalogue.entry(named: name))
        var filter = try entry.makeHeading(try entry.values(parameters))
        _ = try filter.output(for: Heading(degrees: 350), at: 0)
        let mean = try filter.output(for: Heading(degrees: 10), at: 0.01)
        #expect(mean.distance(to: Heading(degrees: 0)) < Tolerance.equations)
    }
}

extension FilterLawTests {
    /// Checks a law in the domain of the case.
    private func run(_ law: Case, _ body: some FilterLaw) throws {
        let values = try law.entry.values(law.parameters)
        switch law.domain {
        case .scalar: try body.check(try law.entry.makeScalar(values), Specimens.scalar())
        case .heading: try body.check(try law.entry.makeHeading(values), Specimens.heading())
        case .vector:
            let specimen = Specimens.vector(turningAxesIntoAxes: law.entry.dependsOnAxes)
            try body.check(try law.entry.makeVector(values), specimen)
        case .quaternion: try body.check(try law.entry.makeQuaternion(values), Specimens.quaternion())
        }
    }
}
