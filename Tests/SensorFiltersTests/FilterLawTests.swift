import SensorFilters
import SensorModel
import TestSupport
import Testing

/// What must hold for every filter in every domain that it works in. A filter is covered by being in the catalogue.
@Suite("Laws of every filter")
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

    /// Each with its defaults; a calibration, which does nothing by default, with numbers for the three axes.
    static let cases = FilterCatalogue.entries.flatMap { entry in
        entry.domains.map { domain in
            switch entry.kind {
            case .smoother: Case(entry: entry, domain: domain, parameters: [:])
            case .calibration: Case(entry: entry, domain: domain, parameters: ["x": "1.5", "y": "-0.25", "z": "3"])
            }
        }
    }

    static let smoothers = cases.filter { $0.entry.kind == .smoother }

    @Test("A constant comes out as a constant", arguments: cases)
    func steady(_ law: Case) throws {
        try run(law, FilterLaws.Steady())
    }

    @Test("Constant in, the same constant out", arguments: smoothers)
    func constant(_ law: Case) throws {
        try run(law, FilterLaws.Constant())
    }

    @Test("Reset is as good as new", arguments: cases)
    func reset(_ law: Case) throws {
        try run(law, FilterLaws.Reset())
    }

    @Test("A copy made half-way goes on bit for bit", arguments: cases)
    func copy(_ law: Case) throws {
        try run(law, FilterLaws.Copy())
    }

    @Test("Seen from another frame, the output is the same seen from that frame", arguments: smoothers)
    func frame(_ law: Case) throws {
        try run(law, FilterLaws.Frame())
    }

    @Test("Another name for the same value changes nothing", arguments: cases)
    func twins(_ law: Case) throws {
        try run(law, FilterLaws.Twins())
    }

    @Test("The first sample is the first output", arguments: smoothers)
    func first(_ law: Case) throws {
        try run(law, FilterLaws.First())
    }

    @Test("Nothing in, nothing out; one sample in, one out", arguments: cases)
    func few(_ law: Case) throws {
        try run(law, FilterLaws.Few())
    }

    @Test("Repeated and backward times leave the output as it is, and are counted", arguments: cases)
    func time(_ law: Case) throws {
        try run(law, FilterLaws.Time())
    }

    @Test("Values that no filter can use never enter the state, and are counted", arguments: cases)
    func unusable(_ law: Case) throws {
        try run(law, FilterLaws.Unusable())
    }

    @Test("A gap starts the filter anew, and is counted", arguments: cases)
    func gap(_ law: Case) throws {
        try run(law, FilterLaws.Gap())
    }

    @Test("Whatever comes in, what comes out is usable as it is", arguments: cases)
    func anything(_ law: Case) throws {
        try run(law, FilterLaws.Anything())
    }
}

extension FilterLawTests {
    /// Runs a law in the case's domain.
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
