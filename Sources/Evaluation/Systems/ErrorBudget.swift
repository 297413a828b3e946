import Geodesy
public import Pipelines
import RealModule
public import Recordings
public import SensorModel

/// The causes of the error of drawn places on the screen, for each of several ranges of distance.
///
/// The effect of a cause is the displacement of a place on the screen that this cause alone produces. An effect is a
/// vector. The sum of the effects of all causes is the measured error, apart from products of errors.
///
/// ```swift
/// let budgets = try ErrorBudget.measure(recording, systems: [system])
/// print(budgets[0].bands[0].effects[.location] ?? .nan)
/// ```
public struct ErrorBudget: Sendable {
    /// A cause of the error of a drawn place.
    public enum Cause: String, Sendable, Hashable, CaseIterable {
        /// The error of the position (latitude and longitude) for which the system draws its picture.
        case location
        /// The error of the altitude from which the system draws.
        case altitude
        /// The error of the estimated orientation about the vertical at the time of drawing. If the system does not
        /// apply the magnetic declination, the error includes the declination.
        case heading
        /// The error of the estimated orientation about horizontal axes at the time of drawing.
        case tilt
        /// The motion of the device between drawing and display.
        case delay
        /// The error of the system's direction formulas and of its projection, such as a wrong field of view.
        case drawing
    }

    /// The errors of places within a range of distances.
    public struct Band: Sendable, Hashable {
        /// The range of distances from the device, in metres.
        public let distances: Range<Metres>
        /// The number of drawn places in all display frames.
        public let count: Int
        /// The root mean square effect of each cause in pixels. A cause is missing if its true value is unknown.
        public let effects: [Cause: Double]
        /// The share of each cause in the mean square error, in percent. A share is negative if the effect is mostly
        /// opposite to the measured error. The shares add up to about 100, because combined effects are not exactly
        /// additive.
        public let shares: [Cause: Double]
        /// The root mean square of the sum of all effects in pixels.
        public let sum: Double
        /// The root mean square distance between drawn and correct positions in pixels, as measured.
        public let measured: Double
    }

    /// The system's specification, as given by the user.
    public let system: String
    /// The bands of distance that contain drawn places, nearest first.
    public let bands: [Band]
    /// The distance in metres at which errors of position and altitude have the same effect as errors of orientation;
    /// `nil` if the true position is unknown, or if the orientation has no error.
    public let crossover: Metres?
    /// The number of places, over all display frames, that the camera sees but that the budget excludes. A place is
    /// excluded if its displacement by all errors together, or by one cause alone, is longer than the screen's
    /// diagonal. A place is also excluded if it is displaced to a position that is not in front of the camera. The
    /// effects of such large errors do not add up.
    public let hiddenCount: Int
    /// The number of places that the camera sees, over all display frames.
    public var seenCount: Int { bands.reduce(hiddenCount) { $0 + $1.count } }
    /// The reason why the effects of location and altitude are unknown; `nil` if they are known.
    public let reasonWithoutLocation: String?
    /// The remarks on the recording, the user's position and the places.
    public let remarks: [String]

    /// The borders between bands, in metres.
    static let borders: [Metres] = [0, 75, 150, 300, 700, 1_500, 3_000, 7_000, .infinity]
    /// The distances of the default places in metres, one in each band.
    static let distances: [Metres] = [50, 100, 200, 500, 1_000, 2_000, 5_000, 15_000]

