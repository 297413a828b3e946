import Evaluation
import Recordings
import SensorModel

/// The data with which an estimate is examined: the recording and the user's options. Sensor faults of the recording
/// are corrected.
struct DoctorEvidence {
    let recording: Recording
    /// The orientation obtained by integrating the gyroscope.
    let gyroscope: OrientationTrack
    /// A Boolean value that indicates whether the magnetometer agrees with the orientation and can be used.
    let usesField: Bool
    /// The keys of `--estimate` that the user gave, with their values.
    let given: [String: String]

    /// The world frame of the file, as the user specifies it; East, North, Up by default.
    var world: EarthWorld { given["world"].flatMap(EarthWorld.init(rawValue:)) ?? .eastNorthUp }

    /// The clock offset, clock rate and body frame of the estimate, as the user specifies them.
    var givenClock: Seconds { given["clock"].flatMap(Double.init) ?? 0 }
    var givenRate: Double { given["clock-rate"].flatMap(Double.init) ?? 1 }
    var givenBody: UnitQuaternion { given["body"].flatMap(EstimateMounting.body(parsing:)) ?? .identity }

    /// Returns the clock of a file of estimates, determined by comparing its angular speeds with the gyroscope. Returns
    /// `nil` if no clock fits, or if the fitted offset and rate are insignificant.
    func clock(of reading: EstimateReading) -> DoctorClock? {
        // The search considers only offsets of few seconds.
        var shift = 0.0
        if let first = reading.times.first, let last = reading.times.last, let times = recording.gyroscope?.times,
            let start = times.first, let end = times.last
        {
            shift = EstimateClock.offset(from: first...last, to: start...end) ?? 0
        }
        let times = reading.times.map { $0 + shift }
        let search = ClockSearch(times: times, orientations: reading.orientations, gyroscope: gyroscope)
        guard var clock = search.best() else { return nil }
        (clock.offset, clock.middle) = (clock.offset + shift, clock.middle - shift)
        return abs(clock.offset) > Self.minimumOffset || abs(clock.rate) > Self.minimumRate ? clock : nil
    }

    /// The limits for a correct clock: the offset in seconds, and the relative rate. A fitted clock that exceeds
    /// neither limit counts as correct.
    private static let minimumOffset: Seconds = 0.005
    private static let minimumRate = 2e-5
}

/// A search for the offset and the rate of an estimate's clock. The search compares angular speeds, because they do not
/// depend on frames.
///
/// The estimate is divided into parts. In each part, the angular speeds of the estimate and of the gyroscope are
/// correlated. The highest correlations give the possible clock offsets of the part. The straight line that fits the
/// offsets of all parts over time gives the offset and the rate of the clock.
struct ClockSearch {
    /// The maximum clock offset in seconds, and the maximum relative clock rate, that the search considers.
    private static let reach: Seconds = 6
    private static let maximumRate = 0.06
    /// The maximum length, in seconds, of one of the parts into which the estimate is divided.
    private static let longestPart: Seconds = 10
    /// The minimum length, in seconds, of one of the parts into which the estimate is divided.
    private static let shortestPart: Seconds = 3
    /// The number by which the estimate's duration is divided to obtain the length of a part. The length is then
    /// limited to the range from ``shortestPart`` to ``longestPart``.
    private static let minimumPartCount = 6.0
    /// The minimum correlation of angular speeds at which a clock offset is possible for a part of the estimate.
    private static let minimumCorrelation = 0.7
    /// The lower limit of the standard deviation of the estimate's angular speed within a part, in rad/s. Parts with
    /// less motion are ignored.
    private static let minimumDeviation = Angle(degrees: 2).radians
    /// The maximum number of possible clock offsets for one part, and the minimum distance between two of these offsets
    /// in seconds.
    private static let peaks = 3
    private static let peakWidth: Seconds = 0.5
    /// The maximum difference, in seconds, between the clock offset of a part and the line that fits all parts.
    private static let tolerance: Seconds = 0.03
    /// The factor that reduces the score of a clock with a wrong rate. A clock with only a constant offset is the
    /// simpler explanation, and is therefore preferred.
    private static let scoreOfRate = 0.97
    /// The limits for the parts of a recording. Two parts determine the clock's rate only if the time between them
    /// exceeds `minimumBaseline`, a fraction of the duration. There are about `maximumPartCount` parts at most.
    private static let minimumBaseline = 0.25
    private static let maximumPartCount = 40

    private struct Peak {
        let time: Seconds
        let offset: Seconds
        let correlation: Double
    }

