import Geodesy
import SensorModel
import TestSupport
import Testing

/// Expected values: double precision, which other tests compare with PROJ.
struct SinglePrecisionTransformTests {
    /// Errors in metres, by the steps in single precision.
    struct Errors {
        /// The position, from the degrees on.
        var position = 0.0
        /// East, north and up, from the degrees on.
        var computed = 0.0
        /// East, north and up, from ECEF in double precision rounded.
        var rounded = 0.0
        /// East, north and up, from coordinates with the offset at the device.
        var offset = 0.0
        /// East, north and up, from coordinates with the offset 100 km away.
        var offsetAfterTravel = 0.0

        static var all: [WritableKeyPath<Errors, Double>] {
            [\.position, \.computed, \.rounded, \.offset, \.offsetAfterTravel]
        }
    }

    /// A ratio: another machine's sines in single precision may differ in the last place.
    static let statedRatio = 0.1
    /// The documented values.
    static let statedRMS = Errors(
        position: 0.46,
        computed: 0.74,
        rounded: 0.43,
        offset: 0.0006,
        offsetAfterTravel: 0.0067
    )
    static let statedLargest = Errors(
        position: 1.4,
        computed: 2.2,
        rounded: 1.4,
        offset: 0.0033,
        offsetAfterTravel: 0.023
    )

    static let pairs = 10_000

    @Test func `The errors of single precision agree with the documentation`() throws {
        let (rms, largest) = try Self.measure()
        for path in Errors.all {
            let (found, stated) = (rms[keyPath: path], Self.statedRMS[keyPath: path])
            #expect((found / stated - 1).magnitude < Self.statedRatio, "\(path): \(found), stated \(stated)")
            let (maximum, statedMaximum) = (largest[keyPath: path], Self.statedLargest[keyPath: path])
            #expect(
                (maximum / statedMaximum - 1).magnitude < Self.statedRatio,
                "\(path): \(maximum), stated \(statedMaximum)"
            )
        }
    }

    @Test func `A transformation without rounding equals the frame's`() throws {
        // At 0°, 0° the axes are those of ECEF, and single precision represents 2²² m exactly.
        let origin = try #require(GeodeticPosition(latitudeDegrees: 0, longitudeDegrees: 0, height: 0))
        let transform = SinglePrecisionTransform(LocalTangentFrame(at: origin), origin: SIMD3(4_194_304, 0, 0))
        #expect(transform.local(SIMD3(4_194_314, 20, 30)) == SIMD3(20, 30, 10))
    }

    /// Root mean squares and maxima over pairs of places up to 20 km apart anywhere on the Earth.
    private static func measure() throws -> (rms: Errors, largest: Errors) {
        var generator = SeededGenerator(seed: 8)
        var (squares, largest) = (Errors(), Errors())
        func note(_ error: Metres, _ path: WritableKeyPath<Errors, Double>) {
            squares[keyPath: path] += error * error
            largest[keyPath: path] = max(largest[keyPath: path], error)
        }
        for _ in 0..<pairs {
            let (device, feature, home) = try sample(&generator)
            let frame = LocalTangentFrame(at: device)
            let expected = frame.local(feature)
            func error(_ found: SIMD3<Float>) -> Metres {
                (vector(found) - expected).length
            }
            let target = ECEFPosition(feature)
            let rough = feature.singlePrecisionECEF()
            note((vector(rough) - target.vector).length, \.position)
            let single = SinglePrecisionTransform(frame, origin: device.singlePrecisionECEF())
            note(error(single.local(rough)), \.computed)
            let frames: [(OffsetEarthFrame, WritableKeyPath<Errors, Double>)] = [
                (.unmoved, \.rounded),
                (OffsetEarthFrame(offset: frame.origin), \.offset),
                (OffsetEarthFrame(offset: home), \.offsetAfterTravel),
            ]
            for (coordinates, path) in frames {
                let transform = SinglePrecisionTransform(frame, from: coordinates)
                note(error(transform.local(coordinates.singlePrecisionLocal(target))), path)
            }
        }
        var rms = Errors()
        for path in Errors.all {
            rms[keyPath: path] = (squares[keyPath: path] / Double(pairs)).squareRoot()
        }
        return (rms, largest)
    }

    private static func vector(_ single: SIMD3<Float>) -> Vector3 {
        Vector3(Double(single.x), Double(single.y), Double(single.z))
    }

    /// A device on the ground, a feature up to 20 km away, and an offset 100 km away.
    private static func sample(
        _ generator: inout SeededGenerator
    ) throws -> (device: GeodeticPosition, feature: GeodeticPosition, home: ECEFPosition) {
        let latitude = generator.number(in: -89...89)
        let longitude = generator.number(in: -180...180)
        let device = try #require(
            GeodeticPosition(
                latitudeDegrees: latitude,
                longitudeDegrees: longitude,
                height: generator.number(in: 0...3000)
            )
        )
        func away(_ distance: Metres, height: Metres) throws -> GeodeticPosition {
            let bearing = Angle(degrees: generator.number(in: -180...180))
            let end = GreatCircle.destination(from: device.point, bearing: bearing, distance: distance)
            let point = try #require(end)
            return try #require(GeodeticPosition(point: point, height: height))
        }
        let distance = generator.number(in: 0...20_000)
        let feature = try away(distance, height: generator.number(in: 0...3000))
        return (device, feature, ECEFPosition(try away(100_000, height: 0)))
    }
}
