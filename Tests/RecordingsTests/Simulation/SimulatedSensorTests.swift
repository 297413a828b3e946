import Foundation
import Geodesy
import Recordings
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Tests of simulated sensors without noise, and of errors other than noise.
struct SimulatedSensorTests {
    /// Rounding of a few operations on values of up to 50.
    private static let rounding = 1e-12
    /// The digits of the expected values, in the unit of the sensor.
    private static let digits = 1e-9
    /// Rounding of positions through geodetic coordinates, in metres.
    private static let positionTolerance: Metres = 1e-6

    private static func noise(_ yaml: String) throws -> NoiseModel {
        try NoiseParser.model(from: Array(("noise: test\n" + yaml).utf8), file: "test.yaml")
    }

    private static func recording(_ scenario: String, _ yaml: String, duration: Seconds = 2) throws -> Recording {
        let scenario = try ScenarioCatalogue.scenario(scenario, duration: duration)
        return Simulation(scenario, noise: try noise(yaml), seed: 1).recording()
    }

    @Test func `At rest the accelerometer measures gravity upwards and the magnetometer the field`() throws {
        let recording = try Self.recording(
            "still:azimuth=0",
            """
            accelerometer: {rate: 10}
            magnetometer: {rate: 10}
            gyroscope: {rate: 10}
            place: {latitude: 0, longitude: 0, height: 0, field: 50, dip: 60, declination: 90}
            """
        )
        // Upright: device y is up, x east, z south. The equator's gravity is WGS84's defining constant.
        let force = try #require(recording.accelerometer?.values.first)
        #expect((force - Vector3(0, 9.780_325_335_9, 0)).length < Self.rounding)
        // Magnetic north is due east; the dip points down.
        let field = try #require(recording.magnetometer?.values.first)
        #expect((field - Vector3(25, -50 * 0.866_025_403_784, 0)).length < Self.digits)
        #expect(recording.gyroscope?.values.allSatisfy { $0 == .zero } == true)
        #expect(recording.accelerometer?.count == 21)
    }

    @Test(arguments: [
        // WGS84: γe, γp, and γ at 45° as in Moritz 2000, adapted; free air 0.3086 mGal/m.
        (90.0, 0.0, 9.832_184_937_8, 1e-9), (45, 0, 9.806_197_769, 1e-8), (45, 1_000, 9.803_112, 2e-6),
    ])
    func `Gravity is that of WGS84`(latitude: Double, height: Double, expected: Double, tolerance: Double) throws {
        let place = try Self.noise("place: {latitude: \(latitude), longitude: 10, height: \(height)}").place
        #expect(abs(place.gravity - expected) < tolerance, "\(place.gravity)")
    }

    @Test func `A magnet near the path adds its dipole field`() throws {
        let place = try Self.noise("place: {magnets: [{at: [0, 2, 0], moment: [0, 1000, 0]}]}").place
        let undisturbed = try Self.noise("").place
        // On its axis at 2 m: µ₀/4π · 2m/r³ = 10⁻⁷ · 2000/8 T = 25 µT; to the side half of it, in the opposite direction.
        let onAxis = place.field(at: .zero) - undisturbed.field(at: .zero)
        #expect((onAxis - Vector3(0, 25, 0)).length < Self.digits)
        let lateral = place.field(at: Vector3(2, 2, 0)) - undisturbed.field(at: .zero)
        #expect((lateral - Vector3(0, -12.5, 0)).length < Self.digits)
    }

