import Geodesy
import Recordings
import SensorModel

/// Where the device truly is and how it is held, as far as a recording tells.
struct TrueViewpoints {
    /// How the device is held, Earth's frame and all; nil where the reference knows no frame.
    let orientations: OrientationTrack?
    let reasonWithoutOrientation: String?
    /// How it turns from one moment to the next; nil where there is no reference.
    let turns: OrientationTrack?
    /// Why there is no true position; nil where there is one. Without one the system's own is taken for true.
    let reasonWithoutPosition: String?

    private let isEvaluated: [Bool]?
    private let frame: LocalTangentFrame?
    private let positions: [Vector3]

    init(_ recording: Recording, reference: ComparisonReference, station: GeodeticPosition?) {
        let track = reference.stream.map { OrientationTrack($0) }
        turns = track
        reasonWithoutOrientation =
            track == nil ? reference.reasonWithout : reference.reasonWithoutFrame ?? reference.reasonWithoutNorth
        orientations = reasonWithoutOrientation == nil ? track : nil
        isEvaluated = reference.stream?.isEvaluated
        let hasFixes = (recording.location?.count ?? 0) > 0
        if station != nil {
            reasonWithoutPosition = "the user stands at a place that was given"
        } else if !hasFixes {
            reasonWithoutPosition = "the recording has no fixes"
        } else if recording.origin == nil || recording.reference?.positions == nil || reference.kind != .truth {
            reasonWithoutPosition = "the recording has no true position on the Earth"
        } else {
            reasonWithoutPosition = nil
        }
        frame = reasonWithoutPosition == nil ? recording.origin.map { LocalTangentFrame(at: $0) } : nil
        positions = reasonWithoutPosition == nil ? reference.stream?.positions ?? [] : []
    }

    /// The true position at a moment; nil where nothing is known of it.
    func position(at time: Seconds, from place: inout Int) -> GeodeticPosition? {
        guard let frame, let turns, turns.orientation(at: time, from: &place) != nil else { return nil }
        let next = min(place + 1, turns.times.count - 1)
        let span = turns.times[next] - turns.times[place]
        let fraction = span > 0 ? (time - turns.times[place]) / span : 0
        let local = positions[place] + (positions[next] - positions[place]) * fraction
        return frame.position(ofLocal: local).geodetic()
    }

    /// Whether errors count at a moment.
    func counts(at time: Seconds, from place: inout Int) -> Bool {
        guard let isEvaluated, let turns else { return true }
        return turns.nearest(to: time, from: &place).map { isEvaluated[$0] } ?? false
    }
}
