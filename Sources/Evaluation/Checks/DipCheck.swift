import Recordings
import SensorModel

/// Whether the magnetic field points into the ground in the north, and out of it in the south: gravity's sign, where no
/// orientation tells it but a location does.
enum DipCheck: RecordingCheck {
    static let name = "dip of the field"

    /// Nearer to the equator than this the dip may have either sign.
    private static let leastLatitude = Angle(degrees: 25)
    /// The mean cosine between field and vertical has to be at least this; at 25° of latitude it is about 0.6.
    private static let leastCosine = 0.3

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard evidence.orientations.isEmpty else { return [] }
        let recording = evidence.recording
        guard let accelerometer = recording.accelerometer, let magnetometer = recording.magnetometer,
            let latitude = recording.location?.values.first(where: { $0.latitude.radians.isFinite })?.latitude
        else { return [.unknown("gravity's sign shows only beside an orientation, or a field and a location")] }
        guard abs(latitude.degrees) >= leastLatitude.degrees else {
            return [.unknown("too near to the equator for the field's dip to be sure")]
        }
        let integral = RunningIntegral(accelerometer)
        let cosines = zip(magnetometer.times, magnetometer.values).compactMap { time, field -> Double? in
            guard let force = integral.mean(from: time - 0.1, to: time + 0.1)?.normalised else { return nil }
            return field.normalised?.dot(force)
        }
        guard cosines.count >= CheckEvidence.leastSamples, let mean = Double.mean(of: cosines), abs(mean) > leastCosine
        else { return [.unknown("field and gravity do not lean to one side")] }
        // In the north the field points down, against the specific force.
        let isRight = (mean < 0) == (latitude.degrees > 0)
        let figure = "a mean cosine of \(CheckText.number(mean)) between field and specific force"
        if isRight { return [.agrees(figure)] }
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
