import Pipelines
import Recordings
import SensorFilters
import SensorModel

extension Recording {
    /// Returns a pipeline adapted to this recording.
    ///
    /// The pipeline has the estimator parameters that the recording's layout specifies. If the recording has no
    /// magnetometer, the pipeline does not use one.
    ///
    /// - Throws: `InputError` if the layout contains invalid parameters of the estimator.
    func fitted(_ specification: PipelineSpecification) throws(InputError) -> PipelineSpecification {
        try specification.filled(from: estimators).withMagnetometer(hasMagnetometer)
    }

    /// Returns an AR system adapted to this recording, in the same way as a pipeline.
    ///
    /// - Throws: `InputError` if the layout contains invalid parameters of the system's estimator.
    func fitted(_ system: DescribedSystem) throws(InputError) -> DescribedSystem {
        try system.filled(from: estimators).withMagnetometer(hasMagnetometer)
    }

    /// Returns the remark on a pipeline whose headings are not relative to north, or `nil` for other pipelines.
    func remarkWithoutNorth(_ specification: PipelineSpecification) -> String? {
        guard !specification.knowsNorth else { return nil }
        let estimator = specification.estimator.entry
        guard estimator.north != .arbitrary else {
            return "\(estimator.name) does not measure north: its headings start at an arbitrary angle"
        }
        return hasMagnetometer
            ? "magnetometer=none: the recorded magnetometer is not used"
            : "the recording has no magnetometer: only the remaining sensors are used (magnetometer=none)"
    }

    /// Returns the reason why a pipeline that needs the given sensors cannot run, or `nil` if the recording has all of
    /// them.
    func reasonWithout(_ sensors: [SensorKind]) -> String? {
        let missing = missing(sensors).map(\.rawValue)
        return missing.isEmpty ? nil : "the recording has no \(missing.joined(separator: " and no "))"
    }

    /// A Boolean value that indicates whether the recording has at least one magnetometer sample.
    var hasMagnetometer: Bool { missing([.magnetometer]).isEmpty }

    /// The maximum number of reasons in ``unusedWords``.
    private static let maximumReasons = 2

    /// A description of the unused files, columns and rows; `nil` if everything was used.
    var unusedWords: String? {
        let reasons = leftOut.sorted { $0.key < $1.key }.map { $0.value == 1 ? $0.key : "\($0.value) × \($0.key)" }
        let more = reasons.count - Self.maximumReasons
        let parts =
            [unused.words].compactMap(\.self) + reasons.prefix(Self.maximumReasons) + (more > 0 ? ["\(more) more"] : [])
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}
