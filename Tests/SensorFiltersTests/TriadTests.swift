import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport
import Testing

struct TriadTests {
    private static let gravity = Vector3(0, 0, 9.81)

    @Test func `A level device that faces north has the identity orientation`() throws {
        let orientation = try #require(Triad.orientation(acceleration: Self.gravity, magneticField: Motion.field))
        #expect(orientation.angle(to: .identity).radians < Tolerance.rounding)
    }

    @Test func `The orientation of exact sensors is recovered`() throws {
        var generator = SeededGenerator(seed: 81)
        for _ in 0..<200 {
            let truth = generator.orientation()
            let orientation = try #require(
                Triad.orientation(
                    acceleration: truth.conjugate.rotate(Self.gravity),
                    magneticField: truth.conjugate.rotate(Motion.field)
                )
            )
            #expect(orientation.angle(to: truth).radians < Tolerance.rounding)
        }
    }

    @Test(arguments: [Vector3(0, 1, 0), Vector3(0, 21, 43), Vector3(0, 5, -400)])
    func `Only the horizontal direction of the field matters`(_ field: Vector3) throws {
        let truth = UnitQuaternion(angle: Angle(degrees: 100), axis: Vector3(0.48, 0.6, 0.64))
        let orientation = try #require(
            Triad.orientation(
                acceleration: truth.conjugate.rotate(Vector3(0, 0, 2)),
                magneticField: truth.conjugate.rotate(field)
            )
        )
        #expect(orientation.angle(to: truth).radians < Tolerance.rounding)
    }

    @Test(arguments: [
        (Vector3(0, 0, 9), Vector3(0, 0, -40)), (Vector3(0, 0, 9), Vector3(0, 0, 40)),
        (Vector3.zero, Vector3(0, 20, -40)), (Vector3(0, 0, 9), Vector3.zero),
    ])
    func `Parallel or zero vectors determine no orientation`(_ acceleration: Vector3, _ field: Vector3) {
        #expect(Triad.orientation(acceleration: acceleration, magneticField: field) == nil)
    }

    @Test func `A field parallel to gravity is counted`() {
        var estimator = Triad()
        let frame = SensorFrame(time: 0, accelerometer: Vector3(0, 0, 9), magnetometer: Vector3(0, 0, -40))
        #expect(estimator.update(with: frame) == nil)
        #expect(estimator.skips.undetermined == 1)
    }

    @Test func `The last sample of the other sensor holds`() throws {
        var estimator = Triad()
        #expect(estimator.update(with: SensorFrame(time: 0, magnetometer: Motion.field)) == nil)
        let first = try estimator.output(for: SensorFrame(time: 60, accelerometer: Self.gravity))
        #expect(first.angle(to: .identity).radians < Tolerance.rounding)
        // North is to the left of the device, so that it faces east.
        let turned = try estimator.output(for: SensorFrame(time: 120, magnetometer: Vector3(-21, 0, -43)))
        #expect(abs(turned.signedHeadingAngle.degrees + 90) < Tolerance.equations)
    }

    @Test func `While the device accelerates, the output stays closer to the previous one`() throws {
        // |a| = 12 at tilts of 0° and then 60°, so that d = 12 − 9.80665.
        let departure = 12 - 9.80665
        var estimator = Triad(.init(accelerationTolerance: departure))
        let level = SensorFrame(time: 0, accelerometer: Vector3(0, 0, 12), magnetometer: Vector3(0, 20, 0))
        #expect(try estimator.output(for: level).angle(to: .identity).radians < Tolerance.rounding)
        // The device rolls about north, which is its y axis: Up is sin 60° to the left. The weight is 1/2.
        let rolled = Vector3(-0.75.squareRoot() * 12, 0, 6)
        let half = try estimator.output(for: SensorFrame(time: 1, accelerometer: rolled))
        let expected = UnitQuaternion(angle: Angle(degrees: 30), axis: Vector3(0, 1, 0))
        #expect(half.angle(to: expected).radians < Tolerance.equations)
        // Without acceleration, the sample replaces the output. The turn to 60° is then complete.
        let still = try estimator.output(for: SensorFrame(time: 2, accelerometer: rolled * (9.80665 / 12)))
        let full = UnitQuaternion(angle: Angle(degrees: 60), axis: Vector3(0, 1, 0))
        #expect(still.angle(to: full).radians < Tolerance.equations)
    }

    @Test func `Without a tolerance, every sample replaces the output`() throws {
        var estimator = Triad()
        _ = try estimator.output(for: SensorFrame(time: 0, accelerometer: Self.gravity, magnetometer: Motion.field))
        let shaken = SensorFrame(time: 1, accelerometer: Vector3(3, -2, 20), magnetometer: Motion.field)
        let direct = Triad.orientation(acceleration: Vector3(3, -2, 20), magneticField: Motion.field)
        #expect(try estimator.output(for: shaken) == direct)
    }
}
