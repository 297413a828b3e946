public import SensorModel

/// What a recording makes an estimator that advances at gyroscope samples do, whatever its gains are: where it starts
/// and starts anew, what it integrates over which interval, and which directions correct it.
///
/// Written down once by the rules of ``RateDriven``, it serves any number of settings. O(samples) time and memory.
public struct RateSchedule: Sendable {
    /// One thing to do.
    enum Action: Sendable {
        case start(UnitQuaternion)
        case integrate(rate: Vector3, interval: Seconds)
        /// Directions of length one.
        case correct(rate: Vector3, gravity: Vector3, field: Vector3, interval: Seconds)
        /// The orientation stays as it is.
        case keep
    }

    /// What is done at a moment, and whether the orientation after it is given.
    struct Entry: Sendable {
        let action: Action
        var gives: Bool
    }

    private(set) var entries: [Entry] = []
    /// When orientations are given, strictly increasing.
    public private(set) var times: [Seconds] = []
    /// Usable gyroscope samples for which there is no orientation.
    public private(set) var withoutOrientation = 0
    /// What was left out.
    public private(set) var skips = SkipCounts()

    /// - Parameters:
    ///   - frames: the recording's, in time.
    ///   - start: where the estimator starts.
    ///   - maximumGap: a gap longer than this starts the estimator anew.
    public init(_ frames: [SensorFrame], start: StartOrientation, maximumGap: Seconds) {
        var writer = ScheduleWriter(start: start, maximumGap: maximumGap)
        var last: Int?
        entries.reserveCapacity(frames.count)
        times.reserveCapacity(frames.count)
        for frame in frames {
            writer.action = nil
            let orientation = writer.update(with: frame)
            let gives = frame.isUsable(.gyroscope)
            if let action = writer.action { entries.append(Entry(action: action, gives: false)) }
            guard gives else { continue }
            guard orientation != nil else {
                withoutOrientation += 1
                continue
            }
            if writer.action == nil { entries.append(Entry(action: .keep, gives: false)) }
            // An orientation that is not later than the last takes its place.
            if let last, let time = times.last, frame.time <= time {
                entries[last].gives = false
            } else {
                times.append(frame.time)
            }
            last = entries.count - 1
            entries[entries.count - 1].gives = true
        }
        skips = writer.skips
    }
}

/// An estimator that goes nowhere and writes down what it is told to do.
private struct ScheduleWriter: RateDriven {
    let startOrientation: StartOrientation
    let maximumGap: Seconds
    var state = RateDrivenState()
    /// What the last sample came to.
    var action: RateSchedule.Action?

    init(start: StartOrientation, maximumGap: Seconds) {
        startOrientation = start
        self.maximumGap = maximumGap
    }

    mutating func start(fromTriad triad: UnitQuaternion) -> UnitQuaternion {
        let orientation = startOrientation.orientation(fromTriad: triad)
        action = .start(orientation)
        return orientation
    }

    mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        directions: Directions?,
        over interval: Seconds
    ) -> UnitQuaternion {
        if let gravity = directions?.acceleration.normalised, let field = directions?.magneticField.normalised {
            action = .correct(rate: rate, gravity: gravity, field: field, interval: interval)
        } else {
            action = .integrate(rate: rate, interval: interval)
        }
        return orientation
    }

    mutating func reset() {
        self = ScheduleWriter(start: startOrientation, maximumGap: maximumGap)
    }
}
