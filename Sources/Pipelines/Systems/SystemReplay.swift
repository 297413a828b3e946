public import Geodesy
public import SensorModel

/// A running described system: one causal pass from samples and fixes to pictures. A value: a copy is a saved state.
///
/// It draws from the moment when it has an orientation and a position, with the latest values of both. At a fixed rate,
/// drawings are counted from the first sample frame. A drawing at the time of samples includes them.
///
/// ```swift
/// var replay = SystemReplay(system, places: PlaceSet(places), rates: rates, declination: nil)
/// replay.process(fix, at: 0.0) { picture in print(picture.places.count) }
/// replay.process(frame) { picture in print(picture.places.count) }
/// ```
public struct SystemReplay: Sendable {
    /// The system.
    public let system: DescribedSystem
    /// The state of the pipeline.
    public private(set) var pipeline: Pipeline
    /// The state of the gate for fixes.
    public private(set) var gate: LocationGate
    /// The places as seen from the system's current position; nil before the first fix.
    public private(set) var view: PlaceView?
    /// The latest orientation; nil before the first.
    public private(set) var orientation: UnitQuaternion?

    /// The correction of bearings in the tracked scene; nil for a system without a scene, and before the first
    /// correction.
    public var sceneTurn: Angle? {
        guard let turn = locator?.aligner.turn, turn != .none else { return nil }
        return turn.clockwise
    }

    private let set: PlaceSet
    private let law: PlaceDirectionLaw
    private let projection: any ScreenProjection
    private let loop: DisplayLoop
    private var locator: SceneLocator?
    private var height: Metres = 0
    private var offset: OffsetEarthFrame?
    private var start: Seconds?
    private var drawings = 0
    private let fetchInterval: Seconds?
    private var reported: GeodeticPosition?
    private var nextFetch: Seconds?
    private let hidesWithoutOrientation: Bool
    /// Whether pictures are empty because the latest samples have no orientation.
    private var isHidden = false

    /// Creates a replay in its initial state.
    ///
    /// - Parameters:
    ///   - system: system to replay.
    ///   - set: places that it can show.
    ///   - rates: mean rates of the recorded streams.
    ///   - declination: magnetic declination at the place and time of the recording, east positive; nil uses magnetic
    ///     north as true north.
    public init(_ system: DescribedSystem, places set: PlaceSet, rates: [SensorKind: Hertz], declination: Angle?) {
        self.system = system
        self.set = set
        pipeline = Pipeline(system.orientation, rates: rates, declination: declination)
        gate = system.locationGate
        locator = system.sceneLocator
        law = system.directionLaw
        projection = system.projection
        loop = system.displayLoop
        fetchInterval = system.fetchInterval
        hidesWithoutOrientation = system.hidesWithoutOrientation
    }

    /// Processes a fix if the gate accepts it, and draws the pictures that are due before it.
    ///
    /// Fixes must be in the order of time, and before samples of the same time.
    public mutating func process(_ fix: LocationFix, at time: Seconds, draw: (SystemFrame) -> Void) {
        drawDue(before: time, draw)
        guard gate.admits(fix, at: time), let position = GeodeticPosition(fix, heightIfMissing: height) else { return }
        height = position.height
        guard locator == nil else {
            _ = locator?.process(fix, at: time)
            return
        }
        guard let fetchInterval else { return place(at: position) }
        reported = position
        if nextFetch == nil { nextFetch = time }
        fetch(at: time, every: fetchInterval)
    }

    /// Uses the position that was reported last, if a fetch is due.
    private mutating func fetch(at time: Seconds, every interval: Seconds) {
        guard let due = nextFetch, time >= due, let position = reported else { return }
        // Fetches within a gap are skipped.
        nextFetch = due + ((time - due) / interval).rounded(.down) * interval + interval
        if position != view?.position { place(at: position) }
    }

    /// Sets the position of the device without a fix.
    public mutating func place(at position: GeodeticPosition) {
        let here = OffsetEarthFrame(offset: ECEFPosition(position))
        let offset = system.movesOffset ? here : offset ?? here
        self.offset = offset
        view = PlaceView(
            set,
            from: position,
            law: law,
            projection: projection,
            radius: system.radius,
            offset: offset
        )
    }

