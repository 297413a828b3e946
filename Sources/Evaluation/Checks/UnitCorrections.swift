package import Recordings
import SensorModel

/// The mismatches of the accelerometer's and the gyroscope's units, and the recording without them.
package struct UnitCorrections {
    /// The recording with both sensors in their units.
    package let recording: Recording
    /// The mismatches of the accelerometer.
    package let ofAcceleration: [RecordingMismatch]
    /// The mismatches of the gyroscope.
    package let ofRate: [RecordingMismatch]

    /// Checks the units. O(samples).
    ///
    /// - Parameter orientation: the orientation with whose rotation the gyroscope is compared.
    package init(_ original: Recording, comparedWith orientation: ReferenceStream) {
        var compared = original
        compared.attitude = nil
        compared.reference = orientation
        var evidence = CheckEvidence(compared, clock: nil)
        ofAcceleration = Self.mismatches(AccelerationUnitCheck.verdicts(on: &evidence))
        ofRate = Self.mismatches(AngularRateUnitCheck.verdicts(on: &evidence))
        var corrected = original
        corrected.accelerometer = evidence.recording.accelerometer
        corrected.gyroscope = evidence.recording.gyroscope
        recording = corrected
    }

    private static func mismatches(_ verdicts: [CheckResult.Verdict]) -> [RecordingMismatch] {
        verdicts.compactMap { if case .mismatch(let mismatch) = $0 { mismatch } else { nil } }
    }
}
