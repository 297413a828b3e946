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
}
