public import Geodesy
import SensorFilters
public import SensorModel

/// A replay of an AR system, which computes pictures from samples and fixes in one causal pass.
///
/// The type has value semantics: a copy of a replay includes its state.
///
/// Drawing starts when both orientation and position are known, and uses the latest values of both. At a fixed rate,
/// the drawing times start at the first sample. If a picture is due at the time of a sample, the picture uses this
/// sample.
///
/// ```swift
/// var replay = SystemReplay(system, places: PlaceSet(places), rates: rates, declination: nil)
/// replay.process(fix, at: 0.0) { picture in print(picture.places.count) }
/// replay.process(frame) { picture in print(picture.places.count) }
/// ```
public struct SystemReplay: Sendable {
    /// The system that is replayed.
    public let system: DescribedSystem
    /// The running pipeline, which computes orientations.
    public private(set) var pipeline: Pipeline
    /// The gate that accepts or rejects fixes, and counts them.
    public private(set) var gate: LocationGate
    /// The view of the places from the system's current position; `nil` before the first fix.
    public private(set) var view: PlaceView?
    /// The latest orientation, device → Earth; `nil` before the first one.
    public private(set) var orientation: UnitQuaternion?

    /// The rotation that corrects bearings in the tracked scene, clockwise; `nil` before the first correction, and for
    /// a system that does not track a scene.
    public var sceneTurn: Angle? {
        guard let turn = locator?.aligner.turn, turn != .none else { return nil }
        return turn.clockwise
    }

    private let fixedPlaces: PlaceSet
    private var set: PlaceSet
    private var moving: MovingPlaceReports
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
    /// A Boolean value that indicates whether pictures are empty because the latest samples gave no orientation.
    private var isHidden = false

    /// Creates a replay in its initial state.
    ///
    /// - Parameters:
    ///   - system: the system to replay.
    ///   - set: the places that the system can show.
    ///   - moving: the moving places. In ``PlaceView/places``, they come after the places of `set`.
    ///   - rates: the mean rates of the recorded streams.
    ///   - declination: the magnetic declination at the place and time of the recording, east positive. With `nil`,
    ///     magnetic north is used as true north.
    public init(
        _ system: DescribedSystem,
        places set: PlaceSet,
        moving: [MovingPlace] = [],
        rates: [SensorKind: Hertz],
        declination: Angle?
    ) {
        self.system = system
        fixedPlaces = set
        self.set = set
        self.moving = system.reports(of: moving)
        pipeline = Pipeline(system.orientation, rates: rates, declination: declination)
        gate = system.locationGate
        locator = system.sceneLocator
        law = system.directionLaw
        projection = system.projection
        loop = system.displayLoop
        fetchInterval = system.fetchInterval
        hidesWithoutOrientation = system.hidesWithoutOrientation
    }

    /// Draws the pictures that are due before a fix, then processes the fix if the gate accepts it.
    ///
    /// Fixes must be in order of time. A fix must be processed before samples of the same time.
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

    /// Performs a fetch if one is due: the last reported position becomes the user's position.
    private mutating func fetch(at time: Seconds, every interval: Seconds) {
        guard let due = nextFetch, time >= due, let position = reported else { return }
        // Fetches that were due during a gap are skipped.
        nextFetch = due + ((time - due) / interval).rounded(.down) * interval + interval
        if position != view?.position { place(at: position) }
    }

    /// Sets the position of the device directly, without a fix.
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

    /// Processes a pose in the tracked scene, and draws the pictures that are due up to its time.
    ///
    /// A pose must be processed before samples of the same time. A system that does not track a scene ignores poses.
    public mutating func process(_ pose: Pose, at time: Seconds, draw: (SystemFrame) -> Void) {
        guard locator != nil else { return }
        drawDue(before: time, draw)
        _ = locator?.process(pose, at: time)
        guard let attitude = locator?.orientation else { return }
        advance(SensorFrame(time: time, attitude: attitude), draw)
    }

