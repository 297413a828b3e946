import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of the recordings of Michel et al. 2018 with the built-in layout.
@Suite(.enabled(if: SharedDatasets.has("smartphone-attitude")))
struct SmartphoneAttitudeLayoutTests {
    /// Rounding of times and converted values, in the unit of the stream.
    static let rounding = 1e-9

    static let names = [
        "Guillaume_Nexus5_Dist_Texting", "Guillaume_iPhone4S_Dist_AR", "Guillaume_iPhone4S_NoDist_Texting",
        "Jakob_iPhone5_NoDist_AR", "Jakob_iPhone5_NoDist_Swinging", "Thibaud_Nexus5_NoDist_AR",
        "Thibaud_iPhone4S_NoDist_AR", "Thibaud_iPhone4S_NoDist_FrontPocket", "Thibaud_iPhone5_Dist_AR",
    ]

    @Test func `An iPhone's samples are converted to SI units on the reference's clock`() throws {
        let recording = try SharedRecordings.phone("Guillaume_iPhone4S_Dist_AR")
        let accelerometer = try #require(recording.accelerometer)
        #expect(accelerometer.count == 11_434)
        // The first row is 0.2396 g, -0.2228 g, -1.0286 g with the sign of gravity, at 7044.7143 s. The offset is -7047.7602 s.
        #expect(abs(accelerometer.times[0] - -3.0459) < Self.rounding)
        #expect(abs(accelerometer.values[0].x - -2.349_673_34) < Self.rounding)
        #expect(abs(accelerometer.values[0].z - 10.087_120_19) < Self.rounding)
        #expect(recording.gyroscope?.values.first == Vector3(-1.2111, -0.8654, 0.4333))
        #expect(recording.magnetometer?.values.first == Vector3(31.5020, 20.4181, 0.1226))
        #expect(recording.reference?.times.count == 7200)
        #expect(recording.reference?.isValid.count { $0 } == 6989)
        #expect(recording.reference?.isEvaluated?.count { $0 } == 7200)
        #expect(recording.declination == Angle(degrees: 1.499))
        #expect(recording.name == "Guillaume_iPhone4S_Dist_AR")
        #expect(recording.licence == "CeCILL")
        #expect(recording.leftOut.isEmpty)
    }

    @Test func `A Nexus's samples are read without conversion`() throws {
        let recording = try SharedRecordings.phone("Guillaume_Nexus5_Dist_Texting")
        let accelerometer = try #require(recording.accelerometer)
        #expect(accelerometer.count == 24_722)
        #expect(accelerometer.values[0] == Vector3(-0.39593506, 0.52778625, 9.527695))
        #expect(abs(accelerometer.times[0] - -2.812_753_802) < Self.rounding)
        #expect(recording.gyroscope?.count == 24_746)
        #expect(recording.magnetometer?.count == 6187)
        #expect(recording.attitude?.count == 25_181)
    }

    /// The check that comes with the dataset computes an RMS inclination error of 1.3–11° for these recordings.
    @Test(arguments: names)
    func `The inclination of the phone's attitude agrees with the reference`(name: String) throws {
        let recording = try SharedRecordings.phone(name)
        let attitude = try #require(recording.attitude)
        let reference = try #require(recording.reference)
        var sum = 0.0
        var count = 0.0
        var next = 0
        for row in reference.times.indices where reference.isValid[row] {
            let time = reference.times[row]
            while next + 1 < attitude.count, attitude.times[next + 1] <= time { next += 1 }
            guard next + 1 < attitude.count, attitude.times[next] <= time else { continue }
            let fraction = (time - attitude.times[next]) / (attitude.times[next + 1] - attitude.times[next])
            let estimate = attitude.values[next].slerp(to: attitude.values[next + 1], fraction: fraction)
            let error = estimate * reference.orientations[row].conjugate
            sum += error.inclinationAngle.degrees * error.inclinationAngle.degrees
            count += 1
        }
        let rootMeanSquare = (sum / count).squareRoot()
        #expect((1.25...11.05).contains(rootMeanSquare), "\(rootMeanSquare)°")
        #expect(count > 6900)
    }
}
