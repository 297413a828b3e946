public import SensorModel

/// The orientation that is held to be true, from motion capture or a simulation.
public struct ReferenceStream: Sendable {
    /// Seconds on the recording's common clock, oldest first.
    public var times: [Seconds]
    /// Device → Earth (East, North, Up; true north). The identity where ``isValid`` is false.
    public var orientations: [UnitQuaternion]
    /// False where the truth is not known: markers lost, or excluded by the recording's authors.
    public var isValid: [Bool]
    /// False where errors do not count towards accuracy (BROAD's `movement` mask); nil where the recording has no such
    /// mask.
    public var isEvaluated: [Bool]?
    /// Metres, where the recording has them.
    public var positions: [Vector3]?

    public init(
        times: [Seconds],
        orientations: [UnitQuaternion],
        isValid: [Bool],
        isEvaluated: [Bool]? = nil,
        positions: [Vector3]? = nil
    ) {
        precondition(times.count == orientations.count && times.count == isValid.count, "columns of equal length")
        self.times = times
        self.orientations = orientations
        self.isValid = isValid
        self.isEvaluated = isEvaluated
        self.positions = positions
    }
}
