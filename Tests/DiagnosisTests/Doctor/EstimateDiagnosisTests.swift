import Diagnosis
import Evaluation
import RealModule
import Recordings
import SensorModel
import SensorSimulation
import TestSupport
import Testing

@Suite struct EstimateDiagnosisTests {
    private let good = DoctoredEstimate()
    /// The RMS in degrees of a heading that drifts by up to 29/30°.
    private static let drift = 29.0 / 30 / 3.0.squareRoot()

    @Test func `A good estimate has no findings`() throws {
        let diagnosis = good.diagnosis()
        #expect(diagnosis.findings.isEmpty)
        #expect(diagnosis.reason == nil)
        let before = try #require(diagnosis.figures?.before)
        #expect(abs(before - Self.drift) < 0.05)
    }

    @Test func `Conjugated quaternions need the opposite direction`() throws {
        let finding = try #require(good.diagnosis { $0.conjugate }.findings.first)
        #expect(finding.fault == .conjugate)
        #expect(finding.keys == ["rotation": "world-to-device"])
        let figures = try #require(finding.figures)
        #expect(figures.before > 20)
        #expect(abs(figures.after - Self.drift) < 0.05)
    }

    @Test func `Numbers in the order x y z w need that order`() throws {
        let findings = good.diagnosis { UnitQuaternion(unchecked: $0.x, $0.y, $0.z, $0.w) }.findings
        #expect(findings.map(\.fault) == [.quaternionOrder])
        #expect(findings.first?.keys == ["order": "xyzw"])
    }

    @Test(arguments: ["ned", "nwu"])
    func `The worlds ned and nwu are named`(name: String) throws {
        let turn =
            name == "ned"
            ? DoctoredEstimate.northEastDown : UnitQuaternion(angle: Angle(degrees: -90), axis: DoctoredEstimate.up)
        let findings = good.diagnosis { turn * $0 }.findings
        #expect(findings.map(\.fault) == [.worldFrame])
        #expect(findings.first?.keys == ["world": name])
    }

    @Test func `A wrong declared world is named`() throws {
        // The rotation to North, East, Down is its own inverse: a reader with world=ned applies it to East, North, Up.
        let findings = good.diagnosis(world: "ned") { DoctoredEstimate.northEastDown * $0 }.findings
        #expect(findings.map(\.fault) == [.worldFrame])
        #expect(findings.first?.keys == ["world": "enu"])
    }

    @Test func `A mirrored x axis is named`() throws {
        let findings = good.diagnosis { UnitQuaternion(unchecked: $0.w, $0.x, -$0.y, -$0.z) }.findings
        #expect(findings.map(\.fault) == [.mirroredAxis])
        #expect(findings.first?.keys == ["mirror": "x"])
    }

    @Test func `Swapped axes are named by the device's axes`() throws {
        // A body rotated by 90° about z: the device's x is the file's −y, the device's y the file's x.
        let turn = UnitQuaternion(angle: Angle(degrees: 90), axis: DoctoredEstimate.up)
        let findings = good.diagnosis { $0 * turn }.findings
        #expect(findings.map(\.fault) == [.bodyAxes])
        #expect(findings.first?.keys == ["body": "-y/x/z"])
        let body = try #require(EstimateMounting.body(parsing: "-y/x/z"))
        #expect(abs(body.angle(to: turn).degrees) < 1e-9)
    }

    @Test func `The body of another sensor is measured`() throws {
        let turn = UnitQuaternion(angle: Angle(degrees: 40), axis: Vector3(0.6, 0, 0.8))
        let findings = good.diagnosis { $0 * turn }.findings
        #expect(findings.map(\.fault) == [.bodyFrame])
        let body = try #require(findings.first?.keys["body"].flatMap(EstimateMounting.body))
        #expect(abs(body.angle(to: turn).degrees) < 0.1)
    }

