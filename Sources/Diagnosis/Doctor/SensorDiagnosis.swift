import Evaluation
import Recordings
import SensorModel

/// The faults of a recording's sensors, and the recording without them.
struct SensorDiagnosis {
    private(set) var recording: Recording
    private(set) var findings: [DoctorFinding] = []
    /// Whether the magnetometer agrees with the orientation.
    private(set) var isFieldReliable = true

    /// The mean upward part of the specific force below which its sign is reversed.
    private static let reversed = -0.7
    private static let fewestSamples = 50
    private static let mostSamples = 4_000

    /// Compares units with the reference, the device's own attitude, or else the estimate; directions only with the
    /// first two, because the frames of the estimate are not known.
    init(_ original: Recording, estimate: EstimateReading) {
        recording = original
        let attitude = original.attitude
        let isUsable = attitude.map { $0.count >= Self.fewestSamples } ?? false
        let known: (stream: ReferenceStream, name: String)? =
            if let reference = original.reference {
                (reference, "reference")
            } else if let attitude, isUsable {
                (Self.stream(attitude.times, attitude.values), "attitude")
            } else {
                nil
            }
        checkUnits(known?.stream ?? Self.stream(estimate.times, estimate.orientations))
        guard let (stream, name) = known else { return }
        let track = OrientationTrack(stream)
        checkSign(track, name)
        checkField(track, name)
    }

    private static func stream(_ times: [Seconds], _ orientations: [UnitQuaternion]) -> ReferenceStream {
        ReferenceStream(times: times, orientations: orientations, isValid: times.map { _ in true })
    }

    private mutating func checkField(_ track: OrientationTrack, _ name: String) {
        guard let magnetometer = recording.magnetometer, let fit = MagnetometerFit(magnetometer, track) else { return }
        let scatter = "the field scatters by \(CheckText.number(fit.scatters.without)) µT in the world of the \(name)"
        if let axes = fit.axes {
            isFieldReliable = false
            findings.append(
                DoctorFinding(
                    .magnetometerAxes,
                    in: .recording,
                    evidence: "\(scatter); misfit \(CheckText.number(fit.misfits.asRead)), "
                        + "with other axes \(CheckText.number(fit.misfits.best))",
                    remedy: "in the layout, map the magnetometer's axes: x, y, z should be its \(axes.text)"
                )
            )
        } else if let offset = fit.offset {
            isFieldReliable = false
            let numbers = [offset.x, offset.y, offset.z].map { DecimalText.fixed($0, decimals: 1) }
            findings.append(
                DoctorFinding(
                    .hardIron,
                    in: .recording,
                    evidence: "\(scatter), and by \(CheckText.number(fit.scatters.with)) µT "
                        + "without an offset of \(CheckText.number(offset.length)) µT",
                    remedy: "calibrate the magnetometer: subtract (\(numbers.joined(separator: ", "))) µT"
                )
            )
        }
    }

    /// Compares the units by the checks of recordings.
    private mutating func checkUnits(_ orientation: ReferenceStream) {
        let units = UnitCorrections(recording, comparedWith: orientation)
        append(.accelerometerUnit, units.ofAcceleration)
        append(.gyroscopeUnit, units.ofRate)
        recording = units.recording
    }

    private mutating func append(_ fault: DoctorFault, _ mismatches: [RecordingMismatch]) {
        for mismatch in mismatches {
            guard let fits = mismatch.fits else { continue }
            findings.append(
                DoctorFinding(
                    fault,
                    in: .recording,
                    evidence: "\(mismatch.stream): found \(mismatch.found), expected \(mismatch.expected)",
                    remedy: fits,
                    certainty: mismatch.confidence == .certain ? .certain : .likely
                )
            )
        }
    }

    private mutating func checkSign(_ track: OrientationTrack, _ name: String) {
        guard let stream = recording.accelerometer else { return }
        var place = 0
        var (up, count) = (0.0, 0)
        for index in stride(from: 0, to: stream.count, by: max(1, stream.count / Self.mostSamples)) {
            // Directions, because a single wrong number would outweigh all other samples.
            guard let direction = stream.values[index].normalised,
                let orientation = track.orientation(at: stream.times[index], from: &place)
            else { continue }
            up += orientation.rotate(direction).z
            count += 1
        }
        guard count >= Self.fewestSamples, up < Self.reversed * Double(count) else { return }
        recording.accelerometer = stream.scaled(by: -1)
        findings.append(
            DoctorFinding(
                .accelerometerSign,
                in: .recording,
                evidence:
                    "the specific force points down: \(CheckText.number(-up / Double(count) * 100)) % of it, by the \(name)",
                remedy: "write 'sign: -1' for the accelerometer in the layout"
            )
        )
    }
}
