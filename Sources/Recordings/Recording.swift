public import Geodesy
public import SensorModel

/// A recording of sensor samples in memory, with SI units, device axes and one clock.
public struct Recording: Sendable {
    /// The name in reports, from the metadata or from the file or folder.
    public var name: String
    /// The SHA-256 of all files of the recording as lower-case hexadecimal digits.
    public var sha256: String
    /// The declination, positive to the east of true north. If it is nil, magnetic north is used as true north.
    public var declination: Angle?
    /// Whether ``declination`` is the one of ``magneticModel``, because the recording gives none.
    public var isDeclinationModelled = false
    /// The field of the World Magnetic Model at the recording's place and date.
    public var magneticModel = MagneticModel.unknown("no location fix and no date")
    /// The position of the recording, which is the origin of the reference positions (East, North, Up); nil if unknown.
    public var origin: GeodeticPosition?
    /// The Unix time (UTC) of time zero in seconds; nil if unknown.
    public var epoch: Int?
    /// Default parameters of estimators from the layout, by estimator and parameter name. The pipeline overrides them.
    public var estimators: [String: [String: String]] = [:]
    /// The intervals in which errors count, from the metadata; nil for all times.
    public var evaluated: [ClosedRange<Seconds>]?
    /// The intervals in which the reference is not valid, from the metadata.
    public var excluded: [ClosedRange<Seconds>] = []
    /// A remark for readers of results, from the layout.
    public var remark: String?
    /// Notes on how the recording was read, which every report shows: the calibration, a modelled declination.
    public var notes: [String] = []
    /// The origin of the data in words, from the metadata or the layout.
    public var source: String?
    /// The licence of the data, from the metadata or the layout.
    public var licence: String?
    /// The description of the simulation; nil for real recordings.
    public var simulation: SimulationDescription?

    /// The specific force in m/s², in device axes.
    public var accelerometer: SensorStream<Vector3>?
    /// The angular rate in rad/s, in device axes.
    public var gyroscope: SensorStream<Vector3>?
    /// The magnetic flux density in µT, in device axes.
    public var magnetometer: SensorStream<Vector3>?
    /// The readings of the compass.
    public var heading: SensorStream<HeadingReading>?
    /// The position fixes.
    public var location: SensorStream<LocationFix>?
    /// The orientation that the device computed, device → Earth (East, North, Up; true north).
    public var attitude: SensorStream<UnitQuaternion>?
    /// Whether ``attitude`` counts from magnetic north, because no declination was known when it was read.
    package var hasMagneticAttitude = false
    /// The poses that the device tracked, in metres in the frame of its tracking system.
    public var pose: SensorStream<Pose>?
    /// The reference orientations.
    public var reference: ReferenceStream?

    /// The sensors whose values are those before the device's own calibration.
    public var uncalibrated: Set<StreamKind> = []
    /// The file of each stream, relative to the recording; empty for a recording that was made in memory.
    public var files: [StreamKind: String] = [:]

    /// The quaternions whose length is not 1, by stream.
    public var unscaledQuaternions: [StreamKind: UnscaledQuaternions] = [:]
    /// The lines of the samples; nil for a recording that was made in memory.
    package var sampleLines: SampleLines?
    /// The line of each sample, by stream; empty unless the reader keeps lines.
    var keptLines: [StreamKind: [Int]] = [:]

    /// The number of the alternative of the layout from which each stream was read.
    package var alternatives: [StreamKind: Int] = [:]

    /// The files and columns that the layout does not read. Empty where ``leftOut`` has them.
    public var unused = UnusedContent()

    /// The number of rows that were left out, by the reason in words ("attitude.csv: quaternion of length zero" → 3).
    public var leftOut: [String: Int]

    /// Makes a recording without streams. See the properties for the parameters.
    public init(name: String, sha256: String = "", declination: Angle? = nil, leftOut: [String: Int] = [:]) {
        self.name = name
        self.sha256 = sha256
        self.declination = declination
        self.leftOut = leftOut
    }
}