    @Test(arguments: [-18, -1.25, -0.1, 0.12, 2.5])
    func `An offset of the clock is measured`(offset: Seconds) throws {
        var late = good
        late.times = late.times.map { $0 - offset }
        let findings = late.diagnosis().findings
        #expect(findings.map(\.fault) == [.clockOffset])
        let clock = try #require(findings.first?.keys["clock"].flatMap(Double.init))
        // The drift of the heading resembles a shift.
        #expect(abs(clock - offset) < 0.002)
    }

    @Test(arguments: [0.150, -0.150, 0.0373, -0.0373, 1.25, -2.4], [100.0, 60, 31])
    func `A shift is named within 0.2 ms, and its fix adds less than 0.02° of error`(shift: Seconds, rate: Hertz) throws
    {
        let motion = SyntheticMotion(seed: 3)
        let recording = motion.recording(duration: 30)
        let times = stride(from: 0.013, to: 29.9, by: 1 / rate).map { $0 }
        let diagnoses = [0, shift].map { shift in
            let readings = EstimateReading.ofQuaternions(
                times: times.map { $0 + shift },
                orientations: times.map(motion.orientation)
            )
            return EstimateDiagnosis(recording, readings: readings, checksAlgorithm: false)
        }
        let diagnosis = diagnoses[1]
        #expect(diagnosis.findings.map(\.fault) == [.clockOffset])
        let finding = try #require(diagnosis.findings.first)
        let clock = try #require(finding.keys["clock"].flatMap(Double.init))
        #expect(abs(clock + shift) < 0.000_2)
        let side = shift > 0 ? "later" : "earlier"
        let words =
            "the estimate is \(DecimalText.fixed(abs(shift) * 1_000, decimals: 1)) ms \(side) than the reference"
        #expect(finding.evidence == words)
        // Without a shift, only the interpolation between rare samples has an error. 0.2 ms at 100°/s are 0.02°.
        let unshifted = try #require(diagnoses[0].figures?.before)
        #expect(try #require(diagnosis.figures?.after) < unshifted + 0.02)
    }

    @Test(arguments: [0.150, -0.150])
    func `A shift of a noisy estimate is named within 0.5 ms`(shift: Seconds) throws {
        let motion = SyntheticMotion(seed: 3)
        var noise = NormalSource(SplitMix64(seed: 8))
        let times = (1...2_900).map { Double($0) / 100 }
        let readings = EstimateReading.ofQuaternions(
            times: times.map { $0 + shift },
            orientations: times.map { time in
                let error = Vector3(noise.next(), noise.next(), noise.next()) * Angle(degrees: 0.3).radians
                return motion.orientation(at: time) * UnitQuaternion(rotationVector: error)
            }
        )
        let finding = try #require(EstimateDiagnosis(motion.recording(duration: 30), readings: readings).findings.first)
        let clock = try #require(finding.keys["clock"].flatMap(Double.init))
        // Noise of 0.3° and a rotation of 30°/s RMS over 2,900 samples: a standard error of 10 ms/√2,900 = 0.2 ms.
        #expect(abs(clock + shift) < 0.000_5)
    }

    @Test(arguments: [0.98, 1.002])
    func `The rate of a clock is measured`(rate: Double) throws {
        var fast = good
        let first = fast.times[0]
        fast.times = fast.times.map { first + ($0 - first) / rate }
        let findings = fast.diagnosis().findings
        #expect(findings.map(\.fault) == [.clockRate])
        let found = try #require(findings.first?.keys["clock-rate"].flatMap(Double.init))
        // 1.5 ms over the estimate.
        #expect(abs(found - rate) < 5e-5)
    }

    @Test func `A constant heading is aligned`() throws {
        let turn = UnitQuaternion(angle: Angle(degrees: 60), axis: DoctoredEstimate.up)
        let findings = good.diagnosis { turn * $0 }.findings
        #expect(findings.map(\.fault) == [.constantHeading])
        #expect(findings.first?.option == "--heading-alignment constant")
    }

