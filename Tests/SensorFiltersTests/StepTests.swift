import SensorFilters
import SensorModel
import TestSupport
import Testing

struct StepTests {
    @Test func `The output is constant up to the threshold and then jumps to the sample`() throws {
        var filter = Step<Double>(.init(threshold: 2))
        let pairs = [(1.0, 1.0), (3, 1), (3.5, 3.5), (1.5, 3.5), (1.25, 1.25), (-0.75, 1.25), (-1, -1)]
        for (index, (sample, held)) in pairs.enumerated() {
            #expect(try filter.output(for: sample, at: Double(index) * 0.01) == held)
        }
    }

    @Test func `The distance of vectors is Euclidean`() throws {
        var filter = Step<Vector3>(.init(threshold: 5))
        _ = filter.update(.zero, at: 0)
        #expect(try filter.output(for: Vector3(3, 4, 0), at: 0.01) == .zero)
        #expect(try filter.output(for: Vector3(3, 4, 0.1), at: 0.02) == Vector3(3, 4, 0.1))
    }

    @Test func `The distance of headings crosses north`() throws {
        var filter = Step<Heading>()
        _ = filter.update(Heading(degrees: 359), at: 0)
        #expect(try filter.output(for: Heading(degrees: 0.5), at: 0.01) == Heading(degrees: 359))
        #expect(try filter.output(for: Heading(degrees: 1.5), at: 0.02) == Heading(degrees: 1.5))
    }

    @Test func `The distance of orientations is the angle of the shorter turn, with any signs`() throws {
        let axis = Vector3(0.6, 0, 0.8)
        let turned = { UnitQuaternion(angle: Angle(degrees: $0), axis: axis) }
        var filter = Step<UnitQuaternion>()
        _ = filter.update(turned(10), at: 0)
        #expect(try filter.output(for: -turned(11.9), at: 0.01) == turned(10))
        let moved = -turned(12.1)
        #expect(try filter.output(for: moved, at: 0.02).angle(to: moved) == .zero)
    }

    @Test(arguments: ["2deg", "2°", "2", "0.03490658503988659rad"])
    func `The threshold of an angle may have a unit`(_ text: String) throws {
        let entry = try #require(FilterCatalogue.entry(named: "step"))
        #expect(try entry.values(["threshold": text]).number("threshold") == 2)
    }
}
