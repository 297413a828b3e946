import Geodesy
public import Recordings
public import SensorModel

/// A sensor calibration that was fitted to recordings, with its uncertainty.
public struct SensorFit: Sendable, Hashable {
    /// The sensor that the calibration is for.
    public var kind: StreamKind
    /// The fitted calibration.
    public var calibration: SensorCalibration
    /// The half-width of the 95 % interval of each offset component, in the sensor's unit.
    public var offsetInterval: Vector3
    /// The half-width of the 95 % interval of each matrix element; `nil` if only the offset is fitted.
    public var matrixInterval: Matrix3?
    /// The form of the matrix; `nil` if only the offset is fitted.
    public var model: EllipsoidModel?
    /// The length that corrected vectors should have, in the sensor's unit; `nil` for a gyroscope.
    public var length: Double?
    /// The origin of ``length``, such as "standard gravity"; `nil` for a gyroscope.
    public var lengthSource: String?
    /// The RMS deviation of the uncorrected vectors' lengths from ``length``. For a gyroscope, the RMS rate at rest.
    public var residualBefore: Double
    /// The RMS deviation of the corrected vectors' lengths from ``length``. For a gyroscope, the RMS corrected rate.
    public var residualAfter: Double
    /// The number of fitted values: magnetometer samples, rest periods of an accelerometer, or seconds in which a
    /// gyroscope is at rest.
    public var count: Int
    /// Remarks about parameters that the recordings do not determine.
    public var remarks: [String]
}

extension SensorFit {
    /// Creates the calibration of a sensor from the fit of an ellipsoid to vectors of a known length.
    fileprivate init(
        _ kind: StreamKind,
        _ fit: EllipsoidFit,
        _ points: [EllipsoidFit.Point],
        length: Double,
        _ lengthSource: String,
        count: Int,
        remarks: [String]
    ) {
        let before = points.lazy.map { $0.value.length - 1 }.rootMeanSquare ?? 0
        self.init(
            kind: kind,
            calibration: SensorCalibration(offset: fit.offset * length, matrix: fit.matrix),
            offsetInterval: Vector3(fit.halfWidths[0], fit.halfWidths[1], fit.halfWidths[2]) * length,
            matrixInterval: fit.model.matrix(fit.halfWidths.dropFirst(3)),
            model: fit.model,
            length: length,
            lengthSource: lengthSource,
            residualBefore: before * length,
            residualAfter: fit.residual * length,
            count: count,
            remarks: remarks
        )
    }
}

/// The fit of an accelerometer's offset and matrix to its measurements of gravity at rest in different orientations.
public enum AccelerometerFit {
    /// The known length. Local gravity differs by at most 0.3 %, which does not affect orientations.
    private static let gravity = Gravity.standard
    /// The maximum uncertainty of offset and matrix: 2 %, which is 0.2 m/s² (1.1°) for the offset.
    private static let limit = 0.02
    private static let advice =
        "rest the device for a few seconds in at least nine orientations: on each side, and tilted between them"

    /// Fits the accelerometer calibration to recordings of one device.
    public static func fit(_ sources: [CalibrationSource]) -> FitOutcome {
        let means = sources.flatMap { $0.restMeans(of: $0.recording.accelerometer) }
        let needed = EllipsoidModel.sphere.parameterCount + 2
        guard means.count >= needed else {
            return .undetermined(.accelerometer, "\(means.count) rests, but at least \(needed) are needed; \(advice)")
        }
        let points = means.enumerated().map { index, mean in
            EllipsoidFit.Point(value: mean * (1 / gravity), block: index)
        }
        switch DeterminedFit(points, limit: limit) {
        case .none(let reason): return .undetermined(.accelerometer, "\(reason); \(advice)")
        case .found(let fit, let reason):
            return .fitted(
                SensorFit(
                    .accelerometer,
                    fit,
                    points,
                    length: gravity,
                    "standard gravity",
                    count: means.count,
                    remarks: [reason].compactMap(\.self)
                )
            )
        }
    }
}

/// The fit of the most general model that the measured vectors determine, or the reason why they determine no model.
enum DeterminedFit {
    case found(EllipsoidFit, simplerBecause: String?)
    case none(String)

    /// The maximum ratio between the scales of two axes. Real sensors and soft iron distort less.
    private static let maximumDistortion = 2.0

    /// Fits the models from the most general to the simplest, and keeps the first model that the points determine.
    ///
    /// - Parameters:
    ///   - points: measured vectors as multiples of their known length.
    ///   - limit: the maximum uncertainty of an accepted offset and matrix, relative to the length of the vectors.
    init(_ points: [EllipsoidFit.Point], limit: Double) {
        var reasons: [String] = []
        for model in EllipsoidModel.allCases {
            guard let fit = EllipsoidFit(points, model) else {
                reasons.append("the measured vectors lie in a plane")
                continue
            }
            guard let reason = Self.fault(of: fit, limit) else {
                self = .found(fit, simplerBecause: reasons.first.map { "\(Self.left(by: model)): \($0)" })
                return
            }
            reasons.append(reason)
        }
        self = .none(reasons.last ?? "there are too few vectors")
    }

