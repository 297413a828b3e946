public import Geodesy
public import SensorModel

/// A recording of sensor samples in memory, with SI units, device axes and one clock.
public struct Recording: Sendable {
    /// The recording's name in reports, from the metadata or from the name of the file or folder.
    public var name: String
    /// The SHA-256 of all files of the recording as lower-case hexadecimal digits.
    public var sha256: String
    /// The declination, positive if magnetic north is east of true north. If it is `nil`, magnetic north is used as
    /// true north.
    public var declination: Angle?
    /// A Boolean value that indicates whether ``declination`` comes from ``magneticModel``, because the recording does
    /// not contain a declination.
    public var isDeclinationModelled = false
    /// The Earth's magnetic field at the recording's location and date, according to the World Magnetic Model.
    public var magneticModel = MagneticModel.unknown("no location fix and no date")
    /// The position of the recording, which is the origin of the reference positions (East, North, Up), or `nil` if
    /// unknown.
    public var origin: GeodeticPosition?
    /// The Unix time (UTC) of time zero in seconds, or `nil` if unknown.
    public var epoch: Int?
    /// Default parameters of estimators from the layout, by estimator and parameter name. A pipeline's parameters
    /// override them.
    public var estimators: [String: [String: String]] = [:]
    /// The time intervals in which errors are evaluated, from the metadata, or `nil` for all times.
    public var evaluated: [ClosedRange<Seconds>]?
    /// The time intervals in which no reference is valid, from the metadata.
    public var excluded: [ClosedRange<Seconds>] = []
    /// A remark from the layout for readers of results.
    public var remark: String?
    /// Notes on how the recording was read, such as its calibration or a modelled declination. Every report shows them.
    public var notes: [String] = []
    /// A description of the data's origin, from the metadata or the layout.
    public var source: String?
    /// The licence of the data, from the metadata or the layout.
    public var licence: String?
    /// The description of the simulation, or `nil` for real recordings.
    public var simulation: SimulationDescription?

    /// The specific force in m/s², in device axes.
    public var accelerometer: SensorStream<Vector3>?
    /// The angular rate in rad/s, in device axes.
    public var gyroscope: SensorStream<Vector3>?
    /// The magnetic flux density in µT, in device axes.
    public var magnetometer: SensorStream<Vector3>?
    /// The compass readings.
    public var heading: SensorStream<HeadingReading>?
    /// The position fixes.
    public var location: SensorStream<LocationFix>?
    /// The orientation that the device computed itself, device → Earth (East, North, Up; true north).
    public var attitude: SensorStream<UnitQuaternion>?
    /// The accuracy that the device claims for the heading of ``attitude``, or `nil` if it claims no accuracy. Each
    /// accuracy has the time of its attitude.
    public var attitudeAccuracy: SensorStream<Angle>?
    /// A Boolean value that indicates whether ``attitude`` is relative to magnetic north, because the declination was
    /// unknown when the attitude was read.
    package var hasMagneticAttitude = false
    /// The poses that the device tracked itself. Positions are in metres, in the frame of the device's tracking system.
    public var pose: SensorStream<Pose>?
    /// The reference orientations.
    public var reference: ReferenceStream?
    /// The surveyed positions of the device, for example on a floor plan.
    public var waypoints: SensorStream<Waypoint>?
    /// The true positions of the device on the Earth, measured by a more accurate receiver.
    public var truePositions: SensorStream<LocationFix>?

    /// The sensors whose values do not include the device's own calibration.
    public var uncalibrated: Set<StreamKind> = []
    /// The file of each stream, as a path relative to the recording; empty for a recording created in memory.
    public var files: [StreamKind: String] = [:]

