import Diagnosis
import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

@Suite struct SensorDiagnosisTests {
    private let good = DoctoredEstimate()

    private func faults(_ change: (inout Recording) -> Void) -> [DoctorFinding] {
        var spoilt = good
        change(&spoilt.recording)
        return spoilt.diagnosis().findings
    }

    @Test func `A gyroscope in degrees per second is named`() {
        let findings = faults { $0.gyroscope = $0.gyroscope?.scaled(by: 180 / .pi) }
        #expect(findings.map(\.fault) == [.gyroscopeUnit])
        #expect(findings.first?.remedy.contains("unit: deg/s") == true)
    }

    @Test func `An accelerometer in g is named`() {
        let findings = faults { $0.accelerometer = $0.accelerometer?.scaled(by: 1 / 9.80665) }
        #expect(findings.map(\.fault) == [.accelerometerUnit])
        #expect(findings.first?.remedy.contains("unit: g") == true)
    }

    @Test func `An accelerometer with the sign of gravity is named`() {
        let findings = faults { $0.accelerometer = $0.accelerometer?.scaled(by: -1) }
        #expect(findings.map(\.fault) == [.accelerometerSign])
    }

    @Test func `The axes of another magnetometer are named`() {
        let findings = faults { $0.magnetometer = $0.magnetometer?.mapped { Vector3($0.y, -$0.x, $0.z) } }
        #expect(findings.map(\.fault) == [.magnetometerAxes])
        // The device's x is −(−x), the magnetometer's −y.
        #expect(findings.first?.remedy.hasSuffix("the device's x, y, z are the magnetometer's -y, x, z") == true)
    }

    @Test func `Hard iron is measured`() throws {
        let findings = faults { $0.magnetometer = $0.magnetometer?.mapped { $0 + Vector3(30, -10, 5) } }
        #expect(findings.map(\.fault) == [.hardIron])
        #expect(findings.first?.remedy.contains("(30.0, -10.0, 5.0)") == true)
    }
}

extension SensorStream<Vector3> {
    fileprivate func mapped(_ change: (Vector3) -> Vector3) -> SensorStream {
        SensorStream(times: times, values: values.map(change))
    }
}
