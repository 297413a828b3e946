import RealModule
import SensorModel
import TestSupport
import Testing

struct UnitQuaternionTests {
    /// The size of vectors that are rotated.
    private static let size = 10.0
    /// Radians. The rounding error of a component near 1, as an angle of rotation.
    private static let smallestAngle = 4e-16
    /// Relative to the angle. The error of the series for small angles at their largest.
    private static let relativeAngle = 1e-11
    /// Radians. The arc tangent of a small difference of components near 1.
    private static let slerp = 1e-10
    /// Degrees. Rounding errors of angles of 30°.
    private static let degrees = 3e-11

    @Test func `A quarter turn about Up rotates east to north`() {
        let turn = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(0, 0, 1))
        #expect((turn.rotate(Vector3(1, 0, 0)) - Vector3(0, 1, 0)).length < Tolerance.rounding)
    }

    @Test func `The rotation of a vector equals the product q ⊗ v ⊗ q*`() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            let q = generator.orientation()
            let v = generator.vector(Self.size)
            let product = Quaternion(q) * Quaternion(w: 0, x: v.x, y: v.y, z: v.z) * Quaternion(q).conjugate
            #expect((q.rotate(v) - Vector3(product.x, product.y, product.z)).length < Tolerance.rounding * Self.size)
        }
    }

    @Test func `The columns of a rotation matrix determine the rotation`() {
        var generator = SeededGenerator(seed: 2)
        let halfTurns = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].map {
            UnitQuaternion(angle: Angle(degrees: 180), axis: $0)
        }
        for q in halfTurns + (0..<200).map({ _ in generator.orientation() }) {
            let again = UnitQuaternion(
                columns: q.rotate(Vector3(1, 0, 0)),
                q.rotate(Vector3(0, 1, 0)),
                q.rotate(Vector3(0, 0, 1))
            )
            #expect(again.angle(to: q).radians < Tolerance.rounding)
        }
    }

    @Test func `A rotation vector is recovered from its rotation with all digits`() {
        var generator = SeededGenerator(seed: 3)
        for scale in [1e-12, 1e-9, 1e-5, 1.01e-4, 1e-2, 1.7] {
            for _ in 0..<50 {
                let vector = generator.vector(scale)
                let again = UnitQuaternion(rotationVector: vector).rotationVector
                #expect((again - vector).length <= Self.smallestAngle + Self.relativeAngle * scale)
            }
        }
        #expect(UnitQuaternion(rotationVector: .zero) == .identity)
    }

    @Test func `Slerp moves at constant speed along the shorter arc`() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<100 {
            let (a, b) = (generator.orientation(), generator.orientation())
            let whole = a.angle(to: b).radians
            for fraction in [0.0, 0.1, 0.5, 0.9, 1] {
                let between = a.slerp(to: b, fraction: fraction)
                #expect(abs(a.angle(to: between).radians - fraction * whole) < Self.slerp)
                #expect(between.angle(to: a.slerp(to: -b, fraction: fraction)).radians < Self.slerp)
            }
        }
    }

    @Test func `A turn about Up and a tilt have their angles as heading and inclination`() {
        let heading = UnitQuaternion(angle: Angle(degrees: 30), axis: Vector3(0, 0, 1))
        let tilt = UnitQuaternion(angle: Angle(degrees: 20), axis: Vector3(1, 0, 0))
        let error = heading * tilt
        #expect(abs(error.headingAngle.degrees - 30) < Self.degrees)
        #expect(abs(error.inclinationAngle.degrees - 20) < Self.degrees)
        #expect(abs((heading.conjugate).signedHeadingAngle.degrees + 30) < Self.degrees)
    }

    @Test(arguments: [
        (0.0, 0.0, 0.0, 0.0), (.nan, 0, 0, 1), (.infinity, 0, 0, 1), (1, -.infinity, 0, .nan),
    ])
    func `Components without a direction determine no orientation`(_ components: (Double, Double, Double, Double)) {
        #expect(UnitQuaternion(w: components.0, x: components.1, y: components.2, z: components.3) == nil)
    }

    @Test(arguments: [1e-300, 1e-160, 1, 1e160, 1e300])
    func `Components of any size are normalised`(_ size: Double) throws {
        let q = try #require(UnitQuaternion(w: size, x: -2 * size, y: 3 * size, z: 0.5 * size))
        #expect(abs(Quaternion(q).length - 1) < Tolerance.unitLength)
    }

    @Test func `An eastern declination rotates magnetic north clockwise from true north`() {
        let north = UnitQuaternion.toTrueNorth(declination: Angle(degrees: 10)).rotate(Vector3(0, 1, 0))
        #expect(abs(north.x - Double.sin(10 * .pi / 180)) < Tolerance.rounding)
        #expect(abs(north.y - Double.cos(10 * .pi / 180)) < Tolerance.rounding)
    }

    /// Short and long half turns: within and beyond the reach of the series.
    @Test(arguments: [1e-9, 1e-3, 0.03, 0.06, 0.5, 3])
    func `An integration step equals the normalised product`(size: Double) throws {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<200 {
            let q = generator.orientation()
            let turn = generator.vector(size)
            let stretch = generator.vector(min(size, 0.5)).x
            let product = Quaternion(q) * Quaternion(w: 1 + stretch, x: turn.x, y: turn.y, z: turn.z)
            let expected = product * (1 / product.lengthSquared.squareRoot())
            let step = q.integrated(turn, stretch: stretch)
            #expect((Quaternion(step) + expected * -1).lengthSquared.squareRoot() < Tolerance.rounding)
        }
    }

    @Test func `The length of an orientation does not drift in a million integration steps`() {
        var generator = SeededGenerator(seed: 7)
        var q = generator.orientation()
        for _ in 0..<1_000_000 { q = q.integrated(generator.vector(0.01), stretch: 1e-3) }
        #expect(abs(Quaternion(q).lengthSquared - 1) < Tolerance.rounding)
    }

    @Test func `A step that is not finite keeps the orientation`() {
        let q = UnitQuaternion(angle: Angle(degrees: 30), axis: Vector3(0, 0, 1))
        #expect(q.integrated(Vector3(.nan, 0, 0)) == q)
        #expect(q.integrated(Vector3(.infinity, 0, 0)) == q)
        #expect(q.integrated(.zero, stretch: -1) == q)
    }
}
