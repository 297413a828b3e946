import Recordings
import SensorModel

/// The fit of a gyroscope's bias: the mean rate at rest.
public enum GyroscopeFit {
    /// The smallest number of seconds at rest.
    private static let leastSeconds = 3

    /// Fits the gyroscope of recordings of one device.
    public static func fit(_ sources: [CalibrationSource]) -> FitOutcome {
        let blocks = sources.flatMap { $0.restBlocks(of: $0.recording.gyroscope) }.filter { $0.count > 1 }
        let means = blocks.compactMap { Vector3.mean(of: $0) }
        guard means.count >= leastSeconds, let bias = Vector3.mean(of: means) else {
            let advice = "rest the device for at least 10 s"
            return .undetermined(.gyroscope, "\(means.count) s at rest, \(leastSeconds) s are needed; \(advice)")
        }
        let factor = StudentQuantile.of95(freedom: means.count - 1)
        var interval = Vector3.zero
        for axis in 0..<3 {
            let squares = means.reduce(0.0) { $0 + ($1[axis] - bias[axis]) * ($1[axis] - bias[axis]) }
            let variance = squares / Double(means.count - 1)
            interval[axis] = factor * (variance / Double(means.count)).squareRoot()
        }
        return .fitted(
            SensorFit(
                kind: .gyroscope,
                calibration: SensorCalibration(offset: bias),
                offsetInterval: interval,
                matrixInterval: nil,
                model: nil,
                length: nil,
                lengthSource: nil,
                residualBefore: means.lazy.map(\.length).rootMeanSquare ?? 0,
                residualAfter: means.lazy.map { ($0 - bias).length }.rootMeanSquare ?? 0,
                count: means.count,
                remarks: ["scales and axes of the gyroscope are not determined at rest"]
            )
        )
    }
}