    /// Processes a pose of the tracked scene, and draws the pictures that are due up to it.
    ///
    /// Poses must be before samples of the same time. A system without a tracked scene ignores them.
    public mutating func process(_ pose: Pose, at time: Seconds, draw: (SystemFrame) -> Void) {
        guard locator != nil else { return }
        drawDue(before: time, draw)
        _ = locator?.process(pose, at: time)
        guard let attitude = locator?.orientation else { return }
        advance(SensorFrame(time: time, attitude: attitude), draw)
    }

    /// Processes the samples of one moment, and draws the pictures that are due up to it.
    public mutating func process(_ frame: SensorFrame, draw: (SystemFrame) -> Void) {
        if start == nil, frame.time.isFinite { start = frame.time }
        var frame = frame
        // The attitudes of a tracked scene are those of its poses.
        if locator != nil { frame.attitude = nil }
        advance(frame, draw)
        drawDue(before: frame.time, draw)
        if let fetchInterval { fetch(at: frame.time, every: fetchInterval) }
    }

    /// Passes a frame to the pipeline. Pictures that are due before an orientation are drawn without it.
    private mutating func advance(_ frame: SensorFrame, _ draw: (SystemFrame) -> Void) {
        var outputs: [(time: Seconds, orientation: UnitQuaternion)] = []
        let failures = pipeline.withoutOrientation
        pipeline.process(frame) { outputs.append(($0, $1)) }
        if hidesWithoutOrientation, outputs.isEmpty, pipeline.withoutOrientation > failures {
            drawDue(before: frame.time, draw)
            isHidden = orientation != nil
            if loop == .onSample { self.draw(at: frame.time, draw) }
        }
        for output in outputs {
            drawDue(before: output.time, draw)
            (orientation, isHidden) = (output.orientation, false)
            if loop == .onSample { self.draw(at: output.time, draw) }
        }
    }

    /// Draws the remaining pictures up to and including a moment.
    public mutating func finish(at time: Seconds, draw: (SystemFrame) -> Void) {
        drawDue(before: time.nextUp, draw)
    }

    private mutating func drawDue(before time: Seconds, _ draw: (SystemFrame) -> Void) {
        guard case .rate(let rate) = loop, let start, time.isFinite,
            let first = DrawingTimes.first(from: drawings, start: start, rate: rate, before: time)
        else { return }
        drawings = first
        while start + Double(drawings) / rate < time {
            self.draw(at: start + Double(drawings) / rate, draw)
            drawings += 1
        }
    }

    private mutating func draw(at time: Seconds, _ draw: (SystemFrame) -> Void) {
        if let point = locator?.point, let position = GeodeticPosition(point: point, height: height),
            position != view?.position
        {
            place(at: position)
        }
        guard let orientation, var view else { return }
        self.view = nil
        let places = isHidden ? [] : view.visible(orientation)
        self.view = view
        let viewpoint = Viewpoint(
            time: time,
            orientation: orientation,
            point: view.position.point,
            altitude: view.position.height
        )
        draw(SystemFrame(viewpoint: viewpoint, places: places, view: view))
    }
}

/// The moments at which a display draws: start + number/rate.
package enum DrawingTimes {
    /// The largest number of drawings between two samples (17 s at 60 Hz). More are due to a gap or a wrong time stamp.
    private static let mostAtOnce = 1_000.0

    /// The number of the first drawing from `number` on and before `end`. If far too many are due, only the last ones
    /// are drawn. Nil if a `Double` cannot distinguish the moments.
    package static func first(from number: Int, start: Seconds, rate: Hertz, before end: Seconds) -> Int? {
        let due = (end - start) * rate
        guard due - Double(number) > mostAtOnce else { return number }
        guard due < 0x1p53, (end - 1 / rate) < end else { return nil }
        return Int(checked: due - mostAtOnce)
    }
}
