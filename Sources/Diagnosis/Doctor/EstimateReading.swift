package import Evaluation
public import Recordings
public import SensorModel

/// One interpretation of a file of estimates.
public struct EstimateReading: Sendable {
    /// A difference from the interpretation that the user's options specify.
    public enum Change: String, Sendable, Hashable, CaseIterable {
        /// The order of the quaternion's components differs from the order that the options specify.
        case order
        /// The direction of the rotations is opposite to the direction that the options specify.
        case direction
        /// Angles are in degrees although the options specify radians, or the reverse.
        case unit
    }

    /// The differences between this interpretation and the interpretation that the user specified. For each difference,
    /// the value is the text that selects this interpretation in `--estimate`, such as `"order=xyzw"`.
    public var changes: [Change: String]
    /// The times in seconds on the file's clock, strictly increasing.
    public var times: [Seconds]
    /// The orientations in this interpretation, device → Earth (East, North, Up).
    public var orientations: [UnitQuaternion]

    /// Returns the same interpretation with all times increased by `shift` seconds.
    func shifted(by shift: Seconds) -> EstimateReading {
        EstimateReading(changes: changes, times: times.map { $0 + shift }, orientations: orientations)
    }

    /// Returns the interpretations of quaternions: each order of the components with each direction. The user's
    /// interpretation is first.
    ///
    /// - Parameters:
    ///   - times: times of the quaternions in seconds.
    ///   - orientations: quaternions w, x, y, z, as the user interprets the file.
    ///   - isScalarLast: whether the user interprets the file's fourth component as the scalar.
    public static func ofQuaternions(
        times: [Seconds],
        orientations: [UnitQuaternion],
        isScalarLast: Bool = false
    ) -> [EstimateReading] {
        let reordered = orientations.map { q in
            // The file's components are w, x, y, z. If the scalar is last, they are x, y, z, w.
            isScalarLast ? UnitQuaternion(unchecked: q.x, q.y, q.z, q.w) : UnitQuaternion(unchecked: q.z, q.w, q.x, q.y)
        }
        let order = isScalarLast ? "order=wxyz" : "order=xyzw"
        return [([:], orientations), ([.order: order], reordered)].flatMap { changes, values in
            [
                EstimateReading(changes: changes, times: times, orientations: values),
                EstimateReading(
                    changes: changes.merging([.direction: "rotation=world-to-device"]) { $1 },
                    times: times,
                    orientations: values.map(\.conjugate)
                ),
            ]
        }
    }
}

/// A warning of `evaluate` about estimates whose error would be much smaller in another interpretation.
package enum EstimateHint {
    /// The error threshold in degrees. Estimates with a smaller error are good enough and are not diagnosed.
    private static let good = 5.0
    /// The limit of the error after a fix, as a fraction of the error before the fix. A fix is worth a warning only if
    /// the error after the fix is below this limit.
    private static let clear = 0.5

    /// Returns the warning; `nil` if the estimates have no clear fault.
    ///
    /// - Parameters:
    ///   - run: evaluation of the estimates on the recording.
    ///   - source: file of the estimates, and the user's interpretation.
    ///   - recording: recording as measured, with aligned clocks if the options request the alignment.
    package static func warning(
        on run: EvaluationRun,
        from source: EstimateSource,
        over recording: Recording
    ) -> String? {
        if let error = run.metrics[.totalRMSE], error < good { return nil }
        guard source.conventions.content != .positions, recording.reference != nil, let path = run.pipeline.source,
            let file = try? EstimateReader().read(path: path),
            let readings = try? EstimateReading.all(of: file, by: source.conventions, for: recording)
        else { return nil }
        let shift = shift(of: run.recording.clock)
        let diagnosis = EstimateDiagnosis(
            recording,
            readings: shift == 0 ? readings : readings.map { $0.shifted(by: shift) },
            given: source.conventions.given,
            checksAlgorithm: false
        )
        guard let figures = diagnosis.figures, figures.measure == .referenceError, figures.before > good,
            figures.after < clear * figures.before,
            let finding = diagnosis.findings.first(where: { $0.subject == .estimate })
        else { return nil }
        let change = "\(CheckText.number(figures.before))° to \(CheckText.number(figures.after))°"
        return "warning: \(finding.fault.title); '\(finding.remedy)' would change the total RMSE from \(change); "
            + "see 'sextant doctor'"
    }

    private static func shift(of clock: ClockSummary?) -> Seconds {
        guard let clock, clock.isApplied, case .found(let offset) = clock.estimate else { return 0 }
        return offset.offset
    }
}

extension EstimateReading {
    /// Creates an interpretation from a pipeline's estimates, without any changes.
    package init(_ estimates: Estimates) {
        self.init(changes: [:], times: estimates.times, orientations: estimates.orientations)
    }

    /// Returns the interpretations of a file. The first interpretation uses the user's conventions.
    ///
    /// The other interpretations have another order of the quaternion's components, the opposite direction, or the
    /// other unit of angles.
    ///
    /// - Parameters:
    ///   - file: file of estimates.
    ///   - conventions: conventions that the user's options specify.
    ///   - recording: recording that provides epoch and declination.
    /// - Throws: `InputError` if the file cannot be interpreted with the conventions.
    public static func all(
        of file: EstimateFile,
        by conventions: EstimateConventions,
        for recording: Recording
    ) throws(InputError) -> [EstimateReading] {
        var base = conventions
        if file.hasAngles, base.unit == nil, (try? file.orientations(by: base)) == nil { base.unit = .radians }
        var readings: [EstimateReading] = []
        for (changes, variant) in variants(of: base, file) {
            let read = try file.orientations(by: variant, epoch: recording.epoch, declination: recording.declination)
            readings.append(EstimateReading(changes: changes, times: read.times, orientations: read.values))
        }
        return readings
    }

    private typealias Variant = ([Change: String], EstimateConventions)

    private static func variants(of base: EstimateConventions, _ file: EstimateFile) -> [Variant] {
        var variants: [Variant] = [([:], base)]
        if file.hasAngles {
            for unit in EstimateConventions.AngleUnit.allCases where unit != base.unit {
                var other = base
                other.unit = unit
                variants.append(([.unit: "unit=\(unit.rawValue)"], other))
            }
        } else {
            var other = base
            other.order = (base.order ?? file.order) == .xyzw ? .wxyz : .xyzw
            variants.append(([.order: "order=\(other.order?.rawValue ?? "")"], other))
        }
        return variants.flatMap { changes, variant -> [Variant] in
            var opposite = variant
            let isForward = variant.frame.direction == .deviceToEarth
            opposite.frame.direction = isForward ? .earthToDevice : .deviceToEarth
            let key = isForward ? "rotation=world-to-device" : "rotation=device-to-world"
            return [(changes, variant), (changes.merging([.direction: key]) { $1 }, opposite)]
        }
    }
}
