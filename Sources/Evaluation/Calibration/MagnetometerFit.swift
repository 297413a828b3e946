import Geodesy
public import Recordings
import SensorModel

/// The fit of a magnetometer's hard iron (offset) and soft iron (matrix).
///
/// The field of the Earth has the same strength in every orientation, so that the measured vectors lie on an ellipsoid.
/// Its centre is the offset. The matrix is determined up to a rotation, which the field's strength does not show; the
/// symmetric one is used (Merayo et al. 2000, Vasconcelos et al. 2011). Kok & Schön 2016 determine the rotation, too.
public enum MagnetometerFit {
    /// The number of samples that are used; more samples of a recording hardly add information.
    private static let mostPoints = 4_000
    /// The number of samples that the check of a recording uses.
    private static let mostPointsOfCheck = 500
    /// 2.5 µT and 5 % of a field of 50 µT.
    private static let limits = DeterminedFit.Limits(offset: 0.05, matrix: 0.05)
    /// The blocks within which errors are correlated, in seconds.
    private static let blockSeconds = 1.0...10
    private static let blocks = 60.0

    /// Fits the magnetometer of recordings of one device.
    ///
    /// The strength of the field is that of the World Magnetic Model where every recording has a prediction. Otherwise
    /// it is the mean measured one, because orientations depend on the direction only. Iron near the places of some
    /// recordings gives them other strengths: if a single recording determines the offset better than all together, its
    /// fit is used.
    public static func fit(_ sources: [CalibrationSource]) -> FitOutcome {
        let recordings = sources.map(\.recording)
        let together = modelledFit(recordings)
        guard recordings.count > 1 else { return together }
        var best = together
        for recording in recordings {
            guard case .fitted(var fit) = modelledFit([recording]) else { continue }
            guard fit.offsetInterval.length < best.fit?.offsetInterval.length ?? .infinity else { continue }
            fit.remarks.append("fitted to \(recording.name) only: the field of the recordings differs in strength")
            best = .fitted(fit)
        }
        return best
    }

    private static func modelledFit(_ recordings: [Recording]) -> FitOutcome {
        let known = recordings.compactMap { $0.magneticModel.prediction.map { $0.field.strengthNanotesla * 1e-3 } }
        return fit(recordings, strengths: known.count == recordings.count ? known : nil, mostPoints: mostPoints)
    }

    /// Fits the magnetometer of a recording to the mean measured strength, with fewer samples.
    public static func quickFit(_ recording: Recording) -> FitOutcome {
        fit([recording], strengths: nil, mostPoints: mostPointsOfCheck)
    }

    /// - Parameter strengths: the known strengths in µT, one for each recording; nil for the mean measured one.
    private static func fit(_ recordings: [Recording], strengths: [Double]?, mostPoints: Int) -> FitOutcome {
        let streams = recordings.compactMap(\.magnetometer)
        let values = streams.flatMap { $0.values.filter { $0.isFinite } }
        guard values.count > EllipsoidModel.ellipsoid.parameterCount else {
            return .undetermined(.magnetometer, "\(values.count) samples of the magnetometer; record more")
        }
        // A recording without a magnetometer has a strength without a stream.
        let known = zip(recordings, strengths ?? []).compactMap { $0.magnetometer == nil ? nil : $1 }
        let isKnown = strengths != nil
        guard let radius = SphereStart(values)?.radius ?? CenteredLength.of(values),
            let strength = isKnown ? Double.mean(of: known) : radius
        else { return .undetermined(.magnetometer, "constant samples of the magnetometer; turn the device") }
        var points: [EllipsoidFit.Point] = []
        for (stream, own) in zip(streams, isKnown ? known : streams.map { _ in strength }) {
            let most = max(mostPoints / streams.count, EllipsoidModel.ellipsoid.parameterCount)
            points += Self.points(stream, strength: own, most: most, firstBlock: (points.last?.block ?? -1) + 1)
        }
        switch DeterminedFit(points, limits: limits) {
        case .none(let reason):
            let remedy = "turn the device slowly through all orientations, as in a figure of eight, for 30 s"
            return .undetermined(.magnetometer, "\(reason); \(remedy)")
        case .found(let fit, let reason):
            let source = isKnown ? "World Magnetic Model" : "mean of the measured field"
            return .fitted(Self.result(fit, points, strength, source, values, reason))
        }
    }

    private static func points(
        _ stream: SensorStream<Vector3>,
        strength: Double,
        most: Int,
        firstBlock: Int
    ) -> [EllipsoidFit.Point] {
        let length = min(max(stream.duration / blocks, blockSeconds.lowerBound), blockSeconds.upperBound)
        let step = max(1, stream.count / most)
        let start = stream.times.first ?? 0
        return stride(from: 0, to: stream.count, by: step).compactMap { index in
            guard stream.values[index].isFinite else { return nil }
            let block = Int(((stream.times[index] - start) / length).rounded(.down))
            return EllipsoidFit.Point(value: stream.values[index] * (1 / strength), block: firstBlock + block)
        }
    }

    private static func result(
        _ fit: EllipsoidFit,
        _ points: [EllipsoidFit.Point],
        _ strength: Double,
        _ source: String,
        _ values: [Vector3],
        _ reason: String?
    ) -> SensorFit {
        let before = points.lazy.map { $0.value.length - 1 }.rootMeanSquare ?? 0
        return SensorFit(
            kind: .magnetometer,
            calibration: SensorCalibration(offset: fit.offset * strength, matrix: fit.matrix),
            offsetInterval: Vector3(fit.halfWidths[0], fit.halfWidths[1], fit.halfWidths[2]) * strength,
            matrixInterval: fit.model.matrix(fit.halfWidths.dropFirst(3)),
            model: fit.model,
            length: strength,
            lengthSource: source,
            residualBefore: before * strength,
            residualAfter: fit.residual * strength,
            count: values.count,
            remarks: [reason].compactMap(\.self) + [
                "the rotation between the axes of magnetometer and device is not determined by the field's strength"
            ]
        )
    }
}

/// The mean length of vectors around their mean.
enum CenteredLength {
    static func of(_ values: [Vector3]) -> Double? {
        guard let mean = Vector3.mean(of: values) else { return nil }
        let length = values.lazy.map { ($0 - mean).length }.rootMeanSquare ?? 0
        return length > 0 && length.isFinite ? length : nil
    }
}
