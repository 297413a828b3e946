import Geodesy
import Pipelines
import Recordings
import SensorModel

/// The comparison of the picture on an AR system's screen with the camera's view, for each display frame.
///
/// The screen does not change between drawings, so each display frame shows the picture that was drawn last. Memory
/// grows with the number of display frames and the number of places in the camera's view.
struct ScreenMeter {
    let truth: TrueViewpoints
    /// The user's specified position, or the first fix. This position is used if neither the true position nor the
    /// position of a drawn picture is known.
    let station: GeodeticPosition?
    private let exact: PerspectiveProjection
    private let radius: Metres
    private let places: PlaceSet
    private let moving: [MovingPlace]
    /// The rate of the display frames, in hertz.
    let displayRate: Hertz
    /// The time of the first display frame, in seconds.
    let start: Seconds
    private var frameCount = 0

    private var picture: SystemFrame?
    private var view: PlaceView?
    private var trueView: PlaceView?
    /// The previous display frame: the shown picture and the device's true orientation.
    private var before: (view: PlaceView, places: Set<Int>, orientation: UnitQuaternion, reference: UnitQuaternion)?
    private var cursors = (truth: 0, turns: 0, position: 0, mask: 0, frame: 0, drawing: 0)

    /// The orientation for which the shown picture was drawn, at each display frame.
    private(set) var shown = Estimates()
    private(set) var redraw = RedrawTally()
    private(set) var screen = ScreenTally()
    private(set) var labels: LabelTally
    /// The errors of labels, radar, list and arrows; `nil` if the options request none of their metrics.
    private(set) var guidance: GuidanceTally?
    private(set) var locationErrors: [Metres] = []
    /// The pixel errors of moving places.
    private(set) var movingScreen = ScreenTally()
    /// The horizontal distances between the true and the shown positions of moving places, at each display frame.
    private(set) var movingErrors: [Metres] = []
    /// The path of the place that ``recorded`` selects, with one element per display frame.
    private(set) var moments: [SystemPaths.Moment] = []
    /// The place whose path is recorded, and the time span of the path; `nil` to record no path.
    var recorded: (place: Int, span: ClosedRange<Seconds>)?
    /// The time span in which all display frames are recorded; `nil` to record no display frames.
    var recordedSpan: ClosedRange<Seconds>?
    /// The display frames in ``recordedSpan``; their times are in ``frameTimes``.
    private(set) var frames: [ScreenReplay.Frame] = []
    private(set) var frameTimes: [Seconds] = []
    /// The causes of the errors of drawn places; `nil` unless they are measured.
    var budget: ErrorBudgetTally?

    init(
        _ system: DescribedSystem,
        places: PlaceSet,
        moving: [MovingPlace],
        truth: TrueViewpoints,
        station: GeodeticPosition?,
        options: EvaluationOptions,
        start: Seconds
    ) {
        self.truth = truth
        self.station = station
        self.places = places
        self.moving = moving
        displayRate = options.displayRate
        self.start = start
        labels = LabelTally(system, displayRate: displayRate)
        guidance = options.asks(for: GuidanceTally.metrics) ? GuidanceTally(system) : nil
        exact = system.exactProjection
        radius = system.radius
        screen.diagonal = (exact.screen.width * exact.screen.width + exact.screen.height * exact.screen.height)
            .squareRoot()
        movingScreen.diagonal = screen.diagonal
    }

    /// Adds the next picture, after measuring the display frames that showed the previous picture.
    mutating func add(_ next: SystemFrame) {
        measure(before: next.time)
        redraw.count(next, after: picture)
        picture = next
        view = next.view
    }

    /// Measures the last picture at all remaining display frames up to and including `time`.
    mutating func finish(at time: Seconds) { measure(before: time.nextUp) }

    private mutating func measure(before end: Seconds) {
        guard let first = DrawingTimes.first(from: frameCount, start: start, rate: displayRate, before: end) else {
            return
        }
        frameCount = first
        while true {
            let time = start + Double(frameCount) / displayRate
            guard time < end else { return }
            frameCount += 1
            record(at: time)
            recordFrame(at: time)
            guard let picture else { continue }
            shown.append(picture.viewpoint.orientation, at: time)
            labels.add(picture.places, among: picture.view.places.places, at: time)
            measureMotion(of: picture, at: time)
            measurePlaces(of: picture, at: time)
        }
    }

