import SensorModel
import TestSupport
import Testing

struct FilterValueTests {
    /// Degrees. Rounding errors of angles up to 360° in radians.
    private static let degrees = 1e-12

    @Test func `Headings are averaged and interpolated across north`() throws {
        let (before, after) = (Heading(degrees: 350), Heading(degrees: 20))
        #expect(abs(before.turn(to: after).degrees - 30) < Self.degrees)
        #expect(abs(before.interpolated(to: after, fraction: 0.5).degrees - 5) < Self.degrees)
        let mean = try #require(Heading.mean(of: [before, after]))
        #expect(abs(mean.degrees - 5) < Self.degrees)
    }

    @Test(arguments: [(-10.0, 350.0), (360, 0), (725, 5), (-1e-20, 0), (0, 0)])
    func `A heading is wrapped into [0, 360)`(_ given: Double, _ kept: Double) {
        #expect(Heading(degrees: given).degrees == kept)
    }

    @Test func `The spherical mean of rotations about one axis has the mean angle`() throws {
        let axis = Vector3(0.6, 0, 0.8)
        let turns = [-8.0, 0, 1, 3, 24].map { UnitQuaternion(angle: Angle(degrees: $0), axis: axis) }
        let mean = try #require(SphericalMean.mean(of: turns))
        #expect(mean.angle(to: UnitQuaternion(angle: Angle(degrees: 4), axis: axis)).radians < Tolerance.equations)
    }

    @Test func `The spherical mean does not depend on the signs of the samples`() throws {
        var generator = SeededGenerator(seed: 5)
        let base = generator.orientation()
        let near = (0..<9).map { _ in base * UnitQuaternion(rotationVector: generator.vector(0.3)) }
        let flipped = near.enumerated().map { $0.offset.isMultiple(of: 2) ? $0.element : -$0.element }
        let first = try #require(SphericalMean.mean(of: near))
        let second = try #require(SphericalMean.mean(of: flipped))
        #expect(first.angle(to: second).radians < Tolerance.rounding)
    }

    @Test func `Samples from the whole sphere have a finite unit mean`() throws {
        var generator = SeededGenerator(seed: 6)
        for count in 1...40 {
            let samples = (0..<count).map { _ in generator.orientation() }
            let mean = try #require(SphericalMean.mean(of: samples))
            #expect(abs(Quaternion(mean).length - 1) < Tolerance.unitLength)
        }
        #expect(SphericalMean.mean(of: [UnitQuaternion]()) == nil)
    }
}