    /// Returns a remark about the parameters that `model` omits, compared with more general models.
    private static func left(by model: EllipsoidModel) -> String {
        model == .axes ? "couplings between axes are not determined" : "separate scales per axis are not determined"
    }

    /// Returns the reason why a fit is rejected, or `nil` if it is accepted.
    private static func fault(of fit: EllipsoidFit, _ limit: Double) -> String? {
        let axes = ["x", "y", "z"]
        let wide = axes.indices.filter { !(fit.halfWidths[$0] <= limit) }
        guard wide.isEmpty else {
            let names = wide.map { axes[$0] }.joined(separator: " and ")
            return "the offset along \(names) is uncertain: the device turned too little, or the vectors are disturbed"
        }
        guard fit.halfWidths.dropFirst(3).allSatisfy({ $0 <= limit }) else {
            return "the scales are uncertain: the device turned too little, or the vectors are disturbed"
        }
        guard let scales = SingularValueDecomposition(fit.matrix)?.singularValues, scales.z > 0,
            scales.x <= maximumDistortion * scales.z
        else { return "the scales of two axes differ by more than a factor of \(Int(maximumDistortion))" }
        return nil
    }
}

/// The result of fitting the calibration of a sensor.
public enum FitOutcome: Sendable, Hashable {
    /// The calibration that was fitted.
    case fitted(SensorFit)
    /// The sensor, the reason why the recordings do not determine a calibration, and advice on what to record.
    case undetermined(StreamKind, String)

    /// The calibration; `nil` if the recordings do not determine a calibration.
    public var fit: SensorFit? {
        if case .fitted(let fit) = self { fit } else { nil }
    }

    /// The sensor whose calibration was fitted.
    public var kind: StreamKind {
        switch self {
        case .fitted(let fit): fit.kind
        case .undetermined(let kind, _): kind
        }
    }
}

/// The fit of a gyroscope's bias: the mean angular rate at rest.
public enum GyroscopeFit {
    /// The total time at rest that the fit requires, in seconds.
    private static let minimumSeconds = 3

    /// Fits the gyroscope bias to recordings of one device.
    public static func fit(_ sources: [CalibrationSource]) -> FitOutcome {
        let blocks = sources.flatMap { $0.restBlocks(of: $0.recording.gyroscope) }.filter { $0.count > 1 }
        let means = blocks.compactMap { Vector3.mean(of: $0) }
        guard means.count >= minimumSeconds, let bias = Vector3.mean(of: means) else {
            let advice = "rest the device for at least 10 s"
            return .undetermined(
                .gyroscope,
                "\(means.count) s at rest, but at least \(minimumSeconds) s are needed; \(advice)"
            )
        }
        let factor = StudentDistribution.twoSidedQuantile(tails: 0.05, degreesOfFreedom: Double(means.count - 1))
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
                residualBefore: means.lazy.map(\.length).rootMeanSquare ?? 0,
                residualAfter: means.lazy.map { ($0 - bias).length }.rootMeanSquare ?? 0,
                count: means.count,
                remarks: ["the gyroscope's scales and axes cannot be determined at rest"]
            )
        )
    }
}

/// The fit of a magnetometer's hard iron (offset) and soft iron (matrix).
///
/// The field of the Earth has the same strength in every orientation, so the measured vectors lie on an ellipsoid. The
/// offset is the centre of the ellipsoid. The field strength determines the matrix only up to a rotation, so the
/// symmetric matrix is chosen (Merayo et al. 2000, Vasconcelos et al. 2011). Kok & Schön 2016 also determine the
/// rotation.
public enum MagnetometerFit {
    /// The maximum number of samples in a fit. Further samples add little information.
    private static let maximumPoints = 4_000
    /// The maximum number of samples in ``quickFit(_:)``.
    private static let maximumPointsOfCheck = 500
    /// The maximum uncertainty of offset and matrix: 5 %, which is 2.5 µT for the offset in a field of 50 µT.
    private static let limit = 0.05
    /// The minimum and maximum length of a block in seconds. Errors within a block are correlated.
    private static let blockSeconds = 1.0...10
    /// The number of blocks per recording, unless ``blockSeconds`` limits the length of a block.
    private static let blocks = 60.0