    /// Measures the motion of places since the previous display frame, without the motion that the device's rotation
    /// causes.
    ///
    /// The expected position of a place follows from the system's projection and the true rotation of the device.
    private mutating func measureMotion(of picture: SystemFrame, at time: Seconds) {
        guard let reference = truth.turns?.orientation(at: time, from: &cursors.turns) else {
            before = nil
            return
        }
        if let before {
            // q̂_{k−1} ⊗ (q_{k−1}* ⊗ q_k)
            let expected = before.orientation * (before.reference.conjugate * reference)
            var old = before.view
            for place in picture.places where before.places.contains(place.place) {
                let target = old.place(place.place, expected).placement
                guard let from = target.point, !target.isOnUserSide, let to = place.placement.point else { continue }
                screen.countMotion(from: from, to: to)
            }
        }
        before = (picture.view, Set(picture.places.map(\.place)), picture.viewpoint.orientation, reference)
    }

    private mutating func measurePlaces(of picture: SystemFrame, at time: Seconds) {
        guard truth.counts(at: time, from: &cursors.mask) else { return }
        let believed = picture.view.position
        var position = believed
        if truth.reasonWithoutPosition == nil {
            guard let known = truth.position(at: time, from: &cursors.position) else { return }
            position = known
            locationErrors.append(Geodesic().distance(from: known.point, to: believed.point))
        }
        let orientation = truth.orientations?.orientation(at: time, from: &cursors.truth)
        guard let orientation, var view else { return }
        if trueView?.position != position { trueView = exactView(from: position) }
        guard var trueView else { return }
        (self.view, self.trueView) = (nil, nil)
        let seen = trueView.visible(orientation)
        if budget != nil, let then = truth.orientations?.orientation(at: picture.time, from: &cursors.drawing) {
            budget?.add(picture, seen: seen, from: position, orientation, then: then)
        }
        guidance?.add(picture, drawnFrom: &view, at: orientation, seenFrom: &trueView)
        measureMoving(of: picture, from: position, orientation, &view, at: time)
        let fixed = picture.places.map(\.place).filter { $0 < places.places.count }
        screen.countVisible(shown: fixed, seen: seen.map(\.place))
        for place in seen {
            let placement = view.place(place.place, picture.viewpoint.orientation).placement
            screen.countError(of: placement, at: place)
        }
        (self.view, self.trueView) = (view, trueView)
    }

    /// Measures the errors of the moving places whose true position is known.
    private mutating func measureMoving(
        of picture: SystemFrame,
        from position: GeodeticPosition,
        _ orientation: UnitQuaternion,
        _ view: inout PlaceView,
        at time: Seconds
    ) {
        guard !moving.isEmpty else { return }
        let frame = LocalTangentFrame(at: position)
        for (number, place) in moving.enumerated() {
            guard let fix = place.position(at: time),
                let target = GeodeticPosition(point: fix.point, height: fix.altitude ?? position.height)
            else { continue }
            let index = places.places.count + number
            movingErrors.append(
                Geodesic().distance(from: target.point, to: picture.view.places.places[index].point)
            )
            let direction = frame.local(target)
            let seen = exact.placement(ofDirection: direction, orientation: orientation)
            guard seen.isVisible, direction.length <= radius else { continue }
            movingScreen.countError(
                of: view.place(index, picture.viewpoint.orientation).placement,
                at: ShownPlace(place: index, placement: seen, distance: direction.length)
            )
        }
    }

