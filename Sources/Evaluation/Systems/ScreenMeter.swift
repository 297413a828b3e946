import Geodesy
import Pipelines
import SensorModel

/// Looks at a system's screen at the display rate and holds it against what the camera sees.
///
/// Between its drawings a system's screen stands still, so the picture that is measured at a moment is the last one drawn
/// by then. Memory grows with the moments, and with the places that the camera sees at each.
struct ScreenMeter {
    let truth: TrueViewpoints
    /// Where the user stands where the true position is not known.
    let station: GeodeticPosition?
    private let exact: PerspectiveProjection
    private let radius: Metres
    private let places: PlaceSet
    let displayRate: Hertz
    /// The moment of the first display frame.
    let start: Seconds
    private var frames = 0

    private var picture: SystemFrame?
    private var view: PlaceView?
    private var trueView: PlaceView?
    private var before: Before?
    private var cursors = (truth: 0, turns: 0, position: 0, mask: 0)

    /// The orientations behind what is shown, at the display rate.
    private(set) var shown = Estimates()
    private(set) var redraw = RedrawTally()
    private(set) var screen = ScreenTally()
    private(set) var locationErrors: [Metres] = []
    /// The path of the place that is recorded.
    private(set) var moments: [SystemPaths.Moment] = []
    /// The place whose path is recorded, and when; nil for none.
    var recorded: (place: Int, span: ClosedRange<Seconds>)?

    /// The frame before: what was shown, and how the device was held.
    private struct Before {
        let view: PlaceView
        let places: Set<Int>
        let orientation: UnitQuaternion
        let reference: UnitQuaternion
    }

    init(
        _ system: DescribedSystem,
        places: PlaceSet,
        truth: TrueViewpoints,
        station: GeodeticPosition?,
        displayRate: Hertz,
        start: Seconds
    ) {
        self.truth = truth
        self.station = station
        self.places = places
        self.displayRate = displayRate
        self.start = start
        exact = system.exactProjection
        radius = system.radius
        screen.diagonal = (exact.screen.width * exact.screen.width + exact.screen.height * exact.screen.height)
            .squareRoot()
    }

    /// Takes the next picture in, after it has looked at the one before as long as that stood.
    mutating func take(_ next: SystemFrame) {
        look(before: next.time)
        redraw.count(next, after: picture)
        picture = next
        view = next.view
    }

    /// Looks at the last picture up to a moment, that moment too.
    mutating func finish(at time: Seconds) { look(before: time.nextUp) }

    private mutating func look(before end: Seconds) {
        guard let first = SteadyMoments.first(from: frames, start: start, rate: displayRate, before: end) else {
            return
        }
        frames = first
        while true {
            let time = start + Double(frames) / displayRate
            guard time < end else { return }
            frames += 1
            record(at: time)
            guard let picture else { continue }
            shown.append(picture.viewpoint.orientation, at: time)
            measureMotion(of: picture, at: time)
            measurePlaces(of: picture, at: time)
        }
    }

    /// The motion from the frame before that is not the device's: from where the system's law would have moved a place for
    /// the device's true turn.
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
                guard let from = target.point, !target.isBehind, let to = place.placement.point else { continue }
                screen.countMotion(from: from, to: to)
            }
        }
        before = Before(
            view: picture.view,
            places: Set(picture.places.map(\.place)),
            orientation: picture.viewpoint.orientation,
            reference: reference
        )
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
        guard let seen = trueView?.visible(orientation) else { return }
        screen.countVisible(shown: picture.places.map(\.place), seen: seen.map(\.place))
        for place in seen {
            let placement = view.place(place.place, picture.viewpoint.orientation).placement
            screen.countError(of: placement, at: place)
        }
        self.view = view
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

    func exactView(from position: GeodeticPosition) -> PlaceView {
        PlaceView(
            places,
            from: position,
            law: PlaceDirectionLaw(.tangentPlane),
            projection: exact,
            radius: radius,
            offset: .unmoved
        )
    }
}
