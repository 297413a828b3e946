import RealModule
import SensorModel
import TestSupport
import Testing

struct InterpolationTests {
    /// Absolute, per component: the rounding errors of the ends and of the interpolation.
    private static let rounding = 1e-15

    /// Half angles up to a quarter turn, with values on both sides of the limit between series and sines.
    private static let arcs =
        stride(from: -30.0, through: 0, by: 0.25).map { Double.exp2($0) } + [0.17690, 0.17691, 1.5]

    @Test func `The angle about an axis is the fraction of the whole angle`() {
        for arc in Self.arcs {
            let end = UnitQuaternion(unchecked: .cos(arc), 0, 0, .sin(arc))
            for fraction in stride(from: 0, through: 1, by: 1.0 / 16) {
                let between = UnitQuaternion.identity.slerp(to: end, fraction: fraction)
                #expect(abs(between.w - .cos(fraction * arc)) <= Self.rounding)
                #expect(abs(between.z - .sin(fraction * arc)) <= Self.rounding)
                #expect(between.x == 0 && between.y == 0)
            }
        }
    }

    @Test(arguments: [-3, -0.5, 1.5, 2, 7, 40])
    func `The arc continues beyond both ends`(_ fraction: Double) {
        for arc in Self.arcs where arc < 1.5 {
            let end = UnitQuaternion(unchecked: .cos(arc), .sin(arc), 0, 0)
            let beyond = UnitQuaternion.identity.slerp(to: end, fraction: fraction)
            let limit = Self.rounding * (1 + abs(fraction))
            #expect(abs(beyond.w - .cos(fraction * arc)) <= limit)
            #expect(abs(beyond.x - .sin(fraction * arc)) <= limit)
        }
    }

    @Test func `Repeated steps preserve the length, and the ends q and −q are equivalent`() {
        var generator = SeededGenerator(seed: 61)
        var orientation = generator.orientation()
        var target = orientation
        for step in 0..<100_000 {
            target = target * UnitQuaternion(rotationVector: generator.vector(0.1))
            let next = orientation.slerp(to: target, fraction: 0.1)
            #expect(next == orientation.slerp(to: -target, fraction: 0.1))
            orientation = next
            if step % 1_000 == 0 { #expect(abs(Quaternion(orientation).length - 1) <= Self.rounding) }
        }
    }
}