    private mutating func record(at time: Seconds) {
        guard let recorded, recorded.span.contains(time) else { return }
        var seen: ScreenPlacement?
        let position = truth.position(at: time, from: &cursors.position) ?? picture?.view.position ?? station
        if let position, let orientation = truth.orientations?.orientation(at: time, from: &cursors.truth) {
            if trueView?.position != position { trueView = exactView(from: position) }
            seen = trueView?.place(recorded.place, orientation).placement
        }
        var drawn: ScreenPlacement?
        if let picture { drawn = view?.place(recorded.place, picture.viewpoint.orientation).placement }
        let spots = (drawn: SystemPaths.Spot(drawn), seen: SystemPaths.Spot(seen))
        moments.append(SystemPaths.Moment(time: time - start, drawn: spots.drawn, seen: spots.seen))
    }

    /// Records a display frame with its drawn and seen places, and compares them as in ``measurePlaces(of:at:)``.
    private mutating func recordFrame(at time: Seconds) {
        guard let recordedSpan, recordedSpan.contains(time) else { return }
        var frame = ScreenReplay.Frame()
        let reference = truth.orientations?.orientation(at: time, from: &cursors.frame)
        let known = truth.position(at: time, from: &cursors.position)
        let position = known ?? picture?.view.position ?? station
        var seen: [ShownPlace] = []
        if let reference, let position {
            if trueView?.position != position { trueView = exactView(from: position) }
            seen = trueView?.visible(reference) ?? []
        }
        frame.seen = seen.compactMap(ScreenReplay.Spot.init)
        let isPositionValid = truth.reasonWithoutPosition != nil || known != nil
        let isCompared = truth.counts(at: time, from: &cursors.mask) && isPositionValid
        if let picture, var view {
            let orientation = picture.viewpoint.orientation
            frame.orientation = orientation
            frame.drawn = picture.places.compactMap(ScreenReplay.Spot.init)
            if let reference, isCompared {
                frame.orientationError = (orientation.conjugate * reference).rotationAngle.degrees
            }
            let shown = Set(picture.places.map(\.place))
            for place in seen {
                let drawn = view.place(place.place, orientation)
                if !shown.contains(place.place), let spot = ScreenReplay.Spot(drawn) { frame.drawn.append(spot) }
                guard isCompared, let exact = place.placement.point else { continue }
                let point = drawn.placement.isOnUserSide ? nil : drawn.placement.point
                let error = point.map { min(exact.distance(to: $0), screen.diagonal) } ?? screen.diagonal
                frame.squaredError += error * error
                frame.compared += 1
            }
            self.view = view
        }
        frames.append(frame)
        frameTimes.append(time)
    }

    func exactView(from position: GeodeticPosition) -> PlaceView {
        PlaceView(exactly: places, from: position, projection: exact, radius: radius)
    }
}

extension PlaceView {
    /// Creates the view of a camera without errors.
    init(exactly places: PlaceSet, from position: GeodeticPosition, projection: PerspectiveProjection, radius: Metres) {
        self.init(
            places,
            from: position,
            law: PlaceDirectionLaw(.tangentPlane),
            projection: projection,
            radius: radius,
            offset: .unmoved
        )
    }
}

extension ScreenReplay.Spot {
    /// Creates the position of a shown place. Returns `nil` if the place is not in front of the camera.
    init?(_ shown: ShownPlace) {
        guard !shown.placement.isOnUserSide, let point = shown.placement.point else { return nil }
        self.init(place: shown.place, x: point.x, y: point.y)
    }
}

/// The accumulated errors and motions of the places on a screen.
struct ScreenTally {
    /// The limit in pixels above which the unexplained motion of a place counts as a jump. Motion is unexplained if the
    /// true rotation of the device between two display frames does not cause it. In the AR system AREA, a compass step
    /// of one degree moves places by 8.57 pixels.
    static let jump = 8.0

    /// The diagonal of the screen in pixels, which is also the maximum error.
    ///
    /// Errors are limited, because the tangent projection is unbounded and labels outside the screen are invisible at
    /// any distance.
    var diagonal = 0.0

    private var errors: [Double] = []
    private var motions = CompensatedSum(0)
    private var motionCount = 0
    private var jumps = 0
    private var shownCount = 0
    private var seenCount = 0
    private var wronglyShown = 0
    private var wronglyHidden = 0
    private var overlaps = CompensatedSum(0)
    private var overlapCount = 0

