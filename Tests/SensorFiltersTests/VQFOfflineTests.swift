import Pipelines
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Parity with `offlineVQF` of the PyPI package `vqf` on a synthetic recording, and the rules for broken recordings.
/// `Fixtures/make_vqf_offline.py` describes the fixture.
struct VQFOfflineTests {
    /// Degrees. Both implementations read the same rounded samples, and the fixture has 15 decimals. The rounding errors of
    /// 300 steps in another order remain.
    private static let sameEquations = 1e-9
    /// Degrees. The smallest difference of two forms in the fixture.
    private static let distinct = 0.1

    /// A form of the filter, and the SPEC that equals it.
    static let forms: [(name: String, values: [String: String])] = [
        ("full", [:]), ("basic", ["mode": "basic"]), ("gravity", ["magnetometer": "none"]),
        ("quick", ["tauAcc": "1", "tauMag": "2", "restMinT": "0.3", "restThAcc": "3", "magNewFirstTime": "1"]),
    ]

    private func estimates(
        _ frames: [SensorFrame],
        _ values: [String: String] = [:]
    ) throws -> (estimates: [(time: Seconds, orientation: UnitQuaternion)], skips: SkipCounts) {
        let entry = try #require(EstimatorCatalogue.entry(named: "vqfOffline"))
        #expect(entry.isOffline)
        var estimator = try #require(entry.make(try entry.values(values)) as? VQFOffline)
        for frame in frames { #expect(estimator.update(with: frame) == nil) }
        return (estimator.finish(), estimator.skips)
    }

    private func largestDegrees(_ values: [String: String], column: String) throws -> Double {
        let expected = try NumberTable(fixture: "vqf_offline.csv").orientations(column)
        let estimates = try estimates(SmartphoneInputs.frames(), values).estimates
        #expect(estimates.count == 300)
        let compared = estimates.enumerated().filter { $0.offset.isMultiple(of: SmartphoneInputs.every) }
        try #require(compared.count == expected.count)
        let angles = zip(compared, expected).map { $0.element.orientation.angle(to: $1).degrees }
        return try #require(angles.max())
    }

    @Test(arguments: forms)
    func `The estimates equal those of the authors' implementation`(name: String, values: [String: String]) throws {
        #expect(try largestDegrees(values, column: name) < Self.sameEquations)
    }

    @Test(arguments: forms)
    func `The fixture distinguishes the forms`(name: String, values: [String: String]) throws {
        for (other, values) in Self.forms where other != name {
            #expect(try largestDegrees(values, column: name) > Self.distinct, "\(other)")
        }
    }

    @Test func `A gap splits the recording, and is counted`() throws {
        // Intervals that do not round, so that a shift changes nothing.
        let frames = try SmartphoneInputs.frames().enumerated().map { index, frame in
            var frame = frame
            frame.time = Double(index) / 32
            return frame
        }
        let (first, second) = (Array(frames.prefix(150)), Array(frames.dropFirst(150)))
        let apart = try estimates(first).estimates + estimates(second).estimates
        var late = second
        for index in late.indices { late[index].time += 2 }
        let (both, skips) = try estimates(first + late)
        #expect(both.map(\.orientation) == apart.map(\.orientation))
        #expect(skips.restarts == 1)
        for index in late.indices { late[index].time -= 2 }
        for index in late.indices.prefix(60) { late[index].accelerometer = nil }
        // 60 gyroscope samples are in the gap of the accelerometer.
        #expect(try estimates(first + late).estimates.count == 300 - 60)
    }

    @Test func `Unusable samples change nothing and are counted`() throws {
        let frames = try SmartphoneInputs.frames()
        let broken = frames.flatMap { frame in
            var twin = frame
            twin.gyroscope = Vector3(9, 9, 9)
            let unusable = SensorFrame(
                time: frame.time,
                accelerometer: .zero,
                gyroscope: Vector3(.nan, 0, 0),
                magnetometer: Vector3(0, .infinity, 1)
            )
            return [unusable, frame, twin]
        }
        let (expected, actual) = (try estimates(frames), try estimates(broken))
        #expect(expected.estimates.map(\.orientation) == actual.estimates.map(\.orientation))
        #expect(actual.skips.notLater == 3 * 300)
        #expect(actual.skips.nonFinite == 2 * 300)
        #expect(actual.skips.zero == 300)
    }

    @Test func `Slower sensors are interpolated at the gyroscope's times`() throws {
        var estimator = VQFOffline()
        for index in 0..<1_000 {
            var frame = Motion.frame(.identity, rate: .zero, at: Double(index) * 0.01)
            if !index.isMultiple(of: 4) { frame.accelerometer = nil }
            if !index.isMultiple(of: 10) { frame.magnetometer = nil }
            _ = estimator.update(with: frame)
        }
        let estimates = estimator.finish()
        #expect(estimates.count == 1_000)
        #expect(estimates.allSatisfy { $0.orientation.rotationAngle.radians < Tolerance.equations })
    }

    @Test func `Nothing is estimated without a usable interval`() throws {
        #expect(try estimates([]).estimates.isEmpty)
        #expect(try estimates(Array(SmartphoneInputs.frames().prefix(1))).estimates.isEmpty)
        #expect(try estimates(Array(SmartphoneInputs.frames().prefix(2))).estimates.count == 2)
    }

    @Test func `A reset estimator equals a new one`() throws {
        var (used, new) = (VQFOffline(), VQFOffline())
        let frames = try SmartphoneInputs.frames()
        for frame in frames { _ = used.update(with: frame) }
        used.reset()
        #expect(used.skips == SkipCounts())
        for frame in frames {
            _ = used.update(with: frame)
            _ = new.update(with: frame)
        }
        let (again, expected) = (used.finish(), new.finish())
        #expect(expected.count == 300)
        #expect(again.map(\.time) == expected.map(\.time))
        #expect(again.map(\.orientation) == expected.map(\.orientation))
    }
}
