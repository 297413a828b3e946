import Pipelines
import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Agreement with dense matrices in numpy on a simulated motion, and properties that follow from the equations.
/// `Fixtures/make_self_calibrating.py` describes the motion.
struct SelfCalibratingTests {
    /// Degrees, µT and °/s. Both implementations read the same rounded samples, and the fixture has 13 digits. Rounding
    /// errors of another form of the covariance remain.
    private static let sameEquations = 1e-9
    /// The relative difference of standard deviations and covariances.
    private static let sameCovariance = 1e-9
    /// Degrees. The largest difference of the two settings in the fixture is above it.
    private static let distinct = 1.0
    /// Degrees. The largest error of exact sensors with noise, without an offset.
    private static let exactSensors = 2.0
    /// µT. The largest error of an offset that 60 s of rotation determine.
    private static let learntOffset = 3.0
    /// The fixture has the state after every fortieth sample of the gyroscope.
    private static let every = 40

    /// The settings in the fixture.
    static let settings: [(name: String, values: [String: String])] = [
        ("default", [:]),
        (
            "other",
            [
                "gyroscopeNoise": "0.1", "gyroscopeScale": "0.02", "initialBias": "2", "biasWalk": "0.05",
                "restBias": "0.2", "velocity": "1.5", "fieldVariation": "3", "magnetometerAge": "0.1",
                "initialOffset": "60", "offsetShare": "0.8", "accelerometerError": "0.5", "slowVariation": "5",
                "uncalibratedBias": "4",
            ]
        ),
    ]

    private struct Differences {
        var degrees = 0.0
        var bias = 0.0
        var offset = 0.0
        var deviation = 0.0
        var covariance = 0.0
        var restsAtOtherTimes = 0
        var count = 0
    }

    private func frames() throws -> [SensorFrame] {
        try NumberTable.rows(fixture: "self_calibrating_inputs.csv").map { row in
            let value = Vector3(row[2], row[3], row[4])
            switch row[1] {
            case 0: return SensorFrame(time: row[0], gyroscope: value)
            case 1: return SensorFrame(time: row[0], accelerometer: value)
            default: return SensorFrame(time: row[0], magnetometer: value)
            }
        }
    }

    private func estimator(_ values: [String: String]) throws -> SelfCalibrating {
        let entry = try #require(EstimatorCatalogue.entry(named: "selfCalibrating"))
        return try #require(entry.make(try entry.values(values)) as? SelfCalibrating)
    }

    /// The states after every fortieth sample of the gyroscope, from the start on.
    private func states(_ fresh: SelfCalibrating) throws -> [(orientation: UnitQuaternion, filter: SelfCalibrating)] {
        var filter = fresh
        var states: [(orientation: UnitQuaternion, filter: SelfCalibrating)] = []
        var count = 0
        for frame in try frames() {
            guard let orientation = filter.update(with: frame), frame.gyroscope != nil else { continue }
            if count.isMultiple(of: Self.every) { states.append((orientation, filter)) }
            count += 1
        }
        return states
    }

    private func relative(_ actual: Matrix3, _ expected: [Double]) -> Double {
        let numbers = [actual.x.x, actual.x.y, actual.x.z, actual.y.y, actual.y.z, actual.z.z]
        // A covariance is compared with the larger of the two variances' mean.
        let size = max(expected[0], expected[3], expected[5])
        return zip(numbers, expected).map { abs($0 - $1) / size }.max() ?? .infinity
    }

    private func differences(_ fresh: SelfCalibrating, column: String) throws -> Differences {
        let table = try NumberTable(fixture: "self_calibrating.csv")
        let (orientations, biases) = (try table.orientations(column), try table.vectors(column + "_bias"))
        let (offsets, deviations) = (try table.vectors(column + "_offset"), try table.vectors(column + "_deviation"))
        let covariances = try ["xx", "xy", "xz", "yy", "yz", "zz"].map { try table.column(column + "_" + $0) }
        let rests = try table.column(column + "_rest")
        let states = try states(fresh)
        #expect(states.count == orientations.count)
        var result = Differences()
        for (index, (orientation, filter)) in states.enumerated() {
            result.degrees = max(result.degrees, orientation.angle(to: orientations[index]).degrees)
            let bias = (filter.gyroscopeBias - biases[index]).length
            result.bias = max(result.bias, Angle(radians: bias).degrees)
            result.offset = max(result.offset, (filter.magnetometerOffset - offsets[index]).length)
            let deviation = (filter.magnetometerOffsetDeviation - deviations[index]).length
            result.deviation = max(result.deviation, deviation)
            let covariance = try #require(filter.covariance)
            result.covariance = max(result.covariance, relative(covariance, covariances.map { $0[index] }))
            result.restsAtOtherTimes += filter.isAtRest == (rests[index] == 1) ? 0 : 1
            result.count += 1
        }
        return result
    }