    /// Measures the budget of each system over a recording. O(display frames · seen places).
    ///
    /// - Parameters:
    ///   - recording: the recording.
    ///   - systems: at least one system; see `DescribedSystem/init(_:on:)` for other pipelines.
    ///   - scene: the places and the user's position. If there are no places, a ring of places with distances from 50 m
    ///     to 15 km surrounds the user.
    ///   - options: the options that select the reference and the display rate.
    /// - Throws: ``SystemPathsError`` if there is no true orientation; `InputError` if the layout contains invalid
    ///   parameters of the estimator.
    public static func measure(
        _ recording: Recording,
        systems: [DescribedSystem],
        scene: SystemScene = SystemScene(),
        options: EvaluationOptions = EvaluationOptions()
    ) throws -> [ErrorBudget] {
        let prepared = PreparedRecording(recording, options: options)
        var scene = scene
        scene.ringDistances = distances
        let stage = try SceneOnRecording(scene, prepared)
        let frames = Array(FrameMerge(stage.recording))
        var remarks = prepared.remarks + stage.remarks(placeCount: stage.places.places.count)
        if stage.truth.reasonWithoutPosition == nil, let fixes = stage.recording.location?.values, !fixes.isEmpty,
            fixes.allSatisfy({ $0.altitudeMetres == nil })
        {
            remarks.append(
                "the fixes have no altitude, so 0 m is assumed: the effect of the altitude results from this assumption, "
                    + "and near places can be out of view"
            )
        }
        return try systems.map { system in
            let fitted = try recording.fitted(system)
            var run = stage.run(fitted, places: stage.places, options: options)
            try stage.requireTrueOrientation(for: run)
            let truth = run.meter.truth
            run.meter.budget = ErrorBudgetTally(system, hasLocation: truth.reasonWithoutPosition == nil)
            run.process(frames)
            run.finish()
            let tally = run.meter.budget ?? ErrorBudgetTally(system, hasLocation: false)
            let all = remarks + [truth.headingRemark].compactMap(\.self)
            return ErrorBudget(tally, of: system, reason: truth.reasonWithoutPosition, remarks: all)
        }
    }

    private init(_ tally: ErrorBudgetTally, of system: DescribedSystem, reason: String?, remarks: [String]) {
        self.system = system.text
        bands = zip(Self.borders, Self.borders.dropFirst()).enumerated().compactMap { index, range in
            tally.bands[index].band(of: range.0..<range.1)
        }
        crossover = tally.crossover
        hiddenCount = tally.hiddenCount
        reasonWithoutLocation = reason
        self.remarks = remarks
    }
}

/// The accumulated effects of causes on drawn places.
struct ErrorBudgetTally {
    /// Sums for the places within one range of distances: squares of effects, squares of errors, and products of an
    /// effect and an error.
    struct Sums {
        private var count = 0
        private var squares: [ErrorBudget.Cause: Double] = [:]
        /// The sum of effect · measured error over the places, for each cause.
        private var products: [ErrorBudget.Cause: Double] = [:]
        private var sum = 0.0
        private var measured = 0.0

        mutating func add(_ effects: [ErrorBudget.Cause: ScreenOffset], measured error: ScreenOffset) {
            count += 1
            var total = ScreenOffset(x: 0, y: 0)
            for cause in ErrorBudget.Cause.allCases {
                guard let effect = effects[cause] else { continue }
                squares[cause, default: 0] += effect.dot(effect)
                products[cause, default: 0] += effect.dot(error)
                total = ScreenOffset(x: total.x + effect.x, y: total.y + effect.y)
            }
            sum += total.dot(total)
            measured += error.dot(error)
        }

        /// Returns the root mean squares that follow from the sums, or `nil` if no place was added.
        func band(of distances: Range<Metres>) -> ErrorBudget.Band? {
            guard count > 0 else { return nil }
            let number = Double(count)
            return ErrorBudget.Band(
                distances: distances,
                count: count,
                effects: squares.mapValues { ($0 / number).squareRoot() },
                shares: measured > 0 ? products.mapValues { 100 * $0 / measured } : [:],
                sum: (sum / number).squareRoot(),
                measured: (measured / number).squareRoot()
            )
        }
    }

    private(set) var bands = Array(repeating: Sums(), count: ErrorBudget.borders.count - 1)
    private(set) var hiddenCount = 0
    private let system: DescribedSystem
    private let exact: PerspectiveProjection
    private let hasLocation: Bool
    /// The diagonal of the screen in pixels.
    private let diagonal: Double
    /// The sums of squared screen offsets due to errors of position (location and altitude) and of orientation. Offsets
    /// due to position are multiplied by the distance before squaring.
    private var reach = (position: 0.0, orientation: 0.0)

    /// Creates an empty tally.
    ///
    /// - Parameters:
    ///   - system: the system that draws.
    ///   - hasLocation: whether the true position is known.
    init(_ system: DescribedSystem, hasLocation: Bool) {
        self.system = system
        self.hasLocation = hasLocation
        exact = system.exactProjection
        diagonal = Double.hypot(exact.screen.width, exact.screen.height)
    }

    /// The distance at which errors of position and errors of orientation have the same effect; see
    /// ``ErrorBudget/crossover``.
    ///
    /// The effect of a position error is inversely proportional to the distance. The effect of an orientation error
    /// does not depend on the distance.
    var crossover: Metres? {
        guard hasLocation, reach.orientation > 0 else { return nil }
        return (reach.position / reach.orientation).squareRoot()
    }