    mutating func countMotion(from expected: ScreenPoint, to point: ScreenPoint) {
        let motion = expected.distance(to: point)
        motions.add(motion * motion)
        motionCount += 1
        if motion > Self.jump { jumps += 1 }
    }

    mutating func countVisible(shown: [Int], seen: [Int]) {
        let both = Set(shown).intersection(seen).count
        let either = shown.count + seen.count - both
        shownCount += shown.count
        seenCount += seen.count
        wronglyShown += shown.count - both
        wronglyHidden += seen.count - both
        guard either > 0 else { return }
        overlaps.add(Double(both) / Double(either))
        overlapCount += 1
    }

    /// Adds the error of one place: the distance between two positions on the screen.
    ///
    /// - Parameters:
    ///   - placement: the position that the system draws.
    ///   - place: the position that the camera sees.
    mutating func countError(of placement: ScreenPlacement, at place: ShownPlace) {
        guard let exact = place.placement.point else { return }
        guard let point = placement.point, !placement.isOnUserSide else { return errors.append(diagonal) }
        errors.append(min(exact.distance(to: point), diagonal))
    }

    /// Sets the metrics of drawn and seen places.
    ///
    /// - Parameter reason: the reason why places cannot be compared with the camera's view; `nil` if they can be
    ///   compared.
    func measure(without reason: String?, into metrics: inout MetricValues) {
        measureMotion(into: &metrics)
        let names: [Metric] = [.pixelRMSE, .pixelMedian, .pixelP95, .wronglyShown, .wronglyHidden, .visibleJaccard]
        if let reason { return metrics.setUnmeasured(names, because: reason) }
        if let statistics = pixelErrors {
            metrics.set(.pixelRMSE, to: statistics.rmse)
            metrics.set(.pixelMedian, to: statistics.median)
            metrics.set(.pixelP95, to: statistics.p95)
        } else {
            metrics.setUnmeasured(names.prefix(3), because: "the camera never sees a place")
        }
        metrics.set(.wronglyShown, percent: wronglyShown, of: shownCount, orBecause: "the system never shows a place")
        metrics.set(.wronglyHidden, percent: wronglyHidden, of: seenCount, orBecause: "the camera never sees a place")
        let jaccard = overlapCount > 0 ? overlaps.value / Double(overlapCount) : nil
        metrics.set(.visibleJaccard, to: jaccard, orBecause: "no place is ever shown or seen")
    }

    /// The statistics of the places' pixel errors; `nil` if no place was compared.
    var pixelErrors: ErrorStatistics? { ErrorStatistics(errors) }

    private func measureMotion(into metrics: inout MetricValues) {
        guard motionCount > 0 else {
            return metrics.setUnmeasured(
                [.incrementRMSPixels, .pixelJumps],
                because: "no place is shown in two consecutive display frames with a known reference"
            )
        }
        metrics.set(.incrementRMSPixels, to: (motions.value / Double(motionCount)).squareRoot())
        metrics.set(.pixelJumps, to: Double(jumps))
    }
}

extension ScreenPoint {
    func distance(to other: ScreenPoint) -> Double {
        let (across, down) = (other.x - x, other.y - y)
        return (across * across + down * down).squareRoot()
    }
}

/// The numbers of places that a system moves, creates and removes per drawing.
///
/// The AR system AREA moves places that remain, creates new places, and removes all other places (Geiger 2012, listing
/// 6.2).
struct RedrawTally {
    private(set) var drawings = 0
    private var moved = 0
    private var created = 0
    private var gone = 0

    mutating func count(_ picture: SystemFrame, after before: SystemFrame?) {
        drawings += 1
        let now = Set(picture.places.map(\.place))
        let then = Set((before?.places ?? []).map(\.place))
        let stayed = now.intersection(then).count
        moved += stayed
        created += now.count - stayed
        gone += then.count - stayed
    }