    @Test(arguments: [49, 50])
    func `Without a reference, a heading needs 50 samples of the field`(count: Int) throws {
        var recording = good.recording
        recording.reference = nil
        let stream = try #require(recording.magnetometer)
        // Two samples each second, from 1 s to 25.5 s.
        let indices = (0..<count).map { 100 + 50 * $0 }
        recording.magnetometer = SensorStream(
            times: indices.map { stream.times[$0] },
            values: indices.map { stream.values[$0] }
        )
        let turn = UnitQuaternion(angle: Angle(degrees: 60), axis: DoctoredEstimate.up)
        let readings = EstimateReading.ofQuaternions(
            times: good.times,
            orientations: good.orientations.map { turn * $0 }
        )
        let findings = EstimateDiagnosis(recording, readings: readings, checksAlgorithm: false).findings
        #expect(findings.map(\.fault) == (count < 50 ? [] : [.constantHeading]))
    }

    @Test(arguments: [800, 2_900])
    func `An estimate that never rotates is not compared`(count: Int) {
        var motionless = good
        motionless.times = Array(good.times.prefix(count))
        motionless.orientations = motionless.times.map { _ in .identity }
        let diagnosis = motionless.diagnosis()
        #expect(diagnosis.findings.isEmpty)
        #expect(diagnosis.reason?.hasPrefix("the estimate's rotation rates differ") == true)
    }

    @Test func `A recording that never rotates is not compared`() {
        var still = good
        still.orientations = good.orientations.map { _ in .identity }
        still.recording.reference = nil
        still.recording.gyroscope = SensorStream(
            times: still.times,
            values: still.times.map { Vector3(0, 0, 0.01 + 0.004 * .sin(20 * $0)) }
        )
        let diagnosis = still.diagnosis()
        #expect(diagnosis.findings.isEmpty)
        #expect(diagnosis.reason?.hasPrefix("the device hardly rotates") == true)
    }

    @Test func `A constant bias of the gyroscope hides no fault of the clock`() throws {
        var late = good
        let bias = Vector3(0.03, -0.02, 0.04)
        late.recording.gyroscope = good.recording.gyroscope.map { stream in
            SensorStream(times: stream.times, values: stream.values.map { $0 + bias })
        }
        let first = late.times[0]
        late.times = late.times.map { first + ($0 - first) / 1.002 }
        #expect(late.diagnosis().findings.map(\.fault) == [.clockRate])
    }

    @Test func `An estimate of another motion is not explained`() {
        var other = good
        other.orientations = other.times.map { SyntheticMotion(seed: 8).orientation(at: $0) }
        let diagnosis = other.diagnosis()
        #expect(diagnosis.findings.isEmpty)
        #expect(diagnosis.reason != nil)
    }

    @Test func `A file of quaternions is read in both orders and both directions`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("t,qw,qx,qy,qz\n0,0.6,0.8,0,0\n1,0.6,0,0.8,0\n", to: "mine.csv")
        let readings = try EstimateReading.all(
            of: try EstimateReader().read(path: path),
            by: EstimateConventions(),
            for: Recording(name: "run")
        )
        let changes: [[EstimateReading.Change: String]] = [
            [:], [.direction: "rotation=world-to-device"], [.order: "order=xyzw"],
            [.order: "order=xyzw", .direction: "rotation=world-to-device"],
        ]
        #expect(readings.map(\.changes) == changes)
        // The columns w, x, y, z of the first row, read as x, y, z, w: x = 0.6, y = 0.8.
        let expected = [
            UnitQuaternion(unchecked: 0.6, 0.8, 0, 0), UnitQuaternion(unchecked: 0.6, -0.8, 0, 0),
            UnitQuaternion(unchecked: 0, 0.6, 0.8, 0), UnitQuaternion(unchecked: 0, -0.6, -0.8, 0),
        ]
        for (reading, first) in zip(readings, expected) {
            #expect(reading.times == [0, 1])
            #expect(reading.orientations[0].angle(to: first).radians < 1e-7)
        }
    }
}
