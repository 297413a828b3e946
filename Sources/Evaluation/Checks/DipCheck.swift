import Recordings
import SensorModel

/// The check that the magnetic field points down in the northern hemisphere and up in the southern hemisphere.
///
/// It detects the sign of gravity in a recording with locations but without an orientation.
enum DipCheck: RecordingCheck {
    static let name = "dip of the field"

    /// The latitude below which the dip can have either sign.
    private static let minimumLatitude = Angle(degrees: 25)
    /// The smallest conclusive mean cosine between field and vertical. At a latitude of 25° it is about 0.6.
    private static let minimumCosine = 0.3

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard evidence.orientations.isEmpty else { return [] }
        let recording = evidence.recording
        guard let accelerometer = recording.accelerometer, let magnetometer = recording.magnetometer,
            let latitude = recording.location?.values.first(where: { $0.latitude.radians.isFinite })?.latitude
        else { return [.unknown("the sign of gravity needs an orientation, or a magnetic field and a location")] }
        guard abs(latitude.degrees) >= minimumLatitude.degrees else {
            return [.unknown("too near to the equator: the dip of the field is uncertain")]
        }
        let integral = RunningIntegral(accelerometer)
        let cosines = zip(magnetometer.times, magnetometer.values).compactMap { time, field -> Double? in
            guard let force = integral.mean(from: time - 0.1, to: time + 0.1)?.normalised else { return nil }
            return field.normalised?.dot(force)
        }
        guard cosines.count >= CheckEvidence.minimumSamples, let mean = Double.mean(of: cosines),
            abs(mean) > minimumCosine
        else { return [.unknown("field and gravity have no consistent angle")] }
        // In the northern hemisphere the field points down, opposite to the specific force.
        let isCorrect = (mean < 0) == (latitude.degrees > 0)
        let figure = "a mean cosine of \(CheckText.number(mean)) between field and specific force"
        if isCorrect { return [.agrees(figure)] }
        return [
            .mismatch(
                RecordingMismatch(
                    stream: "accelerometer",
                    found: figure,
                    expected: "the other sign at a latitude of \(CheckText.number(latitude.degrees))°",
                    fits: "gravity's sign is reversed: write 'sign: -1' for the accelerometer; "
                        + "or the magnetometer's is",
                    confidence: .likely
                )
            )
        ]
    }
}
