import Geodesy
import Recordings
import SensorModel

/// The check that the magnetometer measures the strength of the Earth's field.
///
/// The strength is 22 to 67 µT on the ground (Alken et al. 2021, doi:10.1186/s40623-020-01288-x). Indoors, the strength
/// can be outside this range.
enum FieldStrengthCheck: RecordingCheck {
    static let name = "magnetic field"

    static let plausible = 15.0...80.0
    private static let onTheGround = 20.0...70.0
    /// The minimum share of implausible samples that is reported although the median is plausible.
    private static let smallestShare = 0.01
    /// The plausible lengths of a normalised field, which are no strength of the Earth's field in any unit. Some loggers
    /// and datasets divide the field by its strength, or by a strength of another place.
    private static let normalised = 0.75...3
    private static let units: [(factor: Double, name: String)] = [
        (1e-3, "nT"), (0.1, "mG"), (100, "G"), (1e3, "mT"), (1e6, "T"),
    ]

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard let stream = evidence.recording.magnetometer else { return [.unknown("no magnetometer")] }
        guard let lengths = CheckEvidence.lengths(of: stream) else { return [.unknown("too few samples")] }
        let median = ErrorStatistics.median(of: lengths)
        let modelled = evidence.recording.magneticModel.prediction.map { prediction in
            "; the World Magnetic Model predicts \(CheckText.number(prediction.field.strengthNanotesla * 1e-3)) µT"
        }
        let figure = "\(CheckText.number(median)) µT in the median" + (modelled ?? "")
        if plausible.contains(median) {
            let share = Double(lengths.count { !plausible.contains($0) }) / Double(lengths.count)
            guard share >= smallestShare else { return [.agrees(figure)] }
            let largest = CheckText.number(lengths.max() ?? 0)
            let words =
                "\(CheckText.number(100 * share)) % of the samples are outside 15 to 80 µT (largest: \(largest) µT)"
            return [.agrees("\(figure); \(words), probably near iron or a magnet")]
        }
        if normalised.contains(median) {
            return [.unknown("\(CheckText.number(median)) in the median: the field is normalised, or in another unit")]
        }
        let unit = unit(of: median, stream)
        let correction = correction(&evidence, unit: unit, median: median)
        return [
            .implausible(
                "magnetometer",
                found: figure,
                expected: "15 to 80 µT, the strength of the Earth's field",
                fits: correction,
                // Iron cannot change the strength by a factor of a thousand.
                unit != nil && (median > 1e4 || median < 1) ? .certain : .likely
            )
        ]
    }

    /// Returns the unit for which the field is plausible, or `nil` if no unit fits or hard iron is more likely.
    ///
    /// Hard iron adds a large constant vector, so the vectors vary by much less than their length.
    private static func unit(
        of median: Double,
        _ stream: SensorStream<Vector3>
    ) -> (factor: Double, name: String)? {
        guard let unit = units.first(where: { onTheGround.contains(median * $0.factor) }) else { return nil }
        guard strengthsOfIron.contains(median), let mean = Vector3.mean(of: stream.values.filter(\.isFinite)) else {
            return unit
        }
        return mean.length > constantPart * median ? nil : unit
    }

    /// The field strengths in µT that phones with a magnet near the sensor measure.
    private static let strengthsOfIron = 80.0...3_000
    /// The ratio above which hard iron is more likely than a wrong unit: the length of the mean field vector, divided
    /// by the median strength.
    private static let constantPart = 0.8

    /// Corrects the magnetometer's unit or offset, and returns a description of the correction.
    private static func correction(
        _ evidence: inout CheckEvidence,
        unit: (factor: Double, name: String)?,
        median: Double
    ) -> String {
        let iron = "run 'sextant calibrate', and use --calibration"
        if let unit {
            evidence.recording.magnetometer = evidence.recording.magnetometer?.scaled(by: unit.factor)
            let (name, strength) = (unit.name, CheckText.number(median * unit.factor))
            return
                "the values seem to be in \(name) (\(strength) µT): write 'unit: \(name)' for the magnetometer; "
                + "if the device has hard iron, \(iron)"
        }
        if let fit = MagnetometerFit.quickFit(evidence.recording).fit, HardIronCheck.isConclusive(fit) {
            evidence.recording.magnetometer = evidence.recording.magnetometer.map(fit.calibration.corrected)
            evidence.hasReportedHardIron = true
            return HardIronCheck.correction(fit)
        }
        let mean = Vector3.mean(of: evidence.recording.magnetometer?.values.filter(\.isFinite) ?? []) ?? .zero
        let cause =
            mean.length > constantPart * median
            ? "hard iron with \(HardIronCheck.text(mean)), the mean of all samples"
            : "the unit is wrong, or there is hard iron"
        return "\(cause): turn the device through all orientations, \(iron)"
    }
}
