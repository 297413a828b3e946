import SensorModel
import TestSupport
import Testing

struct MovableValueTests {
    /// Degrees. Rounding errors of angles up to 400°.
    private static let degrees = 1e-12

    @Test func `A value moved by its displacement to another equals the other`() {
        var generator = SeededGenerator(seed: 65)
        for _ in 0..<200 {
            let (here, there) = (generator.orientation(), generator.orientation())
            let moved = here.moved(by: here.displacement(to: there))
            #expect(moved.angle(to: there).radians < Tolerance.rounding)
            let (from, to) = (
                Heading(degrees: generator.number(in: 0...360)), Heading(degrees: generator.number(in: 0...360))
            )
            #expect(abs(from.moved(by: from.displacement(to: to)).turn(to: to).radians) < Tolerance.rounding)
        }
    }

    @Test func `The displacement of orientations is the rotation vector in device axes, in degrees`() {
        // A quarter turn about Up, then 30° about the device's x axis.
        let start = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(0, 0, 1))
        let end = start * UnitQuaternion(angle: Angle(degrees: 30), axis: Vector3(1, 0, 0))
        #expect((start.displacement(to: end) - Vector3(30, 0, 0)).length < Self.degrees)
        #expect((start.displacement(to: -end) - Vector3(30, 0, 0)).length < Self.degrees)
    }

    @Test(arguments: [(10.0, 20.0, 10.0), (10, 350, 370), (10, 370, 370), (-20, -350, -380), (170, -170, -190)])
    func `The displacement of headings is the shortest, or the closest to a neighbour`(
        _ displacement: Double,
        _ neighbour: Double,
        _ expected: Double
    ) {
        #expect(abs(Heading(degrees: 350).displacement(to: Heading(degrees: 10)) - 20) < Self.degrees)
        #expect(abs(Heading.unwrapped(displacement, near: neighbour) - expected) < Self.degrees)
    }
}
