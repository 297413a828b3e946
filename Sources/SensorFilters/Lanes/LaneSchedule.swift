import SensorModel

/// What a recording makes an estimator do, whatever the parameters that differ from lane to lane: the events that its
/// gate sends, and after which of them orientations are read.
///
/// It is made once for a recording and serves any number of settings. O(samples) time and memory.
struct LaneSchedule<Event: Sendable>: Sendable {
    /// An event, if there is one, and whether the orientation after it is an output.
    struct Entry: Sendable {
        let event: Event?
        var isOutput = false
    }

    private(set) var entries: [Entry] = []
    /// The times of the outputs, strictly increasing.
    private(set) var times: [Seconds] = []
    /// The number of usable samples of the driving sensor without an orientation.
    private(set) var withoutOrientation = 0
    private var last: Int?

    /// - Parameters:
    ///   - frames: the recording's, in time.
    ///   - driver: the sensor at whose samples there are orientations.
    ///   - recorder: collects the events of a frame.
    ///   - process: sends the events of a frame; returns whether there is an orientation.
    init<Recorder: EventRecorder>(
        _ frames: [SensorFrame],
        drivenBy driver: SensorKind = .gyroscope,
        into recorder: Recorder,
        _ process: (SensorFrame, inout Recorder) -> Bool
    ) where Recorder.Event == Event {
        var recorder = recorder
        entries.reserveCapacity(frames.count)
        times.reserveCapacity(frames.count)
        for frame in frames {
            recorder.events.removeAll(keepingCapacity: true)
            let hasOrientation = process(frame, &recorder)
            entries += recorder.events.map { Entry(event: $0) }
            guard frame.isUsable(driver) else { continue }
            guard hasOrientation else {
                withoutOrientation += 1
                continue
            }
            if recorder.events.isEmpty { entries.append(Entry(event: nil)) }
            noteOutput(at: frame.time)
        }
    }

    /// An output that is not later than the last replaces it.
    private mutating func noteOutput(at time: Seconds) {
        if let last, let previous = times.last, time <= previous {
            entries[last].isOutput = false
        } else {
            times.append(time)
        }
        last = entries.count - 1
        entries[entries.count - 1].isOutput = true
    }
}

/// A sink of a gate's events that stores them.
protocol EventRecorder {
    associatedtype Event: Sendable
    var events: [Event] { get set }
}
