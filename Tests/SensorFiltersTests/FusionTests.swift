import Pipelines
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Equations worked out by hand, and parity with x-io's Fusion (imufusion 1.3.3) on a synthetic recording.
/// `Fixtures/make_fusion.py` describes it.
struct FusionTests {
    /// A variant of the fixture, and the parameters that equal it.
    struct Variant: Sendable, CustomTestStringConvertible {
        let name: String
        let values: [String: String]

        var testDescription: String { name }
    }

    /// Degrees. Both programs compute in double precision, and the fixture has 15 decimals. The rounding errors of 300
    /// steps in another order remain.
    private static let sameEquations = 1e-9
    /// Degrees. The package computes in single precision: 1e-7 in each of 300 steps.
    private static let singlePrecision = 1e-3
    /// Degrees. The smallest difference of two variants that the fixture distinguishes.
    private static let distinct = 1.0

    static let variants = [
        variant("gain", ""),
        variant("rejecting", "gain=0.4,accelerationRejection=5,magneticRejection=4,rejectionTimeout=0.6"),
        variant("recovering", "gain=0.4,accelerationRejection=5,magneticRejection=4,rejectionTimeout=0.2"),
        variant(
            "range",
            "gain=0.3,gyroscopeRange=55,accelerationRejection=5,magneticRejection=4,rejectionTimeout=0.6"
        ),
        variant("offset", "offsetCorrection=true,stationaryThreshold=40,stationaryPeriod=0.4"),
        variant("gravity", "magnetometer=none"),
    ]

    private static func variant(_ name: String, _ values: String) -> Variant {
        let pairs = "start=identity,\(values)".split(separator: ",").map { $0.split(separator: "=").map(String.init) }
        return Variant(name: name, values: Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) }))
    }

    private func largestDegrees(_ variant: Variant, column: String) throws -> Double {
        let entry = try #require(EstimatorCatalogue.entry(named: "fusion"))
        return try SmartphoneInputs.largestDegrees(
            of: entry.make(try entry.values(variant.values)),
            fixture: "fusion.csv",
            column: column
        )
    }

    @Test(arguments: variants)
    func `The filter equals the library in double precision`(_ variant: Variant) throws {
        #expect(try largestDegrees(variant, column: variant.name) < Self.sameEquations)
    }

    @Test func `The filter is close to the package, which computes in single precision`() throws {
        #expect(try largestDegrees(Self.variants[0], column: "single") < Self.singlePrecision)
    }

    @Test(arguments: variants)
    func `The fixture distinguishes the variants`(_ variant: Variant) throws {
        for other in Self.variants where other.name != variant.name {
            #expect(try largestDegrees(other, column: variant.name) > Self.distinct, "\(other.name)")
        }
    }

    /// A sample of a level device whose field is rotated about Up.
    private func frame(_ degrees: Double, at time: Seconds, rate: Vector3 = .zero) -> SensorFrame {
        let toDevice = UnitQuaternion(angle: Angle(degrees: degrees), axis: Vector3(0, 0, 1)).conjugate
        return SensorFrame(
            time: time,
            accelerometer: Vector3(0, 0, 9.81),
            gyroscope: rate,
            magnetometer: toDevice.rotate(Vector3(0, 20, -30))
        )
    }

    /// K is 10 − 9.5/3 · 0.1 = 9.68333. The error is sin 30° = 0.5, and 2 beyond 90°: 2 arctan(½ K e Δt).
    @Test(arguments: [(30, 0.475_027_832_420_225_96), (120, 1.538_622_980_435_796_3)])
    func `A step corrects a heading error by its sine, and by 2 beyond 90°`(degrees: Double, radians: Double) throws {
        var filter = Fusion()
        _ = try filter.output(for: frame(0, at: 0))
        let output = try filter.output(for: frame(degrees, at: 0.1))
        #expect(abs(output.signedHeadingAngle.radians - radians) < Tolerance.rounding)
    }

    @Test func `A field that contradicts the heading is ignored until the timeout has passed`() throws {
        var parameters = Fusion.Parameters()
        parameters.magneticRejection = Angle(degrees: 10)
        parameters.rejectionTimeout = 2
        var filter = Fusion(parameters)
        for index in 0..<400 {
            _ = try filter.output(for: frame(0, at: Double(index) * 0.01))
            // The start takes 300 steps after the first sample.
            #expect(filter.flags.isStarting == (index < 300))
        }
        // 200 steps fill the trigger; the next exceeds it.
        for index in 400..<600 {
            let output = try filter.output(for: frame(40, at: Double(index) * 0.01))
            #expect(filter.flags.isMagnetometerIgnored)
            #expect(!filter.flags.isAccelerometerIgnored)
            #expect(output.rotationAngle.radians < Tolerance.rounding)
        }
        let output = try filter.output(for: frame(40, at: 6))
        #expect(!filter.flags.isMagnetometerIgnored)
        #expect(filter.flags.isRecoveringFromDisturbances)
        #expect(output.signedHeadingAngle.radians > 0)
    }

    @Test func `A rate beyond the gyroscope's range starts the fall of the gain again`() throws {
        var parameters = Fusion.Parameters()
        parameters.gyroscopeRange = 500
        var filter = Fusion(parameters)
        for index in 0..<400 { _ = try filter.output(for: frame(0, at: Double(index) * 0.01)) }
        // 98 % of the range is 490 °/s.
        _ = try filter.output(for: frame(0, at: 4, rate: Vector3(0, 0, Angle(degrees: -489).radians)))
        #expect(!filter.flags.isRecoveringFromOverrange)
        _ = try filter.output(for: frame(0, at: 4.01, rate: Vector3(0, 0, Angle(degrees: -491).radians)))
        #expect(filter.flags.isStarting)
        #expect(filter.flags.isRecoveringFromOverrange)
        for index in 402..<800 { _ = try filter.output(for: frame(0, at: Double(index) * 0.01)) }
        #expect(!filter.flags.isStarting)
        #expect(!filter.flags.isRecoveringFromOverrange)
    }

    @Test func `An offset of the gyroscope is learnt after three seconds of rest`() throws {
        let offset = Vector3(0.01, -0.02, 0.005)
        var parameters = Fusion.Parameters()
        parameters.offsetCorrection = true
        var filter = Fusion(parameters)
        for index in 0...300 { _ = try filter.output(for: frame(0, at: Double(index) * 0.01, rate: offset)) }
        #expect(filter.gyroscopeOffset == .zero)
        _ = try filter.output(for: frame(0, at: 3.01, rate: offset))
        // 2π · 0.02 Hz · 0.01 s
        #expect((filter.gyroscopeOffset - offset * 0.001_256_637_061_435_917_3).length < Tolerance.rounding)
        for index in 302..<9_000 { _ = try filter.output(for: frame(0, at: Double(index) * 0.01, rate: offset)) }
        #expect((filter.gyroscopeOffset - offset).length < 1e-4 * offset.length)
    }

    @Test func `With start=identity the first orientation is the identity, and the heading converges`() throws {
        var parameters = Fusion.Parameters()
        parameters.start = .identity
        var filter = Fusion(parameters)
        #expect(try filter.output(for: frame(70, at: 0)) == .identity)
        var output = UnitQuaternion.identity
        for index in 1..<400 { output = try filter.output(for: frame(70, at: Double(index) * 0.01)) }
        #expect(abs(output.signedHeadingAngle.degrees - 70) < 1e-3)
    }
}
