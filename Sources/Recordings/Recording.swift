public import Geodesy
public import SensorModel

/// What was recorded, as columns in memory: SI units, device axes, one clock.
public struct Recording: Sendable {
    /// The name in reports: the file's or folder's name, or what its `recording.yaml` says.
    public var name: String
    /// SHA-256 over the files that were read, as lower-case hexadecimal digits.
    public var sha256: String
    /// East of true north is positive. Nil where the recording does not say: then magnetic north is taken for true
    /// north.
    public var declination: Angle?
    /// Where the recording was made, and where the reference's positions (East, North, Up) are zero; nil where the
    /// recording does not say.
    public var origin: GeodeticPosition?
    /// Unix seconds (UTC) at which the streams' times are zero; nil where the recording does not say.
    public var epoch: Int?
    /// Parameters that the recording's layout gives to estimators whose pipeline does not, by estimator and name.
    public var estimators: [String: [String: String]] = [:]
    /// Spans of time in which errors count, as the metadata say; nil for everywhere.
    public var evaluated: [ClosedRange<Seconds>]?
    /// Spans of time in which no reference is valid, as the metadata say.
    public var excluded: [ClosedRange<Seconds>] = []
    /// What a reader of results for this recording must know, as its layout says.
    public var remark: String?
    /// Where the recording comes from and under which licence, as its metadata say.
    public var source: String?
    public var licence: String?
    /// How the recording was made, where it is simulated.
    public var simulation: SimulationDescription?

    /// Specific force in m/s².
    public var accelerometer: SensorStream<Vector3>?
    /// rad/s.
    public var gyroscope: SensorStream<Vector3>?
    /// µT.
    public var magnetometer: SensorStream<Vector3>?
    public var heading: SensorStream<HeadingReading>?
    public var location: SensorStream<LocationFix>?
    /// The device's own fused orientation, device → Earth (East, North, Up; true north).
    public var attitude: SensorStream<UnitQuaternion>?
    public var pose: SensorStream<Pose>?
    public var reference: ReferenceStream?

    /// The file that each stream was read from, relative to the recording; empty for a recording made in memory.
    public var files: [StreamKind: String] = [:]

    /// Rows that were read and left out, by the reason in words ("attitude.csv: quaternion of length zero" → 3).
    public var leftOut: [String: Int]

    public init(name: String, sha256: String = "", declination: Angle? = nil, leftOut: [String: Int] = [:]) {
        self.name = name
        self.sha256 = sha256
        self.declination = declination
        self.leftOut = leftOut
    }
}