    /// Fits the magnetometer calibration to recordings of one device.
    ///
    /// If the World Magnetic Model predicts the field for every recording, the predicted strengths are used. Otherwise,
    /// the mean measured strength is used. Orientations do not depend on the strength.
    ///
    /// Nearby iron can change the field strength in some recordings. If the fit to one recording has a smaller offset
    /// uncertainty than the fit to all recordings, the fit to that recording is used.
    public static func fit(_ sources: [CalibrationSource]) -> FitOutcome {
        let recordings = sources.map(\.recording)
        let together = modelledFit(recordings)
        guard recordings.count > 1 else { return together }
        var best = together
        for recording in recordings {
            guard case .fitted(var fit) = modelledFit([recording]) else { continue }
            guard fit.offsetInterval.length < best.fit?.offsetInterval.length ?? .infinity else { continue }
            fit.remarks.append("fitted to \(recording.name) only: the field strength differs between the recordings")
            best = .fitted(fit)
        }
        return best
    }

    private static func modelledFit(_ recordings: [Recording]) -> FitOutcome {
        let known = recordings.compactMap { $0.magneticModel.prediction.map { $0.field.strengthNanotesla * 1e-3 } }
        return fit(recordings, strengths: known.count == recordings.count ? known : nil, maximumPoints: maximumPoints)
    }

    /// Fits the magnetometer calibration to one recording, with at most 500 samples. The field strength is estimated
    /// from the samples, and not predicted by the World Magnetic Model.
    public static func quickFit(_ recording: Recording) -> FitOutcome {
        fit([recording], strengths: nil, maximumPoints: maximumPointsOfCheck)
    }

    /// Fits the magnetometer calibration to recordings with known or unknown field strength.
    ///
    /// - Parameter strengths: the known strength for each recording in µT; `nil` to use the mean measured strength.
    private static func fit(_ recordings: [Recording], strengths: [Double]?, maximumPoints: Int) -> FitOutcome {
        let streams = recordings.compactMap(\.magnetometer)
        let values = streams.flatMap { $0.values.filter { $0.isFinite } }
        guard values.count > EllipsoidModel.ellipsoid.parameterCount else {
            return .undetermined(
                .magnetometer,
                streams.isEmpty
                    ? "there is no magnetometer"
                    : "\(values.count) magnetometer samples, but at least \(EllipsoidModel.ellipsoid.parameterCount + 1) are "
                        + "needed; record for longer"
            )
        }
        // A recording without a magnetometer has a strength but no stream.
        let known = zip(recordings, strengths ?? []).compactMap { $0.magnetometer == nil ? nil : $1 }
        let isKnown = strengths != nil
        guard let radius = SphereStart(values)?.radius ?? spread(of: values),
            let strength = isKnown ? Double.mean(of: known) : radius
        else { return .undetermined(.magnetometer, "all magnetometer samples are equal; turn the device") }
        var points: [EllipsoidFit.Point] = []
        for (stream, own) in zip(streams, isKnown ? known : streams.map { _ in strength }) {
            let maximumCount = max(maximumPoints / streams.count, EllipsoidModel.ellipsoid.parameterCount)
            points += Self.points(
                stream,
                strength: own,
                maximumCount: maximumCount,
                firstBlock: (points.last?.block ?? -1) + 1
            )
        }
        switch DeterminedFit(points, limit: limit) {
        case .none(let reason):
            let remedy = "turn the device slowly through all orientations, as in a figure of eight, for 30 s"
            return .undetermined(.magnetometer, "\(reason); \(remedy)")
        case .found(let fit, let reason):
            return .fitted(
                SensorFit(
                    .magnetometer,
                    fit,
                    points,
                    length: strength,
                    isKnown ? "World Magnetic Model" : "mean of the measured field",
                    count: values.count,
                    remarks: [reason].compactMap(\.self) + [
                        "the field strength does not determine the rotation between the magnetometer's and the "
                            + "device's axes"
                    ]
                )
            )
        }
    }

    private static func points(
        _ stream: SensorStream<Vector3>,
        strength: Double,
        maximumCount: Int,
        firstBlock: Int
    ) -> [EllipsoidFit.Point] {
        let length = min(max(stream.duration / blocks, blockSeconds.lowerBound), blockSeconds.upperBound)
        let step = max(1, stream.count / maximumCount)
        let start = stream.times.first ?? 0
        return stride(from: 0, to: stream.count, by: step).compactMap { index in
            guard stream.values[index].isFinite else { return nil }
            // Damaged times can be so far apart that the number of the block exceeds an integer.
            let block = Int(min(((stream.times[index] - start) / length).rounded(.down), 1e9))
            return EllipsoidFit.Point(value: stream.values[index] * (1 / strength), block: firstBlock + block)
        }
    }

    /// Returns the RMS distance of vectors from their mean, or `nil` if the distance is 0 or not finite.
    private static func spread(of values: [Vector3]) -> Double? {
        guard let mean = Vector3.mean(of: values) else { return nil }
        let length = values.lazy.map { ($0 - mean).length }.rootMeanSquare ?? 0
        return length > 0 && length.isFinite ? length : nil
    }
}
