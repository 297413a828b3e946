import Foundation
import Pipelines
import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Estimators on accelerometer and gyroscope alone.
@Suite("Without a magnetometer")
struct WithoutMagnetometerTests {
    /// Degrees. Both implementations read the same rounded samples, and the fixture has 12 decimals. The rounding errors
    /// of 600 steps in another order remain.
    private static let sameEquations = 1e-9
    /// Degrees. The authors' full implementation takes the first inclination correction for the effect of a bias (see
    /// `VQFTests`), and no magnetometer corrects the heading, which differs by 0.029° after 6 s.
    private static let parityDegrees = 0.05
    /// Degrees. The other Kalman filter has other states and noise, as in `AHRSParityTests`.
    private static let anotherKalman = 1.5

    /// The estimators that run without a magnetometer and estimate with each sample.
    static let names = EstimatorCatalogue.entries.filter { $0.isMagnetometerOptional && !$0.isOffline }.map(\.name)

    /// The samples of `ahrs.csv`; `make_without_magnetometer.py` reads them, too.
    private static func frames() throws -> [SensorFrame] {
        try NumberTable.rows(fixture: "ahrs.csv").enumerated().map { index, row in
            SensorFrame(
                time: Double(index) * 0.01,
                accelerometer: Vector3(row[0], row[1], row[2]),
                gyroscope: Vector3(row[3], row[4], row[5])
            )
        }
    }

    /// The column of an implementation in the fixture.
    enum Column: Int {
        case madgwick, mahony, ekf, complementary, gyroscope, basic, full, apart
    }