    /// Processes the samples that have the same time, and draws the pictures that are due before that time.
    public mutating func process(_ frame: SensorFrame, draw: (SystemFrame) -> Void) {
        if start == nil, frame.time.isFinite { start = frame.time }
        var frame = frame
        // A system that tracks a scene uses the attitudes of the poses instead.
        if locator != nil { frame.attitude = nil }
        advance(frame, draw)
        drawDue(before: frame.time, draw)
        if let fetchInterval { fetch(at: frame.time, every: fetchInterval) }
    }

    /// Processes a frame in the pipeline. Pictures that are due before a new orientation use the previous orientation.
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

    /// Draws the remaining pictures that are due up to and including this time.
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
        if let start, let moved = moving.fetch(at: time, from: start) {
            set = PlaceSet(fixedPlaces.places + moved)
            if let position = view?.position { place(at: position) }
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

/// Computes the times at which a display draws: start + k/rate, with k = 0, 1, 2 and so on.
package enum DrawingTimes {
    /// The maximum number of pictures that are drawn between two samples (17 s at 60 Hz). A larger number indicates a
    /// gap or a wrong time stamp.
    private static let maximumAtOnce = 1_000.0

    /// Returns the number k of the first drawing, at or after `number`, that is not skipped. If more than
    /// ``maximumAtOnce`` drawings are due before `end`, all but the last are skipped. Returns `nil` if the drawing times
    /// are too close for `Double`.
    package static func first(from number: Int, start: Seconds, rate: Hertz, before end: Seconds) -> Int? {
        let due = (end - start) * rate
        guard due - Double(number) > maximumAtOnce else { return number }
        guard due < 0x1p53, (end - 1 / rate) < end else { return nil }
        return Int(checked: due.rounded(.up) - 1)
    }
}

/// The objects that perform the computations of the stages of an AR system.
extension DescribedSystem {
    /// The locator of the tracked scene, in its initial state; `nil` for a system that does not track a scene.
    public var sceneLocator: SceneLocator? {
        guard let tracking = values[.tracking], tracking.word("poses") == "aligned" else { return nil }
        return SceneLocator(SceneLocator.Parameters(tracking: tracking))
    }

    /// The gate that selects fixes, in its initial state.
    public var locationGate: LocationGate {
        LocationGate(
            maximumSpeed: number(.location, "maximumSpeed"),
            reportDistance: number(.location, "reportDistance"),
            worstAccuracy: number(.location, "accuracyLimit")
        )
    }

    /// The interval in seconds at which reported positions are fetched; `nil` if positions are used immediately.
    public var fetchInterval: Seconds? { number(.location, "fetchInterval") }

    /// The computation of directions and distances of places.
    public var directionLaw: PlaceDirectionLaw {
        let vertical = PlaceDirectionLaw.verticals.first { $0.name == word(.directions, "vertical") }
        return PlaceDirectionLaw(
            PlaceDirectionLaw.Kind(rawValue: word(.directions, "law")) ?? .tangentPlane,
            vertical: vertical?.value ?? .ellipsoidNormal,
            earthRadius: required(.directions, "earthRadius")
        )
    }

    /// A Boolean value that indicates whether the origin of ``PlaceDirectionLaw/Kind/offsetEarth`` is always the
    /// current position. Otherwise it is the first position.
    public var movesOffset: Bool { word(.directions, "offset") == "current" }

    /// A Boolean value that indicates whether the system draws no places while the samples determine no orientation. If
    /// `false`, the system draws the places with the last known orientation.
    public var hidesWithoutOrientation: Bool {
        orientation.estimator.values.word("beyondOneG") == CompassHeading.BeyondOneG.none.rawValue
    }

    /// The times at which the system draws: at a fixed rate or at each orientation.
    public var displayLoop: DisplayLoop {
        word(.display, "loop") == "sample" ? .onSample : .rate(required(.display, "rate"))
    }

    /// The screen in pixels, and its rotation on the device.
    public var screen: Screen {
        Screen(
            width: required(.screen, "width"),
            height: required(.screen, "height"),
            rotation: Angle(degrees: required(.screen, "rotation"))
        )
    }

    /// The camera, with the axes of the screen.
    public var camera: Camera {
        guard let camera = Self.camera(of: values[.camera]) else {
            preconditionFailure("the initialiser rejects a system without a camera")
        }
        return camera
    }

    /// The projection that the system uses.
    public var projection: any ScreenProjection {
        guard word(.projection, "kind") == "linearDegrees" else {
            guard let view = number(.projection, "fieldOfView") else { return exactProjection }
            // tan(θ_h/2) = tan(θ_v/2) · width/height, as in PerspectiveCamera of three.js
            let vertical = Angle(degrees: view)
            let half = Angle(radians: vertical.radians / 2).tangent * screen.width / screen.height
            let horizontal = Angle(radians: 2 * Angle(ofPoint: 1, half).radians)
            return PerspectiveProjection(
                camera: .fieldOfView(horizontal: horizontal, vertical: vertical),
                screen: screen
            )
        }
        return LinearDegreesProjection(
            screen: screen,
            pixelsPerDegree: required(.projection, "pixelsPerDegree"),
            viewSize: required(.projection, "viewSize")
        )
    }

    /// The exact perspective of the camera on the system's screen, independent of the projection that the system uses.
    public var exactProjection: PerspectiveProjection { PerspectiveProjection(camera: camera, screen: screen) }

    /// The maximum distance of a shown place in metres, as the system measures it.
    public var radius: Metres { required(.places, "radius") }

    /// Returns the reports of these moving places. The system has not yet fetched any report.
    func reports(of moving: [MovingPlace]) -> MovingPlaceReports {
        MovingPlaceReports(
            moving,
            interval: number(.places, "updateInterval"),
            distance: number(.places, "updateDistance") ?? 0
        )
    }

    /// The number of places in a ring around the user. The ring is used if no places are specified.
    public var ringCount: Int { Int(saturating: required(.places, "ringCount")) }

    /// The rates in hertz at which the system samples sensors. Sensors that are read at their recorded rate are not
    /// included.
    public var samplingRates: [SensorKind: Hertz] {
        var rates: [SensorKind: Hertz] = [:]
        for sensor in [SensorKind.accelerometer, .magnetometer] {
            rates[sensor] = number(.sampling, "\(sensor.rawValue)Rate")
        }
        return rates
    }

    /// The size and arrangement of labels.
    public var labelLayout: LabelLayout {
        LabelLayout(
            width: required(.labels, "labelWidth"),
            height: required(.labels, "labelHeight"),
            arrangement: LabelLayout.Arrangement(rawValue: word(.labels, "arrangement")) ?? .anchored,
            eyeHeight: required(.labels, "eyeHeight"),
            focalLength: exactProjection.focalLength.y
        )
    }

    /// The time in seconds between aiming at a label and tapping it.
    public var tapDelay: Seconds { required(.labels, "tapDelay") }

    /// A Boolean value that indicates whether labels are rotated to the horizon. Otherwise they are parallel to the
    /// screen's edges.
    public var rotatesLabels: Bool { word(.labels, "labelRoll") == "rotated" }

    /// The distance in metres that the radar's edge represents, and the number of equal sectors into which the
    /// directions are divided.
    public var radar: (range: Metres, sectors: Int) {
        (required(.radar, "radarRange"), Int(saturating: required(.radar, "sectors")))
    }

    /// Returns the streams that the system requires.
    ///
    /// - Parameter isCompassRecorded: whether the recording has compass readings.
    public func requiredSensors(isCompassRecorded: Bool) -> [SensorKind] {
        let sensors = orientation.requiredSensors(isCompassRecorded: isCompassRecorded)
        return sceneLocator == nil ? sensors : sensors.map { $0 == .attitude ? .pose : $0 }
    }

    static func camera(of values: ParameterValues?) -> Camera? {
        guard let values else { return nil }
        if let horizontal = values.number("horizontalView"), let vertical = values.number("verticalView") {
            return .fieldOfView(horizontal: Angle(degrees: horizontal), vertical: Angle(degrees: vertical))
        }
        guard let focalLength = values.number("focalLength"), let width = values.number("sensorWidth"),
            let height = values.number("sensorHeight")
        else { return nil }
        return .physical(focalLength: focalLength, sensorWidth: width, sensorHeight: height)
    }

    private func number(_ stage: SystemStage, _ name: String) -> Double? { values[stage]?.number(name) }

    private func required(_ stage: SystemStage, _ name: String) -> Double {
        guard let value = number(stage, name) else { preconditionFailure("\(name) has a default") }
        return value
    }

    private func word(_ stage: SystemStage, _ name: String) -> String { values[stage]?.word(name) ?? "" }
}

/// The times at which a system draws. Between two drawings, the screen does not change.
public enum DisplayLoop: Sendable, Hashable {
    /// A fixed rate from the first sample on, with the latest orientation and position.
    case rate(Hertz)
    /// A picture for each new orientation.
    case onSample
}

/// Selects the fixes that a system uses. Inaccurate fixes, and fixes that are too close to the last reported fix, are
/// dropped.
///
/// iBetelgeuse drops a fix if its accuracy is worse than a bound. This bound is the last fix's accuracy plus the
/// largest possible motion since the last fix (Stevense & van der Tak 2010, section 4.4.1). iLocator reports a position
/// after each 10 m (Bertram 2012, section 3.4.3). LocAR.js drops fixes with an accuracy worse than 100 m
/// (`gpsMinAccuracy`). Each fix takes O(1) time.
///
/// ```swift
/// var gate = LocationGate(maximumSpeed: 200)
/// let isUsed = gate.admits(fix, at: 12.5)
/// ```
public struct LocationGate: Sendable {
    /// The maximum speed of the device in m/s, for iBetelgeuse's bound; `nil` for no bound.
    public let maximumSpeed: Double?
    /// The minimum distance in metres from the last reported fix; `nil` for no limit.
    public let reportDistance: Metres?
    /// The upper limit of a fix's reported horizontal accuracy in metres. Fixes above the limit are dropped. `nil`
    /// means no limit.
    public let worstAccuracy: Metres?
    /// The number of fixes that were dropped because they were closer than ``reportDistance``.
    public private(set) var near = 0
    /// The number of fixes that were dropped because of ``worstAccuracy`` or ``maximumSpeed``.
    public private(set) var dropped = 0
    /// The number of fixes that had no valid location, or were not later than the last fix.
    public private(set) var unusable = 0
    /// The number of fixes that the system uses.
    public private(set) var accepted = 0
    private var last: (accuracy: Metres?, time: Seconds)?
    private var reported: GeographicPoint?

    /// Creates a gate that has not received a fix.
    ///
    /// - Parameters:
    ///   - maximumSpeed: the maximum speed of the device in m/s, at least 0; `nil` for no bound. A fix is dropped if
    ///     its accuracy is worse than the last fix's accuracy plus this speed times the interval.
    ///   - reportDistance: the minimum distance in metres between two reported fixes, at least 0; `nil` for no limit.
    ///   - worstAccuracy: the largest reported accuracy of an accepted fix in metres, at least 0; `nil` for no limit.
    ///     Fixes without accuracy are accepted.
    public init(maximumSpeed: Double? = nil, reportDistance: Metres? = nil, worstAccuracy: Metres? = nil) {
        self.worstAccuracy = worstAccuracy
        self.maximumSpeed = maximumSpeed
        self.reportDistance = reportDistance
    }

    /// Returns `true` if a fix is used, and updates the counts. The accuracy limits do not apply to a fix without
    /// accuracy. After such a fix, the bound of ``maximumSpeed`` does not apply to the next fix, either.
    public mutating func admits(_ fix: LocationFix, at time: Seconds) -> Bool {
        guard let point = fix.point, time.isFinite, last.map({ time > $0.time }) ?? true else {
            unusable += 1
            return false
        }
        if let worstAccuracy, let accuracy = fix.horizontalAccuracyMetres, accuracy > worstAccuracy {
            dropped += 1
            return false
        }
        // Dropped if r_n > r_{n−1} + v_max (t_n − t_{n−1}).
        if let maximumSpeed, let last, let before = last.accuracy, let now = fix.horizontalAccuracyMetres,
            now > before + maximumSpeed * (time - last.time)
        {
            dropped += 1
            return false
        }
        last = (fix.horizontalAccuracyMetres, time)
        if let reportDistance, let reported,
            let distance = Haversine().distance(from: reported, to: point), distance < reportDistance
        {
            near += 1
            return false
        }
        reported = point
        accepted += 1
        return true
    }
}

/// A picture that a system draws, with the estimated position and the places on the screen.
public struct SystemFrame: Sendable {
    /// The system's estimate of the device's position and orientation at the time of drawing.
    public let viewpoint: Viewpoint
    /// The visible places within the system's radius, nearest first.
    public let places: [ShownPlace]
    /// The view from which the picture was drawn. The view also provides the pixels of places outside the screen.
    public let view: PlaceView

    /// The time of drawing, in seconds.
    public var time: Seconds { viewpoint.time }
}

/// A place with its position on the screen.
public struct ShownPlace: Sendable, Hashable {
    /// The index of the place.
    public let place: Int
    /// The pixel of the place, and whether the place is visible.
    public let placement: ScreenPlacement
    /// The distance of the place in metres, as the system measures it.
    public let distance: Metres

    /// Creates a place from its parts.
    public init(place: Int, placement: ScreenPlacement, distance: Metres) {
        self.place = place
        self.placement = placement
        self.distance = distance
    }
}

/// The position and orientation of a device at one time.
public struct Viewpoint: Sendable, Hashable {
    /// The time in seconds.
    public var time: Seconds
    /// The rotation from device to Earth (East, North, Up). Device axes are x right, y up along the screen, z out of
    /// the screen; the camera looks along −z.
    public var orientation: UnitQuaternion
    /// The latitude and longitude of the device.
    public var point: GeographicPoint
    /// The altitude of the device in metres.
    public var altitude: Metres

    /// Creates a viewpoint from its parts.
    public init(time: Seconds, orientation: UnitQuaternion, point: GeographicPoint, altitude: Metres) {
        self.time = time
        self.orientation = orientation
        self.point = point
        self.altitude = altitude
    }
}

/// The positions of moving places that a system knows: each place reports its position, and the system fetches the
/// reports at intervals.
struct MovingPlaceReports: Sendable {
    private let places: [MovingPlace]
    private let interval: Seconds?
    private let distance: Metres
    private var next: [Int]
    private var reports: [MovingPlace.Fix]
    private var fetched = -Seconds.infinity

    init(_ places: [MovingPlace], interval: Seconds?, distance: Metres) {
        self.places = places
        self.interval = interval
        self.distance = distance
        next = places.map { _ in 1 }
        reports = places.map { $0.fixes[0] }
    }

    /// Fetches the positions of the places if a fetch is due, and returns the places at these positions. Returns `nil`
    /// if nothing was fetched since the last call.
    ///
    /// - Parameters:
    ///   - time: the time in seconds; not before the time of the last call.
    ///   - start: the time of any one of the regular fetches, in seconds.
    mutating func fetch(at time: Seconds, from start: Seconds) -> [PointOfInterest]? {
        let due = interval.map { start + ((time - start) / $0).rounded(.down) * $0 } ?? time
        guard !places.isEmpty, due > fetched else { return nil }
        fetched = due
        for index in places.indices { report(index, until: due) }
        return zip(places, reports).map { place, fix in
            PointOfInterest(name: place.name, point: fix.point, altitude: fix.altitude)
        }
    }

    private mutating func report(_ index: Int, until time: Seconds) {
        let fixes = places[index].fixes
        while next[index] < fixes.count, fixes[next[index]].time <= time {
            let fix = fixes[next[index]]
            let moved = Haversine().distance(from: reports[index].point, to: fix.point)
            if moved ?? 0 >= distance { reports[index] = fix }
            next[index] += 1
        }
    }
}
