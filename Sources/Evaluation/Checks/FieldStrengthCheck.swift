import Recordings
import SensorModel
import Statistics

/// The check that the magnetometer measures the Earth's field: 22 to 67 µT on the ground, with more deviation indoors.
///
/// Alken et al. 2021, doi:10.1186/s40623-020-01288-x.
enum FieldStrengthCheck: RecordingCheck {
    static let name = "magnetic field"

    static let plausible = 15.0...80.0
    private static let onTheGround = 20.0...70.0
    /// Lengths of a field that was divided by its strength, as some loggers and datasets do.
    private static let normalised = 0.85...1.2
    private static let units: [(factor: Double, name: String)] = [
        (1e-3, "nT"), (0.1, "mG"), (100, "G"), (1e3, "mT"),
    ]

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard let stream = evidence.recording.magnetometer else { return [.unknown("no magnetometer")] }
        guard let lengths = CheckEvidence.lengths(of: stream) else { return [.unknown("too few samples")] }
        let median = ErrorStatistics.median(of: lengths)
        let figure = "\(CheckText.number(median)) µT in the median"
        if plausible.contains(median) { return [.agrees(figure)] }
        if normalised.contains(median) {
            return [.unknown("\(CheckText.number(median)) in the median: the field is normalised, or in another unit")]
        }
        let unit = units.first { onTheGround.contains(median * $0.factor) }
        if let unit { evidence.recording.magnetometer = stream.scaled(by: unit.factor) }
        let iron = "magnets or iron at the device: calibrate it, or subtract its offset with hardIron:x=…,y=…,z=…"
        let fits = unit.map { unit in
            let strength = CheckText.number(median * unit.factor)
            let name = unit.name
            return "\(name) would fit (\(strength) µT): write 'unit: \(name)' for the magnetometer; or \(iron)"
        }
        return [
            .mismatch(
                RecordingMismatch(
                    stream: "magnetometer",
                    found: figure,
                    expected: "15 to 80 µT, as the Earth's field has",
                    fits: fits ?? iron,
                    // Iron does not cause a factor of a thousand.
                    confidence: median > 1e4 || median < 1 ? .certain : .likely
                )
            )
        ]
    }
}