    func measure(into metrics: inout MetricValues) {
        metrics.set(.drawnFrames, to: Double(drawings))
        guard drawings > 0 else {
            return metrics.setUnmeasured(
                [.redrawMoved, .redrawCreated, .redrawGone],
                because: "the system drew nothing"
            )
        }
        metrics.set(.redrawMoved, to: Double(moved) / Double(drawings))
        metrics.set(.redrawCreated, to: Double(created) / Double(drawings))
        metrics.set(.redrawGone, to: Double(gone) / Double(drawings))
    }
}

/// The true position and orientation of the device, as far as a recording contains them.
struct TrueViewpoints {
    /// The true orientations, device → Earth; `nil` if the reference is missing or its frame is not the Earth frame.
    private(set) var orientations: OrientationTrack?
    /// The reason why ``orientations`` is `nil`.
    private(set) var reasonWithoutOrientation: String?
    /// A remark on the heading difference that was removed from the true orientations; `nil` if none was removed.
    var headingRemark: String?
    /// The reference's orientations in any world frame, for rotations between two times; `nil` without a reference.
    let turns: OrientationTrack?
    /// The reason why the true position is missing; `nil` if it is known. Without a true position, the camera's view is
    /// computed for the position that the system uses.
    let reasonWithoutPosition: String?
    /// The reason why the true position is unknown, so that the errors of location fixes cannot be measured. It is
    /// `nil` if the true position is known, or if the system follows no fixes.
    let reasonWithoutTruePosition: String?

    private let isEvaluated: [Bool]?
    private let frame: LocalTangentFrame?
    private let positions: PositionReference?

    init(_ recording: Recording, reference: ComparisonReference, station: GeodeticPosition?) {
        let track = reference.stream.map { OrientationTrack($0) }
        turns = track
        reasonWithoutOrientation =
            track == nil ? reference.reasonWithout : reference.reasonWithoutFrame ?? reference.reasonWithoutNorth
        orientations = reasonWithoutOrientation == nil ? track : nil
        isEvaluated = reference.stream?.isEvaluated
        var (positions, reason): (PositionReference?, String?) = (nil, nil)
        if station != nil {
            reason = "the user's position is specified, not determined by the system"
        } else if (recording.location?.count ?? 0) == 0 {
            reason = "the recording has no location fixes"
        } else {
            (positions, reason) = Self.positions(of: recording, reference.kind)
        }
        self.positions = positions
        frame = positions?.origin.map { LocalTangentFrame(at: $0) }
        reasonWithoutPosition = reason
        let isDetermined = station == nil && recording.location?.count ?? 0 > 0
        reasonWithoutTruePosition = isDetermined ? reason : nil
    }

    private static func positions(of recording: Recording, _ kind: ReferenceKind) -> (PositionReference?, String?) {
        let unknown = "the recording has no true position on the Earth"
        guard kind == .truth else { return (nil, unknown) }
        do throws(Unmeasured) {
            let positions = try PositionReference(recording, skip: 0)
            return positions.origin == nil ? (nil, unknown) : (positions, nil)
        } catch {
            return (nil, error.reason)
        }
    }

    /// A remark on the fit of the true positions to the fixes; `nil` without a fit.
    var remark: String? { positions?.fit.map { "true positions: the recording's reference positions, \($0.text)" } }

    /// Rotates the true orientations about the vertical, so that their north agrees with the estimates' north.
    ///
    /// - Parameter turn: the angle, counterclockwise.
    mutating func turnNorth(by turn: Angle) {
        guard let turns else { return }
        orientations = turns.rotated(by: UnitQuaternion(angle: turn, axis: Vector3(0, 0, 1)))
        reasonWithoutOrientation = nil
    }

    /// Returns the true position at a time, or `nil` if the position is unknown.
    func position(at time: Seconds, from cursor: inout Int) -> GeodeticPosition? {
        guard let frame, let local = positions?.track.position(at: time, from: &cursor) else { return nil }
        return frame.position(ofLocal: local).geodetic()
    }

    /// Returns whether errors at a time are evaluated: `false` in masked parts of the recording.
    func counts(at time: Seconds, from cursor: inout Int) -> Bool {
        guard let isEvaluated, let turns else { return true }
        return turns.nearest(to: time, from: &cursor).map { isEvaluated[$0] } ?? false
    }
}