    @Test(arguments: settings)
    func `The filter equals dense matrices in Joseph's form`(name: String, values: [String: String]) throws {
        let differences = try differences(estimator(values), column: name)
        #expect(differences.degrees < Self.sameEquations)
        #expect(differences.bias < Self.sameEquations)
        #expect(differences.offset < Self.sameEquations)
        #expect(differences.deviation < Self.sameEquations)
        #expect(differences.covariance < Self.sameCovariance)
        #expect(differences.restsAtOtherTimes == 0)
        #expect(differences.count == 89)
    }

    @Test func `Each setting affects the result`() throws {
        let values = try #require(Self.settings.last).values
        let usual = try states(estimator([:]))
        for (parameter, value) in values {
            let changed = try states(estimator([parameter: value]))
            let differs = zip(usual, changed).contains { $0.orientation.angle(to: $1.orientation).degrees > 1e-6 }
            let isLessCertain = zip(usual, changed).allSatisfy { old, new in
                guard let old = old.filter.covariance, let new = new.filter.covariance else { return false }
                return new.x.x + new.z.z > old.x.x + old.z.z
            }
            let affectsCovariance = ["accelerometerError", "slowVariation"].contains(parameter)
            #expect(differs != affectsCovariance, "\(parameter)")
            #expect(!affectsCovariance || isLessCertain, "\(parameter)")
        }
        #expect(values.count == 13)
    }

    @Test func `The fixture distinguishes the settings`() throws {
        for (name, values) in Self.settings {
            let other = try #require(Self.settings.first { $0.name != name })
            #expect(try differences(estimator(values), column: other.name).degrees > Self.distinct)
        }
    }

    @Test(arguments: [UnitQuaternion(unchecked: 0, 1, 0, 0), UnitQuaternion(unchecked: 0, 0, 1, 0)])
    func `Errors after a start upside down are below 2°`(start: UnitQuaternion) throws {
        var motion = CalibrationMotion(from: start)
        var filter = SelfCalibrating()
        for (output, truth) in motion.run(&filter, seconds: 10) {
            #expect(try #require(output).angle(to: truth).degrees < Self.exactSensors)
        }
    }

    @Test func `The form without a magnetometer ignores its samples, and its tilt is within 2° of the true one`() throws
    {
        var parameters = SelfCalibrating.Parameters()
        parameters.magnetometer = .none
        var (ignoring, without) = (SelfCalibrating(parameters), SelfCalibrating(parameters))
        var (motion, twin) = (CalibrationMotion(), CalibrationMotion())
        let first = motion.run(&ignoring, seconds: 10)
        let second = twin.run(&without, seconds: 10) { $0.magnetometer = nil }
        #expect(first.count == second.count)
        for (mine, other) in zip(first, second) {
            let output = try #require(mine.output)
            #expect(output == other.output)
            #expect((output * mine.truth.conjugate).inclinationAngle.degrees < Self.exactSensors)
        }
        #expect(ignoring.magnetometerOffset == .zero)
        #expect(ignoring.covariance == nil)
    }

    @Test(arguments: [SensorKind.gyroscope, .accelerometer, .magnetometer])
    func `A gap keeps bias and offset, whatever sensor comes first after it`(_ first: SensorKind) throws {
        let (offset, bias) = (Vector3(20, -15, 10), Vector3(0.01, -0.006, 0.004))
        var motion = CalibrationMotion()
        (motion.offset, motion.bias) = (offset, bias)
        var filter = SelfCalibrating()
        motion.run(&filter, seconds: 60)
        let learnt = (offset: filter.magnetometerOffset, bias: filter.gyroscopeBias)
        let deviation = filter.magnetometerOffsetDeviation
        #expect((learnt.offset - offset).length < Self.learntOffset)
        motion.skip(seconds: 5)
        let kinds = [first] + [SensorKind.gyroscope, .accelerometer, .magnetometer].filter { $0 != first }
        var count = 0
        while count < 3 {
            let frame = motion.frame()
            for (index, kind) in kinds.enumerated() {
                var single = SensorFrame(time: frame.time + Double(index) * 0.001)
                switch kind {
                case .gyroscope: single.gyroscope = frame.gyroscope
                case .accelerometer: single.accelerometer = frame.accelerometer
                default: single.magnetometer = frame.magnetometer
                }
                _ = filter.update(with: single)
            }
            count += 1
        }
        #expect(filter.covariance != nil)
        #expect((filter.magnetometerOffset - learnt.offset).length < deviation.length)
        #expect((filter.gyroscopeBias - learnt.bias).length < Angle(degrees: 0.05).radians)
    }
}