    /// The quaternions that are not of length 1, by stream.
    public var unscaledQuaternions: [StreamKind: UnscaledQuaternions] = [:]
    /// A function that reads the recording's files again and returns the line number of each sample, by stream. Returns
    /// an empty dictionary if the files cannot be read again; `nil` for a recording created in memory.
    package var sampleLines: (@Sendable () -> [StreamKind: [Int]])?
    /// The line number of each sample in its file, by stream; empty if the reader does not store lines.
    var keptLines: [StreamKind: [Int]] = [:]

    /// The index of the alternative that was used to read each stream. Alternatives are different descriptions of a
    /// stream in the same layout.
    package var alternatives: [StreamKind: Int] = [:]

    /// The files and columns that the layout does not use; empty if the layout reports them in ``leftOut``.
    public var unused = UnusedContent()

    /// The number of discarded rows for each reason, such as 3 for "attitude.csv: quaternion of length zero".
    public var leftOut: [String: Int]

    /// Creates a recording without streams. The parameters are described at the properties.
    public init(name: String, sha256: String = "", declination: Angle? = nil, leftOut: [String: Int] = [:]) {
        self.name = name
        self.sha256 = sha256
        self.declination = declination
        self.leftOut = leftOut
    }
}

extension Recording {
    /// The mean sampling rate in Hz of each sensor stream with a known rate.
    package var sensorRates: [SensorKind: Hertz] {
        var rates: [SensorKind: Hertz] = [:]
        rates[.accelerometer] = accelerometer?.meanRate
        rates[.gyroscope] = gyroscope?.meanRate
        rates[.magnetometer] = magnetometer?.meanRate
        rates[.attitude] = attitude?.meanRate
        rates[.heading] = heading?.meanRate
        return rates
    }

    /// Returns the given sensors that have no samples in the recording.
    package func missing(_ sensors: [SensorKind]) -> [SensorKind] {
        sensors.filter { sensor in
            switch sensor {
            case .accelerometer: (accelerometer?.count ?? 0) == 0
            case .gyroscope: (gyroscope?.count ?? 0) == 0
            case .magnetometer: (magnetometer?.count ?? 0) == 0
            case .attitude: (attitude?.count ?? 0) == 0
            case .heading: (heading?.count ?? 0) == 0
            case .location: (location?.count ?? 0) == 0
            case .pose: (pose?.count ?? 0) == 0
            }
        }
    }

    /// The number of samples of accelerometer, gyroscope, magnetometer, attitude and compass together.
    package var sampleCount: Int { sensorTimes.reduce(0) { $0 + $1.count } }

    /// The number of samples in the longest of the streams that ``sampleCount`` counts.
    package var maximumSamplesOfASensor: Int { sensorTimes.map(\.count).max() ?? 0 }

    /// The time in seconds from the first to the last sample of all streams that ``sampleCount`` counts; 0 without
    /// samples.
    package var sensorDuration: Seconds {
        guard let first = sensorStart, let last = sensorEnd else { return 0 }
        return last - first
    }

    /// The time of the first sample among all streams that ``sampleCount`` counts, or `nil` without samples.
    package var sensorStart: Seconds? { sensorTimes.compactMap(\.first).min() }

    /// The time of the last sample among all streams that ``sampleCount`` counts, or `nil` without samples.
    package var sensorEnd: Seconds? { sensorTimes.compactMap(\.last).max() }

    private var sensorTimes: [[Seconds]] {
        [accelerometer?.times, gyroscope?.times, magnetometer?.times, attitude?.times, heading?.times]
            .compactMap { $0 }
    }
}

/// The reference orientations of a recording, from motion capture or a simulation.
public struct ReferenceStream: Sendable {
    /// The times in seconds on the recording's common clock, oldest first.
    public var times: [Seconds]
    /// The orientations, device → Earth (East, North, Up; true north). Invalid samples are the identity.
    public var orientations: [UnitQuaternion]
    /// A Boolean value for each sample that indicates whether the sample is valid. Samples are invalid if the motion
    /// capture lost markers, or if the recording's authors exclude them.
    public var isValid: [Bool]
    /// The evaluation mask: `true` for each sample whose error is evaluated, or `nil` if all errors are evaluated. An
    /// example is `movement` in the BROAD dataset.
    public var isEvaluated: [Bool]?
    /// The positions in metres (East, North, Up), or `nil` if the recording does not have them.
    public var positions: [Vector3]?

