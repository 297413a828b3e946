public import SensorModel

/// The reference orientations of a recording, from motion capture or a simulation.
public struct ReferenceStream: Sendable {
    /// Seconds on the recording's common clock, oldest first.
    public var times: [Seconds]
    /// The orientations, device → Earth (East, North, Up; true north). Invalid ones are the identity.
    public var orientations: [UnitQuaternion]
    /// Whether each sample is valid. It is not if markers were lost or the authors of the recording exclude it.
    public var isValid: [Bool]
    /// Whether errors count for each sample, such as the `movement` mask of BROAD; nil without such a mask.
    public var isEvaluated: [Bool]?
    /// The positions in metres (East, North, Up); nil if the recording does not have them.
    public var positions: [Vector3]?

    /// Makes a reference.
    ///
    /// - Precondition: `times`, `orientations` and `isValid` have equal lengths.
    public init(
        times: [Seconds],
        orientations: [UnitQuaternion],
        isValid: [Bool],
        isEvaluated: [Bool]? = nil,
        positions: [Vector3]? = nil
    ) {
        precondition(
            times.count == orientations.count && times.count == isValid.count,
            "the columns must have equal lengths"
        )
        self.times = times
        self.orientations = orientations
        self.isValid = isValid
        self.isEvaluated = isEvaluated
        self.positions = positions
    }
}

extension ReferenceStream {
    /// Marks samples in excluded intervals as invalid, and samples outside the evaluated intervals as not evaluated.
    ///
    /// - Parameters:
    ///   - evaluated: intervals in which errors count; nil for all times.
    ///   - excluded: intervals in which the reference is not valid.
    /// - Complexity: O(*n* · *k*) for *n* samples and *k* intervals.
    package mutating func mask(evaluated: [ClosedRange<Seconds>]?, excluded: [ClosedRange<Seconds>]) {
        for row in times.indices where excluded.contains(where: { $0.contains(times[row]) }) {
            isValid[row] = false
            orientations[row] = .identity
        }
        guard let evaluated else { return }
        var flags = isEvaluated ?? Array(repeating: true, count: times.count)
        for row in times.indices where !evaluated.contains(where: { $0.contains(times[row]) }) { flags[row] = false }
        isEvaluated = flags
    }
}
