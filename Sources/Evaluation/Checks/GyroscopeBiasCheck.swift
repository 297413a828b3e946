import RealModule
import Recordings
import SensorModel

/// The check that the gyroscope's bias is small enough for the default parameters of estimators.
///
/// The bias is the median rate at rest. If the device is at rest for less than three seconds, the bias is determined in
/// motion. In this case, the bias is the median difference between the measured rate and the rate of the attitude or
/// the reference. O(samples).
enum GyroscopeBiasCheck: RecordingCheck {
    static let name = "gyroscope bias"

    /// The largest bias in °/s that VQF estimates by default: its parameter `biasClip`.
    private static let largest = 2.0
    /// The number of seconds at rest that are required to compute the bias from the rates at rest.
    private static let shortestRest = 3
    /// The minimum number of rotations for a bias estimate, and the number of parts into which the rotations are
    /// divided for the confidence interval.
    private static let (minimumMomentCount, parts) = (100, 20)
    /// The maximum RMS of the rate after subtraction of rotation and bias, as a fraction of the RMS of the measured
    /// rate.
    private static let largestResidual = 0.5
    /// The ratio of a median's standard error to a mean's standard error, and the normal quantile for a 95 % interval.
    private static let (medianFactor, quantile) = (1.2533, 1.96)

    /// A bias in rad/s with the half-width of its 95 % interval, and a description of the data from which it was
    /// computed.
    private struct Bias {
        let length: Double
        let uncertainty: Double
        let source: String

        /// Computes the bias as the median of `values`, one for each part of the data. Returns `nil` for fewer than
        /// three values.
        init?(ofParts values: [Vector3], _ source: String) {
            guard values.count >= GyroscopeBiasCheck.shortestRest, let mean = Vector3.mean(of: values) else {
                return nil
            }
            let median = GyroscopeReference.median(of: values)
            let variance = values.reduce(0) { $0 + ($1 - mean).lengthSquared } / Double(values.count - 1)
            length = median.length
            uncertainty =
                GyroscopeBiasCheck.quantile * GyroscopeBiasCheck.medianFactor
                * (variance / Double(values.count)).squareRoot()
            self.source = source
        }
    }

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard let gyroscope = evidence.recording.gyroscope, gyroscope.count > 1 else { return [] }
        let rest = RestSegments(evidence.recording).meanRates(of: gyroscope)
        let atRest = Bias(ofParts: rest, "\(rest.count) s at rest")
        guard let bias = atRest ?? inMotion(&evidence) else {
            return [.unknown("the device is hardly at rest, and no orientation rotates like the gyroscope")]
        }
        let (degrees, half) = (Angle(radians: bias.length).degrees, Angle(radians: bias.uncertainty).degrees)
        let figure = "\(CheckText.number(degrees)) ± \(CheckText.number(half)) deg/s (\(bias.source))"
        guard degrees - half > largest else { return [.agrees(figure)] }
        let (clip, initial) = (Int(saturating: (2 * degrees).rounded(.up)), Int(saturating: degrees.rounded(.up)))
        return [
            .noted(
                "the gyroscope has a bias of \(figure), but vqf estimates at most \(CheckText.number(largest)) deg/s by "
                    + "default: use vqf:biasClip=\(clip),biasSigmaInit=\(initial)"
                    + (atRest == nil ? "" : ", or remove the bias for all pipelines with 'sextant calibrate'")
            )
        ]
    }

    /// Returns the gyroscope's bias: the median difference between the gyroscope's rate and the rotation rate of the
    /// attitude. If the attitude does not rotate like the gyroscope, the reference is used. The result is `nil` if
    /// neither of them rotates like the gyroscope.
    private static func inMotion(_ evidence: inout CheckEvidence) -> Bias? {
        for orientation in evidence.orientations {
            let moments = evidence.moments(of: orientation)
            let pairs = moments.compactMap { moment -> (rate: Vector3, difference: Vector3)? in
                moment.rate.map { ($0, $0 - moment.turningRate()) }
            }.filter { $0.rate.isFinite && $0.difference.isFinite }
            guard pairs.count >= minimumMomentCount else { continue }
            let bias = GyroscopeReference.median(of: pairs.map(\.difference))
            let rest = pairs.lazy.map { ($0.difference - bias).length }.rootMeanSquare ?? .infinity
            let rates = pairs.lazy.map(\.rate.length).rootMeanSquare ?? 0
            guard rest <= largestResidual * rates else { continue }
            let size = (pairs.count + parts - 1) / parts
            let medians = stride(from: 0, to: pairs.count, by: size).map { start in
                GyroscopeReference.median(of: pairs[start..<min(start + size, pairs.count)].map(\.difference))
            }
            if let bias = Bias(ofParts: medians, "compared with the \(orientation.name)") { return bias }
        }
        return nil
    }
}