    @Test func `Scale, misalignment, soft iron and hard iron change the true value`() throws {
        let model = try #require(
            try Self.noise(
                """
                magnetometer:
                  rate: 10
                  scale: [2, 1, 1]
                  softIron: [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]
                  bias: [1, 2, 3]
                """
            ).magnetometer
        )
        var sensor = VectorSensor(model, named: "test", duration: 1, seed: 1) { _ in Vector3(10, 20, 30) }
        let value = try #require(sensor.next()?.value)
        // (2·10 + 0.5·20, 20, 30) + (1, 2, 3)
        #expect((value - Vector3(31, 22, 33)).length < Self.rounding)
        let turned = try #require(
            try Self.noise("gyroscope: {rate: 10, misalignment: [0, 0, 0.057295779513]}").gyroscope
        )
        var gyroscope = VectorSensor(turned, named: "test", duration: 1, seed: 1) { _ in Vector3(1, 0, 0) }
        let rate = try #require(gyroscope.next()?.value)
        // Axes that are rotated by 0.001 rad about z measure a vector rotated by -0.001 rad.
        #expect((rate - Vector3(1, -0.001, 0)).length < Self.digits)
    }

    @Test func `The compass reports whole degrees, and 63 % of a rotation after its lag`() throws {
        let recording = try Self.recording(
            "step-yaw:azimuth=10,angle=90,riseTime=0.001s,rest=5",
            "heading: {rate: 100, lag: 0.5, step: 1}\nplace: {declination: 3}",
            duration: 9
        )
        let heading = try #require(recording.heading)
        for reading in heading.values {
            let degrees = try #require(reading.trueNorth?.degrees)
            #expect(abs(degrees - degrees.rounded()) < Self.digits)
        }
        #expect(heading.values.first?.trueNorth == Heading(degrees: 10))
        #expect(heading.values.first?.magnetic == Heading(degrees: 7))
        #expect(heading.values.last?.trueNorth == Heading(degrees: 100))
        let index = try #require(heading.times.firstIndex { $0 >= 5.5 - 1e-9 })
        // On the unit circle: atan2(1 − 1/e, 1/e) = 59.8°; the filter's steps of 10 ms add up to a degree.
        let turned = try #require(heading.values[index].trueNorth).degrees - 10
        #expect((57...61).contains(turned), "\(turned)")
    }

    @Test func `The compass follows the field of a magnet`() throws {
        let recording = try Self.recording(
            "still:azimuth=0",
            "heading: {rate: 1}\nplace: {field: 20, dip: 0, declination: 0, magnets: [{at: [2, 0, 0], moment: [800, 0, 0]}]}"
        )
        // 20 µT north and 20 µT east: the field points to the north-east, so the heading to true north is 315°.
        let degrees = try #require(recording.heading?.values.first?.trueNorth?.degrees)
        #expect(abs(degrees - 315) < Self.digits)
    }

    @Test func `Fixes without errors are at the device's position`() throws {
        let recording = try Self.recording("drive", "location: {rate: 1}", duration: 60)
        let frame = LocalTangentFrame(at: try Self.noise("").place.origin)
        let motion = try ScenarioCatalogue.scenario("drive", duration: 60).motion
        let fixes = try #require(recording.location)
        #expect(fixes.count == 61)
        for (time, fix) in zip(fixes.times, fixes.values) {
            let local = frame.local(try #require(GeodeticPosition(fix)))
            #expect((local - motion.state(at: time).position).length < Self.positionTolerance)
        }
        #expect(recording.reference?.positions?.last.map { $0.length > 50 } == true)
    }

    @Test func `Errors, spikes and repetitions of fixes have the statistics of the model`() throws {
        let recording = try Self.recording(
            "still",
            "location: {rate: 1, horizontal: 5, vertical: 8, correlationTime: 20, spikes: 0.02, repeated: 0.1}\nreference: {rate: 0.1}",
            duration: 20_000
        )
        let frame = LocalTangentFrame(at: try Self.noise("").place.origin)
        let fixes = try #require(recording.location).values
        let positions = try fixes.map { frame.local(try #require(GeodeticPosition($0))) }
        let spikes = zip(positions, fixes).filter { $1.horizontalAccuracyMetres == 1_000 }
        #expect(spikes.allSatisfy { abs(($0.0.x * $0.0.x + $0.0.y * $0.0.y).squareRoot() - 1_000) < 30 })
        // 400 spikes, some of them repeated, with a tolerance of five standard deviations.
        #expect((300...540).contains(spikes.count), "\(spikes.count)")
        let repeated = zip(fixes, fixes.dropFirst()).count { $0 == $1 }
        #expect((1_800...2_200).contains(repeated), "\(repeated)")
        let plain = try Self.recording(
            "still",
            "location: {rate: 1, horizontal: 5, vertical: 8, correlationTime: 20}\nreference: {rate: 0.1}",
            duration: 20_000
        )
        let errors = try #require(plain.location).values.map { frame.local(try #require(GeodeticPosition($0))) }
        let east = errors.map(\.x)
        let variance = east.map { $0 * $0 }.reduce(0, +) / Double(east.count)
        // 2 T = 40 s per independent sample: 500 of them, so 5 · √(2/500) = 32 %.
        #expect(abs(variance / 25 - 1) < 0.32)
        let lagged = zip(east, east.dropFirst(20)).map { $0 * $1 }.reduce(0, +) / Double(east.count - 20)
        #expect(abs(lagged / variance - 0.368) < 0.12)
    }

    @Test func `ARKit's world starts at the initial pose, rotated by the yaw error`() throws {
        let recording = try Self.recording("walk", "pose: {rate: 10}", duration: 10)
        let poses = try #require(recording.pose?.values)
        let first = try #require(poses.first)
        #expect(first.position == .zero)
        // The device's axes −z (ahead), x (right) and y (up) are those of the world.
        #expect((first.orientation.rotate(Vector3(0, 0, -1)) - Vector3(0, 0, -1)).length < Self.rounding)
        #expect((first.orientation.rotate(Vector3(1, 0, 0)) - Vector3(1, 0, 0)).length < Self.rounding)
        // A walk ahead leads to −z, and the vertical axis is y.
        let motion = try ScenarioCatalogue.scenario("walk", duration: 10).motion
        let (start, end) = (motion.state(at: 0).position, motion.state(at: 10).position)
        let last = try #require(poses.last)
        #expect(last.position.z < -5)
        #expect(abs(last.position.y - (end.z - start.z)) < Self.rounding)
        let turned = try Self.recording("walk", "pose: {rate: 10, yawError: 90}", duration: 10)
        // In a world with a heading error of 90° clockwise, the path leads to the left.
        let aside = try #require(turned.pose?.values.last).position
        #expect(abs(aside.x - last.position.z) < Self.digits && abs(aside.z + last.position.x) < Self.digits)
    }
}