    private let middle: Seconds
    private let duration: Seconds
    private let peaks: [Peak]

    init(times: [Seconds], orientations: [UnitQuaternion], gyroscope: OrientationTrack) {
        let (first, last) = (times.first ?? 0, times.last ?? 0)
        middle = (first + last) / 2
        duration = last - first
        let everything = -Seconds.greatestFiniteMagnitude...Seconds.greatestFiniteMagnitude
        let longestGap = max(0.3, 3 * (StreamTiming.medianInterval(of: times) ?? 0))
        let track = OrientationTrack(times: times, orientations: orientations, isKnown: nil, longestGap: longestGap)
        let own = ClockComparison.averaged(MotionSignal(speedOf: track, within: everything))
        let sensor = ClockComparison.averaged(MotionSignal(speedOf: gyroscope, within: everything))
        let part = min(max(duration / Self.minimumPartCount, Self.shortestPart), Self.longestPart)
        peaks = Self.peaks(own, sensor, part: part, drift: Self.maximumRate * duration / 2)
    }

    /// Returns the clock that agrees best with the possible clock offsets in the parts of the recording; `nil` if no
    /// part has a possible offset.
    func best() -> DoctorClock? {
        var best: (score: Double, offset: Seconds, rate: Double)?
        func consider(_ offset: Seconds, _ rate: Double) {
            let score = score(offset, rate) * (rate == 0 ? 1 : Self.scoreOfRate)
            if score > best?.score ?? 0 { best = (score, offset, rate) }
        }
        for peak in peaks { consider(peak.offset, 0) }
        for (index, early) in peaks.enumerated() {
            for late in peaks[(index + 1)...] where late.time - early.time > Self.minimumBaseline * duration {
                let rate = (late.offset - early.offset) / (late.time - early.time)
                guard abs(rate) < Self.maximumRate else { continue }
                consider(early.offset - rate * (early.time - middle), rate)
            }
        }
        return best.map { DoctorClock(offset: $0.offset, rate: $0.rate, middle: middle) }
    }

    private func score(_ offset: Seconds, _ rate: Double) -> Double {
        peaks.reduce(0) { sum, peak in
            let distance = abs(peak.offset - offset - rate * (peak.time - middle))
            return sum + max(0, 1 - distance / Self.tolerance) * peak.correlation * peak.correlation
        }
    }

    private static func peaks(
        _ own: MotionSignal,
        _ sensor: MotionSignal,
        part: Seconds,
        drift: Seconds
    ) -> [Peak] {
        let step = MotionSignal.step * Double(ClockComparison.coarseness)
        let length = Int(part / step)
        let reach = Int(saturating: ((Self.reach + drift) / step).rounded(.up))
        let hop = max(length / 2, own.count / maximumPartCount)
        var peaks: [Peak] = []
        for start in stride(from: own.first, through: own.first + own.count - length, by: hop) {
            let correlations = MotionCorrelation.correlations(
                sensor,
                own,
                shifts: -reach...reach,
                over: start..<(start + length),
                minimumCount: length * 9 / 10
            )
            let values = correlations.map { correlation -> Double in
                guard let correlation, correlation.deviations.target > minimumDeviation else { return -2 }
                return correlation.value
            }
            peaks += highest(values, step: step).map { position, correlation in
                // target[i] = sensor[i − shift], so the file's clock is late by the shift.
                let offset = (Double(reach) - position) * step
                return Peak(time: (Double(start) + Double(length) / 2) * step, offset: offset, correlation: correlation)
            }
        }
        return peaks
    }

    /// Returns the positions of the highest correlations, refined by a parabola through three correlations.
    private static func highest(_ correlations: [Double], step: Seconds) -> [(position: Double, correlation: Double)] {
        var values = correlations
        let width = Int(peakWidth / step)
        var found: [(position: Double, correlation: Double)] = []
        while found.count < peaks, let index = values.indices.max(by: { values[$0] < values[$1] }),
            values[index] >= minimumCorrelation
        {
            var fraction = 0.0
            if index > 0, index + 1 < correlations.count, correlations[index - 1] > -2, correlations[index + 1] > -2 {
                let (before, after) = (correlations[index - 1], correlations[index + 1])
                let curvature = before - 2 * correlations[index] + after
                if curvature < 0 { fraction = (before - after) / (2 * curvature) }
            }
            found.append((Double(index) + fraction, correlations[index]))
            for near in max(0, index - width)...min(values.count - 1, index + width) { values[near] = -2 }
        }
        return found
    }
}
