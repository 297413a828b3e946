import Geodesy
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
    /// The largest ratio, either way, of the measured strength to that of the model. Phones measure 40 to 60 µT outdoors; the
    /// field in a car or near a magnet has any direction.
    private static let maximumRatio = 1.4
    /// The largest difference between the size of the mean cosine and that of the model.
    private static let maximumDifference = 0.35

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard evidence.orientations.isEmpty else { return [] }
        let recording = evidence.recording
        guard let accelerometer = recording.accelerometer, let magnetometer = recording.magnetometer,
            let fix = recording.location?.values.first(where: { $0.point != nil }),
            let place = GeodeticPosition(fix, heightIfMissing: 0)
        else { return [.unknown("the sign of gravity needs an orientation, or a magnetic field and a location")] }
        let latitude = fix.latitude
        guard abs(latitude.degrees) >= minimumLatitude.degrees else {
            return [.unknown("too near to the equator: the dip of the field is uncertain")]
        }
        let integral = RunningIntegral(accelerometer)
        var cursor = RunningIntegral.Cursor()
        let cosines = zip(magnetometer.times, magnetometer.values).compactMap { time, field -> Double? in
            let force = integral.mean(from: time - 0.1, to: time + 0.1, near: &cursor)?.normalised
            return force.flatMap { force in field.normalised?.dot(force) }
        }
        guard cosines.count >= CheckEvidence.minimumSamples, let mean = Double.mean(of: cosines),
            abs(mean) > minimumCosine
        else { return [.unknown("field and gravity have no consistent angle")] }
        // In the northern hemisphere the field points down, opposite to the specific force.
        let isCorrect = (mean < 0) == (latitude.degrees > 0)
        let figure = "a mean cosine of \(CheckText.number(mean)) between field and specific force"
        if isCorrect { return [.agrees(figure)] }
        if let reason = disturbance(of: magnetometer, cosine: mean, at: place, recording) { return [.unknown(reason)] }
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

    /// The reason why a field cannot be Earth's with the wrong sign; nil if it can.
    private static func disturbance(
        of magnetometer: SensorStream<Vector3>,
        cosine: Double,
        at place: GeodeticPosition,
        _ recording: Recording
    ) -> String? {
        // Without a date: the strength and the dip change by little more than a percent in ten years.
        let model = WorldMagneticModel.wmm2025
        let prediction = recording.magneticModel.prediction ?? (try? model.prediction(at: place, year: model.epoch))
        let lengths = magnetometer.values.map(\.length).filter(\.isFinite)
        guard let field = prediction?.field, !lengths.isEmpty else { return nil }
        let strength = ErrorStatistics.median(of: lengths)
        let expected = field.strengthNanotesla / 1000
        guard strength < expected * maximumRatio, expected < strength * maximumRatio else {
            return "the field has \(CheckText.number(strength)) µT, and the Earth's \(CheckText.number(expected)) µT: "
                + "it is disturbed, as in a car"
        }
        let dip = abs(field.downNanotesla) / field.strengthNanotesla
        guard abs(abs(cosine) - dip) <= maximumDifference else {
            return "the mean cosine between field and vertical is \(CheckText.number(cosine)), and the Earth's "
                + "\(CheckText.number(dip)): the field is disturbed"
        }
        return nil
    }
}