    /// Adds the places that the camera sees in a display frame.
    ///
    /// - Parameters:
    ///   - picture: the picture on the screen.
    ///   - seen: the places that the camera sees.
    ///   - position: the true position of the device.
    ///   - orientation: the true orientation of the device.
    ///   - then: the true orientation of the device when the picture was drawn.
    mutating func add(
        _ picture: SystemFrame,
        seen: [ShownPlace],
        from position: GeodeticPosition,
        _ orientation: UnitQuaternion,
        then: UnitQuaternion
    ) {
        guard !seen.isEmpty else { return }
        var views = Views(picture, system, exact, from: position, hasLocation: hasLocation)
        let error = picture.viewpoint.orientation * then.conjugate
        let heading = UnitQuaternion(w: error.w, x: 0, y: 0, z: error.z) ?? .identity
        let orientations: [ErrorBudget.Cause: UnitQuaternion] = [
            .heading: heading * orientation,
            .tilt: error * heading.conjugate * orientation,
            .delay: then,
        ]
        for place in seen {
            guard let correct = place.placement.point else { continue }
            func offset(_ placement: ScreenPlacement) -> ScreenOffset? {
                guard !placement.isOnUserSide, let point = placement.point, point.distance(to: correct) <= diagonal
                else { return nil }
                return ScreenOffset(x: point.x - correct.x, y: point.y - correct.y)
            }
            var effects: [ErrorBudget.Cause: ScreenOffset] = [:]
            for (cause, orientation) in orientations {
                effects[cause] = offset(views.exact.place(place.place, orientation).placement)
            }
            effects[.drawing] = offset(views.drawing.place(place.place, orientation).placement)
            if hasLocation {
                effects[.location] = offset(views.location.place(place.place, orientation).placement)
                effects[.altitude] = offset(views.altitude.place(place.place, orientation).placement)
            }
            let drawn = offset(views.drawn.place(place.place, picture.viewpoint.orientation).placement)
            guard let drawn, effects.count == (hasLocation ? 6 : 4) else {
                hiddenCount += 1
                continue
            }
            add(effects, measured: drawn, at: place.distance)
        }
    }

    private mutating func add(
        _ effects: [ErrorBudget.Cause: ScreenOffset],
        measured: ScreenOffset,
        at distance: Metres
    ) {
        let band = ErrorBudget.borders.lastIndex { $0 <= distance } ?? 0
        bands[min(band, bands.count - 1)].add(effects, measured: measured)
        for cause in [ErrorBudget.Cause.heading, .tilt, .delay] {
            if let effect = effects[cause] { reach.orientation += effect.dot(effect) }
        }
        for cause in [ErrorBudget.Cause.location, .altitude] {
            if let effect = effects[cause] { reach.position += effect.dot(effect) * distance * distance }
        }
    }

    /// The views of the places: without errors, with the error of a single cause, and with all errors as the system
    /// draws them.
    private struct Views {
        var exact: PlaceView
        var location: PlaceView
        var altitude: PlaceView
        var drawing: PlaceView
        var drawn: PlaceView

        init(
            _ picture: SystemFrame,
            _ system: DescribedSystem,
            _ projection: PerspectiveProjection,
            from position: GeodeticPosition,
            hasLocation: Bool
        ) {
            let believed = picture.view.position
            let places = picture.view.places
            func view(from position: GeodeticPosition) -> PlaceView {
                PlaceView(exactly: places, from: position, projection: projection, radius: system.radius)
            }
            let there = GeodeticPosition(point: believed.point, height: position.height)
            let high = GeodeticPosition(point: position.point, height: believed.height)
            drawing = PlaceView(
                places,
                from: position,
                law: system.directionLaw,
                projection: system.projection,
                radius: system.radius,
                offset: OffsetEarthFrame(offset: ECEFPosition(position))
            )
            exact = view(from: position)
            location = there.map(view) ?? exact
            altitude = high.map(view) ?? exact
            drawn = picture.view
        }
    }
}

/// A difference of two positions on the screen in pixels.
struct ScreenOffset {
    let x: Double
    let y: Double

    func dot(_ other: ScreenOffset) -> Double { x * other.x + y * other.y }
}