    /// Creates a reference.
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

/// A surveyed position of the device in metres, relative to the origin of a floor plan or a building.
public struct Waypoint: Sendable, Hashable {
    /// The x coordinate.
    public var x: Double
    /// The coordinate along the y axis, which is 90° counterclockwise from the x axis as seen from above.
    public var y: Double
    /// The height, or `nil` if unknown.
    public var height: Double?

    /// Creates a waypoint.
    public init(x: Double, y: Double, height: Double? = nil) {
        (self.x, self.y, self.height) = (x, y, height)
    }
}

extension ReferenceStream {
    /// Marks samples in excluded intervals as invalid, and samples outside the evaluated intervals as not evaluated.
    ///
    /// - Parameters:
    ///   - evaluated: the intervals in which errors are evaluated, or `nil` for all times.
    ///   - excluded: the intervals in which the reference is not valid.
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

/// The samples of one sensor, oldest first.
///
/// Times never decrease. Consecutive times may be equal.
public struct SensorStream<Value: Sendable>: Sendable {
    /// The times in seconds on the recording's common clock.
    public var times: [Seconds]
    /// The values, one for each time.
    public var values: [Value]

    /// Creates a stream.
    ///
    /// - Precondition: `times` and `values` have equal lengths.
    public init(times: [Seconds] = [], values: [Value] = []) {
        precondition(times.count == values.count, "a stream must have one time for each value")
        self.times = times
        self.values = values
    }

    /// The number of samples.
    public var count: Int { times.count }

    /// The time from the first sample to the last in seconds; 0 for fewer than two samples.
    public var duration: Seconds { (times.last ?? 0) - (times.first ?? 0) }

    /// The mean number of samples per second, or `nil` if the duration is 0.
    public var meanRate: Hertz? {
        duration > 0 ? Double(count - 1) / duration : nil
    }
}

/// The quaternions of a stream that are not of length 1. Their rows probably contain an invalid number.
///
/// Their rotations are still used, because some programs write quaternions without normalising them.
public struct UnscaledQuaternions: Sendable, Hashable, Codable {
    /// A row whose quaternion is not of length 1.
    public struct Row: Sendable, Hashable, Codable {
        /// The index of the sample in its stream.
        public var sample: Int
        /// The line of the row in its file, counted from 1.
        public var line: Int
        /// The length of the quaternion.
        public var length: Double
    }

    /// The tolerance for rounding: the maximum difference between a quaternion's length and 1.
    static let tolerance = 1e-2
    /// The maximum number of elements of ``rows``.
    private static let maximumRows = 1_000

    /// The number of quaternions that are not of length 1.
    public private(set) var count = 0
    /// The rows of the first 1000 quaternions that are not of length 1.
    public private(set) var rows: [Row] = []

    /// Returns whether a quaternion with the given squared length is a unit quaternion, up to rounding.
    static func isUnit(squared: Double) -> Bool { abs(squared - 1) <= 2 * tolerance }

    /// Counts a sample whose quaternion is not of length 1. `line` is evaluated only if the row of the sample is
    /// stored.
    mutating func check(
        _ w: Double,
        _ x: Double,
        _ y: Double,
        _ z: Double,
        sample: Int,
        line: @autoclosure () -> Int
    ) {
        let squared = w * w + x * x + y * y + z * z
        guard !Self.isUnit(squared: squared) else { return }
        count += 1
        guard rows.count < Self.maximumRows else { return }
        // If the squares overflow, the largest component approximates the length.
        let largest = max(abs(w), abs(x), abs(y), abs(z))
        rows.append(Row(sample: sample, line: line(), length: squared.isFinite ? squared.squareRoot() : largest))
    }
}
