import SensorModel
import TestSupport

/// Sensor samples with the faults that recordings can have.
enum BrokenMotion {
    /// The samples of a turning device at 100 Hz, with noise, missing and unusable values, repeated and earlier times,
    /// and short and long gaps.
    static let frames: [SensorFrame] = {
        var generator = SeededGenerator(seed: 9)
        var time = 0.0
        return (0..<1_500).map { index in
            time += step(index, &generator)
            var frame = frame(index, at: time, &generator)
            breakSensors(of: &frame, &generator)
            return frame
        }
    }()

    /// Samples whose gravity and field are parallel, so that no orientation is determined.
    static let neverStarting = (0..<20).map { index in
        SensorFrame(
            time: Double(index) * 0.01,
            accelerometer: Vector3(0, 0, 9.81),
            gyroscope: Vector3(0.1, 0, 0),
            magnetometer: Vector3(0, 0, -48)
        )
    }

    private static func step(_ index: Int, _ generator: inout SeededGenerator) -> Seconds {
        switch generator.number(in: 0...1) {
        case ..<0.01: 1.5
        case ..<0.02: 0.4
        case ..<0.04: 0
        case ..<0.05: -0.005
        default: 0.01
        }
    }

    private static func frame(_ index: Int, at time: Seconds, _ generator: inout SeededGenerator) -> SensorFrame {
        let phase = Double(index) / 100
        let truth = UnitQuaternion(rotationVector: Vector3(0.5 * phase, 0.3, 1 - 0.2 * phase))
        let toDevice = truth.conjugate
        return SensorFrame(
            time: time,
            accelerometer: toDevice.rotate(Vector3(0, 0, 9.81)) + generator.vector(0.3),
            gyroscope: toDevice.rotate(Vector3(0.5, 0, -0.2)) + generator.vector(0.02),
            magnetometer: toDevice.rotate(Vector3(0, 21, -43)) + generator.vector(2)
        )
    }

    private static func breakSensors(of frame: inout SensorFrame, _ generator: inout SeededGenerator) {
        let choice = Int(generator.number(in: 0...200))
        switch choice {
        case 0: frame.accelerometer = nil
        case 1: frame.magnetometer = nil
        case 2: frame.gyroscope = nil
        case 3: frame.accelerometer = .zero
        case 4: frame.magnetometer = .zero
        case 5: frame.gyroscope = .zero
        case 6: frame.accelerometer?.y = .nan
        case 7: frame.magnetometer?.x = .infinity
        case 8: frame.gyroscope?.z = .nan
        case 9: frame.gyroscope = Vector3(1e200, 0, 0)
        case 10: frame.gyroscope = Vector3(0, 1e150, 0)
        case 11: frame.time = .nan
        case 12: frame.magnetometer = frame.accelerometer
        case 13: frame.accelerometer = Vector3(0, 1e-200, 0)
        case 14: (frame.accelerometer, frame.magnetometer) = (nil, nil)
        default: break
        }
    }
}
