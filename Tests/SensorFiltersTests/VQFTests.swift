import Foundation
import Pipelines
import SensorFilters
import SensorModel
import TestSupport
import Testing

struct VQFTests {
    /// Degrees. The stated bound of the difference from the authors' implementation.
    static let parityDegrees = 0.01
    /// Degrees. The basic form differs by rounding errors only, and the fixture has nine decimals.
    static let roundingDegrees = 1e-6
    /// Degrees. The bound without the package's integration of the first gyroscope sample, which gives another inertial
    /// frame. The limits of the bias apply along the axes of that frame.
    static let limitDegrees = 1e-5

    /// Degrees. The largest error while a field with 30 µT more to the east is detected as disturbed.
    static let disturbedDegrees = 0.5
    /// Degrees. The smallest error of the basic form, which follows that field, 55° from north, with a time constant of
    /// 9 s.
    static let undetectedDegrees = 10.0
    /// °/s. Rounding errors of a conversion of units.
    static let conversion = 1e-14

    private struct Row {
        let frame: SensorFrame
        let basic: UnitQuaternion?
        let full: UnitQuaternion?
        let apart: UnitQuaternion?

        init(_ line: Substring) {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            let vector = { (start: Int) -> Vector3? in
                guard let x = cells[start], let y = cells[start + 1], let z = cells[start + 2] else { return nil }
                return Vector3(x, y, z)
            }
            let orientation = { (start: Int) -> UnitQuaternion? in
                guard start < cells.count, let w = cells[start], let axis = vector(start + 1) else { return nil }
                return UnitQuaternion(w: w, x: axis.x, y: axis.y, z: axis.z)
            }
            frame = SensorFrame(
                time: cells[0] ?? .nan,
                accelerometer: vector(1),
                gyroscope: vector(4),
                magnetometer: vector(7)
            )
            (basic, full, apart) = (orientation(10), orientation(14), orientation(18))
        }
    }

    private static func rows() throws -> [Row] {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let text = try String(contentsOf: url.appendingPathComponent("Fixtures/vqf_pan.csv"), encoding: .utf8)
        return text.split(separator: "\n").dropFirst().map(Row.init)
    }

    @Test func `The output for sensors at three rates equals that of the authors' implementation`() throws {
        var (basic, full) = (VQF(.basic), VQF())
        var compared = 0
        var degrees = (basic: 0.0, full: 0.0, apart: 0.0)
        for row in try Self.rows() {
            let outputs = (basic.update(with: row.frame), full.update(with: row.frame))
            guard let first = row.basic, let second = row.full, let third = row.apart else { continue }
            degrees.basic = max(degrees.basic, try #require(outputs.0).angle(to: first).degrees)
            degrees.full = max(degrees.full, try #require(outputs.1).angle(to: second).degrees)
            degrees.apart = max(degrees.apart, try #require(outputs.1).angle(to: third).degrees)
            compared += 1
        }
        #expect(compared > 190)
        #expect(degrees.basic < Self.roundingDegrees)
        #expect(degrees.full < Self.parityDegrees)
        #expect(degrees.apart < Self.limitDegrees)
        #expect(basic.skips == SkipCounts())
    }

    @Test func `Another mounting of the sensors only rotates the result of the basic form`() throws {
        let mounting = UnitQuaternion(angle: Angle(degrees: 75), axis: Vector3(0.48, 0.6, 0.64))
        var (here, there) = (VQF(.basic), VQF(.basic))
        for frame in Motion.noisy {
            var mounted = frame
            mounted.accelerometer = frame.accelerometer.map(mounting.rotate)
            mounted.gyroscope = frame.gyroscope.map(mounting.rotate)
            mounted.magnetometer = frame.magnetometer.map(mounting.rotate)
            let output = try here.output(for: frame)
            #expect(
                (output * mounting.conjugate).angle(to: try there.output(for: mounted)).radians < Tolerance.equations
            )
        }
    }

    @Test func `The field never tilts the result`() throws {
        var (plain, disturbed) = (VQF(.basic), VQF(.basic))
        for frame in Motion.noisy {
            var other = frame
            other.magnetometer = frame.magnetometer.map { Vector3($0.y, -$0.x, 2 * $0.z) }
            let difference = try plain.output(for: frame) * disturbed.output(for: other).conjugate
            #expect(difference.inclinationAngle.radians < Tolerance.equations)
        }
    }

    @Test func `A gap of the accelerometer or magnetometer restarts its low-passes and is counted`() throws {
        var estimator = VQF()
        for frame in Motion.noisy.prefix(10) { _ = estimator.update(with: frame) }
        for (index, frame) in Motion.noisy.dropFirst(10).enumerated() {
            var partial = frame
            if index < 250 { (partial.accelerometer, partial.magnetometer) = (nil, nil) }
            _ = try estimator.output(for: partial)
        }
        #expect(estimator.skips.restarts == 2)
    }

    @Test func `A bias is learnt at rest, and rest is detected after its time`() throws {
        let bias = Vector3(0.01, -0.02, 0.005)
        var estimator = VQF()
        for index in 0..<6_000 {
            let time = Double(index) * 0.01
            let frame = Motion.frame(.identity, rate: bias, at: time)
            _ = try estimator.output(for: frame)
            // restMinT, 1.5 s, is 150 samples.
            if index < 148 { #expect(!estimator.isAtRest) }
            if index > 150 { #expect(estimator.isAtRest) }
        }
        #expect((estimator.gyroscopeBias - bias).length < Angle(degrees: 0.01).radians)
    }

    @Test func `A disturbed field is detected and has less effect than in the basic form`() throws {
        var (basic, full) = (VQF(.basic), VQF())
        var truth = UnitQuaternion.identity
        let rate = Vector3(0, 0, 0.6)
        for index in 0..<4_000 {
            let time = Double(index) * 0.01
            if index > 0 { truth = truth * UnitQuaternion(rotationVector: rate * 0.01) }
            var frame = Motion.frame(truth, rate: rate, at: time)
            if time > 15 { frame.magnetometer = truth.conjugate.rotate(Motion.field + Vector3(30, 0, 0)) }
            let outputs = (try basic.output(for: frame), try full.output(for: frame))
            if time > 10, time < 15 { #expect(!full.isFieldDisturbed) }
            guard time > 16, time < 20 else { continue }
            #expect(full.isFieldDisturbed)
            #expect(outputs.1.angle(to: truth).degrees < Self.disturbedDegrees)
            if time > 18 { #expect(outputs.0.angle(to: truth).degrees > Self.undetectedDegrees) }
        }
    }

    @Test func `The basic form has no parameters of the full form`() throws {
        let entry = try #require(EstimatorCatalogue.entry(named: "vqf"))
        let basic = try entry.values(["mode": "basic", "tauAcc": "2s"])
        #expect(basic.all.keys.sorted() == ["magnetometer", "maximumGap", "mode", "tauAcc", "tauMag"])
        #expect(throws: InputError.self) { try entry.values(["mode": "basic", "restMinT": "1s"]) }
        var expected = VQF.Parameters.basic
        expected.tauAcc = 2
        #expect(VQF.Parameters(basic) == expected)
        #expect(VQF.Parameters(try entry.values([:])) == VQF.Parameters())
        let given = try entry.values(["restThGyr": "0.1rad/s", "magDipTh": "5°", "restThAcc": "0.3m/s^2"])
        #expect(abs(VQF.Parameters(given).restThGyr - 5.729_577_951_308_232) < Self.conversion)
        #expect(VQF.Parameters(given).magDipTh == 5)
    }
}
