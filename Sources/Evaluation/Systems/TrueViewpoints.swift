import Geodesy
import Recordings
import SensorModel

/// The true position and orientation of the device, as far as a recording contains them.
struct TrueViewpoints {
    /// The orientations in the Earth frame; nil where the reference has no Earth frame.
    let orientations: OrientationTrack?
    /// The reason why ``orientations`` is nil.
    let reasonWithoutOrientation: String?
    /// The orientations in any frame, for rotations between two times; nil without a reference.
    let turns: OrientationTrack?
    /// The reason why the true position is missing; nil where it is known. The system's own position replaces it.
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
            reasonWithoutPosition = "the user is at a specified position"
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

    /// The true position at a time; nil where it is not known.
    func position(at time: Seconds, from place: inout Int) -> GeodeticPosition? {
        guard let frame, let turns, turns.orientation(at: time, from: &place) != nil else { return nil }
        let next = min(place + 1, turns.times.count - 1)
        let span = turns.times[next] - turns.times[place]
        let fraction = span > 0 ? (time - turns.times[place]) / span : 0
        let local = positions[place] + (positions[next] - positions[place]) * fraction
        return frame.position(ofLocal: local).geodetic()
    }

    /// Whether errors at a time are counted.
    func counts(at time: Seconds, from place: inout Int) -> Bool {
        guard let isEvaluated, let turns else { return true }
        return turns.nearest(to: time, from: &place).map { isEvaluated[$0] } ?? false
    }
}
