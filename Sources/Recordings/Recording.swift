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

extension Recording {
    /// The mean sampling rate of each sensor stream that has one.
    package var sensorRates: [SensorKind: Hertz] {
        var rates: [SensorKind: Hertz] = [:]
        rates[.accelerometer] = accelerometer?.meanRate
        rates[.gyroscope] = gyroscope?.meanRate
        rates[.magnetometer] = magnetometer?.meanRate
        rates[.attitude] = attitude?.meanRate
        rates[.heading] = heading?.meanRate
        return rates
    }

    /// The sensors among these without a sample in the recording.
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

    /// The number of samples of all sensors that contribute to an orientation.
    package var sampleCount: Int { sensorTimes.reduce(0) { $0 + $1.count } }

    /// The number of samples of the sensor with the most of them.
    package var mostSamplesOfASensor: Int { sensorTimes.map(\.count).max() ?? 0 }

    /// The time from the first sensor sample to the last; 0 without samples.
    package var sensorDuration: Seconds {
        guard let first = sensorStart, let last = sensorTimes.compactMap(\.last).max() else { return 0 }
        return last - first
    }

    /// The time of the first sensor sample; nil without samples.
    package var sensorStart: Seconds? { sensorTimes.compactMap(\.first).min() }

    private var sensorTimes: [[Seconds]] {
        [accelerometer?.times, gyroscope?.times, magnetometer?.times, attitude?.times, heading?.times]
            .compactMap { $0 }
    }
}

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

/// The samples of one sensor, oldest first.
///
/// Times never run backward. Consecutive times may be equal.
public struct SensorStream<Value: Sendable>: Sendable {
    /// The times in seconds on the common clock of the recording.
    public var times: [Seconds]
    /// The values, one for each time.
    public var values: [Value]

    /// Makes a stream.
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

    /// The mean number of samples per second; nil if the duration is 0.
    public var meanRate: Hertz? {
        duration > 0 ? Double(count - 1) / duration : nil
    }
}

/// The quaternions of a stream whose length is not 1, so that a number in their row is wrong.
///
/// Their directions are used, because a program may write quaternions without scaling them.
public struct UnscaledQuaternions: Sendable, Hashable, Codable {
    /// A row with such a quaternion.
    public struct Row: Sendable, Hashable, Codable {
        /// The index of the sample in its stream.
        public var sample: Int
        /// The line of the file, counted from 1.
        public var line: Int
        /// The length of the quaternion.
        public var length: Double
    }

    /// The largest deviation of a length from 1 that rounding to a few digits explains.
    static let tolerance = 1e-2
    /// The number of rows that are stored.
    private static let mostRows = 1_000

    /// The number of such quaternions.
    public private(set) var count = 0
    /// The first of their rows.
    public private(set) var rows: [Row] = []

    /// Whether a squared length is that of a quaternion that was rounded to a few digits.
    static func isUnit(squared: Double) -> Bool { abs(squared - 1) <= 2 * tolerance }

    /// Adds a quaternion if its length is not 1.
    mutating func check(_ w: Double, _ x: Double, _ y: Double, _ z: Double, sample: Int, line: Int) {
        let squared = w * w + x * x + y * y + z * z
        guard !Self.isUnit(squared: squared) else { return }
        count += 1
        guard rows.count < Self.mostRows else { return }
        // The largest component where the squares overflow.
        let largest = max(abs(w), abs(x), abs(y), abs(z))
        rows.append(Row(sample: sample, line: line, length: squared.isFinite ? squared.squareRoot() : largest))
    }
}

/// Finds the lines of samples in the files of a recording, by reading the files again.
package struct SampleLines: Sendable {
    /// The lines of every sample, by stream. Empty where the files cannot be read again.
    package let find: @Sendable () -> [StreamKind: [Int]]
}
