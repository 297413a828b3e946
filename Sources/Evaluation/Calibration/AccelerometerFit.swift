import Recordings
import SensorModel

/// The fit of an accelerometer's offset and matrix to rests in different orientations, in which it measures gravity.
public enum AccelerometerFit {
    /// Standard gravity; that of a place differs by at most 0.3 %, which no orientation depends on.
    private static let gravity = 9.80665
    /// 0.2 m/s² (1.1°) and 2 %.
    private static let limits = DeterminedFit.Limits(offset: 0.02, matrix: 0.02)
    private static let advice =
        "rest the device for a few seconds in at least nine orientations: on each side, and tilted between them"

    /// Fits the accelerometer of recordings of one device.
    public static func fit(_ sources: [CalibrationSource]) -> FitOutcome {
        let means = sources.flatMap { $0.restMeans(of: $0.recording.accelerometer) }
        let needed = EllipsoidModel.sphere.parameterCount + 2
        guard means.count >= needed else {
            return .undetermined(.accelerometer, "\(means.count) rests, of which \(needed) are needed; \(advice)")
        }
        let points = means.enumerated().map { index, mean in
            EllipsoidFit.Point(value: mean * (1 / gravity), block: index)
        }
        switch DeterminedFit(points, limits: limits) {
        case .none(let reason): return .undetermined(.accelerometer, "\(reason); \(advice)")
        case .found(let fit, let reason):
            let before = points.lazy.map { $0.value.length - 1 }.rootMeanSquare ?? 0
            return .fitted(
                SensorFit(
                    kind: .accelerometer,
                    calibration: SensorCalibration(offset: fit.offset * gravity, matrix: fit.matrix),
                    offsetInterval: Vector3(fit.halfWidths[0], fit.halfWidths[1], fit.halfWidths[2]) * gravity,
                    matrixInterval: fit.model.matrix(fit.halfWidths.dropFirst(3)),
                    model: fit.model,
                    length: gravity,
                    lengthSource: "standard gravity",
                    residualBefore: before * gravity,
                    residualAfter: fit.residual * gravity,
                    count: means.count,
                    remarks: [reason].compactMap(\.self)
                )
            )
        }
    }
}
