public import Geodesy
public import SensorModel

/// A described system at work: samples and fixes in, pictures out; one pass, causal. A value: a copy is a saved state.
///
/// It draws from the moment at which it knows an orientation and a position, with the latest of both. At a fixed rate the
/// drawings are counted from the first frame of samples; one that falls together with samples has them.
public struct SystemReplay: Sendable {
    public let system: DescribedSystem
    public private(set) var pipeline: Pipeline
    public private(set) var gate: LocationGate
    /// The places as the system last saw them; nil before the first fix.
    public private(set) var view: PlaceView?
    /// The latest orientation; nil before the first.
    public private(set) var orientation: UnitQuaternion?

    /// By which bearings in the tracked scene were turned so far; nil for a system that tracks none, and before the
    /// fixes told.
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
    /// Whether pictures are empty, because the latest samples gave no orientation.
    private var isHidden = false

    /// - Parameters:
    ///   - system: what is replayed.
    ///   - set: the places that it may show.
    ///   - rates: the mean rate of each stream that the recording holds.
    ///   - declination: of the magnetic field at the place and time of the recording, east positive; nil takes magnetic
    ///     north for true north.
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

    /// Takes in a fix, where the gate lets it through. Fixes are given before the samples of the same moment, in the
    /// order of time.
    public mutating func take(_ fix: LocationFix, at time: Seconds, draw: (SystemFrame) -> Void) {
        drawDue(before: time, draw)
        guard gate.admits(fix, at: time), let position = GeodeticPosition(fix, heightIfMissing: height) else { return }
        height = position.height
        guard locator == nil else {
            _ = locator?.take(fix, at: time)
            return
        }
        guard let fetchInterval else { return stand(at: position) }
        reported = position
        if nextFetch == nil { nextFetch = time }
        fetch(at: time, every: fetchInterval)
    }

    /// Takes over the position that was reported last, when it is time to.
    private mutating func fetch(at time: Seconds, every interval: Seconds) {
        guard let due = nextFetch, time >= due, let position = reported else { return }
        // Fetches that fell into a gap are past.
        nextFetch = due + ((time - due) / interval).rounded(.down) * interval + interval
        if position != view?.position { stand(at: position) }
    }

    /// Puts the device somewhere without a fix.
    public mutating func stand(at position: GeodeticPosition) {
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

    /// Takes in a pose of the tracked scene, and gives the pictures that are drawn up to it. Poses of one moment with
    /// samples are given before these. A system that tracks no scene takes no notice.
    public mutating func take(_ pose: Pose, at time: Seconds, draw: (SystemFrame) -> Void) {
        guard locator != nil else { return }
        drawDue(before: time, draw)
        _ = locator?.take(pose, at: time)
        guard let attitude = locator?.orientation else { return }
        advance(SensorFrame(time: time, attitude: attitude), draw)
    }

    /// Takes in the samples of one moment, and gives the pictures that are drawn up to it.
    public mutating func take(_ frame: SensorFrame, draw: (SystemFrame) -> Void) {
        if start == nil, frame.time.isFinite { start = frame.time }
        var frame = frame
        // A tracked scene's attitudes come with its poses.
        if locator != nil { frame.attitude = nil }
        advance(frame, draw)
        drawDue(before: frame.time, draw)
        if let fetchInterval { fetch(at: frame.time, every: fetchInterval) }
    }

    /// Passes a frame on to the pipeline. Pictures that are due before an orientation are drawn without it.
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

    /// Gives the pictures that are still to be drawn up to a moment, that moment too.
    public mutating func finish(at time: Seconds, draw: (SystemFrame) -> Void) {
        drawDue(before: time.nextUp, draw)
    }

    private mutating func drawDue(before time: Seconds, _ draw: (SystemFrame) -> Void) {
        guard case .rate(let rate) = loop, let start, time.isFinite,
            let first = SteadyMoments.first(from: drawings, start: start, rate: rate, before: time)
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
            stand(at: position)
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
