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