    /// The errors of an estimator compared with the fixture, in its order.
    private func errors(_ fresh: some OrientationEstimator, _ column: Column) throws -> [UnitQuaternion] {
        var estimator = fresh
        let (frames, rows) = (try Self.frames(), try NumberTable.rows(fixture: "without_magnetometer.csv"))
        try #require(frames.count == 600 && rows.count == 600)
        return try zip(frames, rows).map { frame, row in
            let first = 4 * column.rawValue
            let expected = UnitQuaternion(w: row[first], x: row[first + 1], y: row[first + 2], z: row[first + 3])
            return try estimator.output(for: frame) * (try #require(expected)).conjugate
        }
    }

    private func largestDegrees(_ errors: [UnitQuaternion]) throws -> Double {
        try #require(errors.map { $0.rotationAngle.degrees }.max())
    }

    @Test func `Madgwick equals updateIMU of ahrs`() throws {
        let errors = try errors(Madgwick(.init(beta: 0.1, magnetometer: .none)), .madgwick)
        #expect(try largestDegrees(errors) < Self.sameEquations)
    }

    @Test func `Mahony with an integral gain equals updateIMU of ahrs`() throws {
        let errors = try errors(Mahony(.init(kp: 0.5, ki: 0.02, magnetometer: .none)), .mahony)
        #expect(try largestDegrees(errors) < Self.sameEquations)
    }

    @Test func `The complementary filter equals its equations in scipy`() throws {
        let errors = try errors(Complementary(.init(timeConstant: 1, magnetometer: .none)), .complementary)
        #expect(try largestDegrees(errors) < Self.sameEquations)
    }

    @Test func `The integrated gyroscope equals scipy's rotations`() throws {
        let errors = try errors(GyroscopeIntegration(magnetometer: .none), .gyroscope)
        #expect(try largestDegrees(errors) < Self.sameEquations)
    }

    @Test func `The inclination of the extended Kalman filter is close to that of ahrs`() throws {
        var parameters = ExtendedKalman.Parameters()
        parameters.initialBias = 0
        parameters.magnetometer = .none
        let errors = try errors(ExtendedKalman(parameters), .ekf)
        #expect(try #require(errors.map { $0.inclinationAngle.degrees }.max()) < Self.anotherKalman)
    }

    @Test func `VQF equals the authors' 6D orientation`() throws {
        var basic = VQF.Parameters.basic
        basic.magnetometer = .none
        var full = VQF.Parameters()
        full.magnetometer = .none
        #expect(try largestDegrees(errors(VQF(basic), .basic)) < Self.sameEquations)
        #expect(try largestDegrees(errors(VQF(full), .apart)) < Self.sameEquations)
        #expect(try largestDegrees(errors(VQF(full), .full)) < Self.parityDegrees)
    }

    private func make(_ name: String, _ magnetometer: String) throws -> any OrientationEstimator {
        let entry = try #require(EstimatorCatalogue.entry(named: name))
        return entry.make(try entry.values(["magnetometer": magnetometer]))
    }

    @Test func `The estimators for which the magnetometer is optional are the expected ones`() {
        let expected = [
            "gyroscope", "madgwick", "mahony", "fusion", "fourati", "martin", "complementary", "aqua", "roleq", "ekf",
            "quaternionEkf", "choukroun", "renaudin", "selfCalibrating", "vqf",
        ]
        #expect(Self.names == expected)
    }

    @Test(arguments: names)
    func `The magnetometer changes nothing with magnetometer=none`(_ name: String) throws {
        var (with, without) = (try make(name, "none"), try make(name, "none"))
        for frame in Motion.noisy {
            var blind = frame
            blind.magnetometer = nil
            let output = try with.output(for: frame)
            #expect(output == without.update(with: blind))
        }
        #expect(with.skips == SkipCounts())
    }

    @Test(arguments: names)
    func `The inclination follows exact sensors in motion, and the heading keeps its first difference`(
        _ name: String
    ) throws {
        var estimator = try make(name, "none")
        var difference: UnitQuaternion?
        for (truth, rate, time) in Motion.exact {
            let error = try estimator.output(for: Motion.frame(truth, rate: rate, at: time)) * truth.conjugate
            #expect(error.inclinationAngle.radians < Motion.error(of: name))
            difference = difference ?? error
            #expect((try #require(difference).conjugate * error).rotationAngle.radians < 2 * Motion.error(of: name))
        }
    }

    @Test(arguments: names, ["use", "auto"])
    func `With use and auto nothing is estimated before the magnetometer's first sample`(
        _ name: String,
        _ word: String
    ) throws {
        var estimator = try make(name, word)
        for frame in Motion.noisy {
            var blind = frame
            blind.magnetometer = nil
            #expect(estimator.update(with: blind) == nil)
        }
    }

    @Test(arguments: names)
    func `A recording without a magnetometer replaces auto by none, and no other value`(_ name: String) throws {
        let entry = try #require(EstimatorCatalogue.entry(named: name))
        func word(_ texts: [String: String], _ isRecorded: Bool) throws -> String? {
            entry.values(try entry.values(texts), withMagnetometer: isRecorded).word("magnetometer")
        }
        #expect(try word([:], false) == "none")
        #expect(try word([:], true) == "auto")
        #expect(try word(["magnetometer": "use"], false) == "use")
        #expect(try word(["magnetometer": "none"], true) == "none")
        #expect(entry.requiredSensors(try entry.values([:])) == [.gyroscope, .accelerometer])
        #expect(entry.requiredSensors(try entry.values(["magnetometer": "use"])) == entry.sensors)
    }

    @Test func `The start is the shortest turn upright, upside down half a turn`() throws {
        let tilted = try #require(Triad.orientation(acceleration: Vector3(0, 5, 0)))
        // A quarter turn about x takes y to z.
        #expect(tilted.angle(to: UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(1, 0, 0))).radians < 1e-15)
        #expect(Triad.orientation(acceleration: Vector3(0, 0, 2)) == .identity)
        #expect(Triad.orientation(acceleration: Vector3(0, 0, -2)) == UnitQuaternion(unchecked: 0, 1, 0, 0))
        #expect(Triad.orientation(acceleration: .zero) == nil)
    }
}
