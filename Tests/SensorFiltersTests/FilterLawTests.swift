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
        var testDescription: String { "\(entry.name) on a \(domain.rawValue)" }
    }

    static let cases = FilterCatalogue.entries.flatMap { entry in
        entry.domains.map { Case(entry: entry, domain: $0) }
    }

    @Test("Constant in, constant out", arguments: cases)
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

    @Test("Seen from another frame, the output is the same seen from that frame", arguments: cases)
    func frame(_ law: Case) throws {
        try run(law, FilterLaws.Frame())
    }

    @Test("Another name for the same value changes nothing", arguments: cases)
    func twins(_ law: Case) throws {
        try run(law, FilterLaws.Twins())
    }

    @Test("Nothing in, nothing out; one sample in, that sample out", arguments: cases)
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
        let values = try law.entry.values([:])
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
