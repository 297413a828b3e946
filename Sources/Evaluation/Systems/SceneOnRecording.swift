public import Geodesy
public import Pipelines
import Recordings
public import SensorModel

/// The inputs that all systems share for one recording: the user's position, the places and the true viewpoints.
struct SceneOnRecording {
    let recording: Recording
    let reference: ComparisonReference
    let truth: TrueViewpoints
    let places: PlaceSet
    /// The user's fixed position; `nil` to follow the location fixes.
    let station: GeodeticPosition?
    /// The moving places. Their indices follow the indices of the fixed places in ``places``.
    let moving: [MovingPlace]
    private let positionRemarks: [String]
    /// The centre of the default ring of places; `nil` if places were specified.
    private let ringCentre: GeodeticPosition?

    /// Prepares a scene.
    ///
    /// - Throws: `InputError` if the location pipeline of the scene fails.
    init(_ scene: SystemScene, _ prepared: PreparedRecording) throws(InputError) {
        var recording = prepared.recording
        let located: [String]? =
            if let location = scene.location { try recording.locate(by: location) } else { nil }
        let firstFix = recording.firstFix
        var remarks = scene.remarks + (located ?? [])
        var station = scene.station
        if let station {
            remarks.append("the user is at \(Self.text(station)), as specified")
        } else if firstFix == nil {
            let own = recording.origin ?? Self.ulm
            station = own
            let whose = recording.origin == nil ? "in Ulm" : "where the recording was made"
            remarks.append("the recording has no location fixes: the user is at \(Self.text(own)), \(whose)")
        }
        let centre = station ?? firstFix ?? Self.ulm
        self.recording = recording
        reference = prepared.reference
        self.station = station
        positionRemarks = remarks
        ringCentre = scene.places == nil ? centre : nil
        moving = scene.moving
        places = scene.places ?? DefaultPlaces.ring(around: centre, distances: scene.ringDistances)
        // True positions may have to be fitted to the recorded fixes. If a location pipeline has replaced the fixes,
        // `recording` does not contain them.
        truth = TrueViewpoints(prepared.recording, reference: prepared.reference, station: scene.station)
    }

    /// The time of the last sensor sample, in seconds.
    var end: Seconds { recording.sensorEnd ?? 0 }

    /// Checks that the true orientation for a run of a system is known. Errors on the screen cannot be measured without
    /// a true orientation.
    ///
    /// - Throws: ``SystemPathsError`` if there is no true orientation.
    func requireTrueOrientation(for run: SystemRun) throws(SystemPathsError) {
        guard let reason = run.meter.truth.reasonWithoutOrientation else { return }
        let hasAttitude = (recording.attitude?.count ?? 0) > 1 && reference.kind != .device
        let remedy =
            hasAttitude
            ? "--reference device compares with the device's own attitude"
            : "'sextant evaluate' measures jitter and lag without a reference"
        throw .noTruth("\(reason); \(remedy)")
    }

    /// Returns the true viewpoints for a system, after removal of the constant heading difference that the options
    /// specify.
    ///
    /// If a difference must be removed, the system is first run once to determine it.
    private func truth(for system: DescribedSystem, options: EvaluationOptions) -> TrueViewpoints {
        let heading = HeadingComparison(
            options.headingAlignment,
            knowsNorth: system.knowsNorth,
            restarts: 0,
            reasonWithoutNorth: reference.reasonWithoutNorth
        )
        guard heading.alignment != .none, reference.reasonWithoutFrame == nil, let turns = truth.turns else {
            return truth
        }
        var run = run(system, places: PlaceSet([]), truth: truth, options: options)
        run.process(Array(FrameMerge(recording)))
        run.finish()
        let shown = run.meter.shown
        var (cursor, mask) = (0, 0)
        let errors = zip(shown.times, shown.orientations).compactMap { time, estimate -> UnitQuaternion? in
            guard truth.counts(at: time, from: &mask) else { return nil }
            return turns.orientation(at: time, from: &cursor).map { estimate * $0.conjugate }
        }
        var result = truth
        if let offset = AccuracyEvaluation.offset(of: errors, heading.alignment) {
            let kind = heading.alignment == .first ? "first" : "mean"
            let degrees = DecimalText.fixed(offset.degrees, decimals: 1)
            result.turnNorth(by: offset)
            result.headingRemark = "\(system.text): the \(kind) heading difference was removed (\(degrees) deg)"
        }
        return result
    }

    /// Returns the places that a system shows: the specified places, or a ring with the system's number of places.
    func places(of system: DescribedSystem) -> PlaceSet {
        guard let ringCentre, system.ringCount != places.places.count else { return places }
        return DefaultPlaces.ring(around: ringCentre, count: system.ringCount)
    }

    /// Returns the remarks on the user's position and on the places for the run of a system.
    func remarks(on system: DescribedSystem) -> [String] {
        remarks(placeCount: ringCentre == nil ? places.places.count : system.ringCount)
    }

    /// Returns the remarks on the user's position and on the places that a system shows.
    ///
    /// - Parameter count: the number of places that the system shows.
    func remarks(placeCount count: Int) -> [String] {
        let ring = ringCentre.map { "the \(count) default places form a ring around \(Self.text($0))" }
        let moves = moving.isEmpty ? [] : ["\(moving.count) moving places"]
        return positionRemarks + [truth.remark].compactMap(\.self) + [ring ?? "\(count) places"] + moves
    }

    /// Creates a system's run, which begins at the start of the recording.
    ///
    /// - Parameters:
    ///   - system: the system.
    ///   - places: places that the system shows; by default the places that all systems share.
    ///   - truth: the true viewpoints; by default those after removal of the heading difference.
    ///   - options: the display rate and the heading difference to remove.
    func run(
        _ system: DescribedSystem,
        places: PlaceSet? = nil,
        truth: TrueViewpoints? = nil,
        options: EvaluationOptions
    ) -> SystemRun {
        var frames = FrameMerge(recording)
        return SystemRun(
            system,
            over: recording,
            places: places ?? self.places,
            moving: places == nil ? [] : moving,
            station: station,
            truth: truth ?? self.truth(for: system, options: options),
            options: options,
            start: frames.next()?.time ?? 0
        )
    }

    /// The user's position for a recording without an origin: the position in an example of the AR system AREA (Geiger
    /// 2012, listing 4.1).
    private static let ulm: GeodeticPosition = {
        let position = GeodeticPosition(latitudeDegrees: 48.4042981, longitudeDegrees: 9.979349, height: 0)
        guard let position else { preconditionFailure("Ulm is on the Earth") }
        return position
    }()

    private static func text(_ position: GeodeticPosition) -> String {
        "\(position.point.latitudeDegrees),\(position.point.longitudeDegrees)"
    }
}

extension Recording {
    /// Replaces the fixes by the positions of a location pipeline. If the pipeline estimates no altitude, the altitude
    /// of the fixes is kept.
    ///
    /// - Returns: remarks for readers of a report.
    /// - Throws: `InputError` if a program of the pipeline fails, or if the layout contains invalid parameters of the
    ///   pipeline's estimator.
    fileprivate mutating func locate(by specification: LocationPipelineSpecification) throws(InputError) -> [String] {
        let first = firstFix
        guard let origin = first ?? origin, missing(specification.requiredSensors).isEmpty else {
            location = nil
            let needed = missing(specification.requiredSensors).map(\.rawValue).joined(separator: " and no ")
            return [
                "\(specification.text) has no position: the recording has no \(needed.isEmpty ? "usable fix" : needed)"
            ]
        }
        let run = try LocationRun(specification, over: self, from: origin)
        if let failure = run.failure { throw failure }
        var fixes = SensorStream<LocationFix>()
        let recorded = location ?? SensorStream()
        var (next, altitude) = (0, recorded.values.lazy.compactMap(\.altitudeMetres).first)
        for (index, time) in (run.positions?.times ?? []).enumerated() {
            while next < recorded.count, recorded.times[next] <= time {
                altitude = recorded.values[next].altitudeMetres ?? altitude
                next += 1
            }
            guard var fix = run.positions?.fix(at: index) else { continue }
            // If the pipeline estimates no altitude, the altitude of the fixes is kept.
            if fix.altitudeMetres == nil { fix.altitudeMetres = altitude }
            fixes.times.append(time)
            fixes.values.append(fix)
        }
        location = fixes
        let skipped = run.skipped.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
        return ["the user's location is that of \(specification.text)"] + skipped + run.remarks
    }
}

extension SceneOnRecording {
    /// Returns a summary of how a locator corrects the axes of the recorded poses. Returns `nil` if there are no poses
    /// or fixes, or if the position is fixed.
    func summary(of locator: SceneLocator) -> SceneSummary? {
        guard station == nil else { return nil }
        var options = SceneEvaluationOptions()
        options.locator = locator.parameters
        let scene = try? SceneEvaluation(recording, path: recording.name, options: options)
        return scene.map(SceneSummary.init)
    }
}

/// The scene in which AR systems are evaluated: the places to draw, and the user's position.
public struct SystemScene: Sendable {
    /// The places; `nil` for the ring of ``DefaultPlaces`` around the user's first position.
    public var places: PlaceSet?
    /// The user's fixed position, which replaces the recording's location fixes; `nil` to follow the fixes.
    public var station: GeodeticPosition?
    /// The moving places, with times on the recording's clock.
    public var moving: [MovingPlace]
    /// The location pipeline whose positions replace the recording's fixes; `nil` to follow the fixes.
    public var location: LocationPipelineSpecification?
    /// Remarks on the places for the report, such as content of a file that is not shown.
    package var remarks: [String] = []
    /// The distances of the default places in metres, assigned in turn around the ring.
    var ringDistances = DefaultPlaces.distances

    /// Creates a scene. By default, the user follows the location fixes, and a ring of places surrounds the first fix.
    public init(places: PlaceSet? = nil, station: GeodeticPosition? = nil, moving: [MovingPlace] = []) {
        self.places = places
        self.station = station
        self.moving = moving
    }
}

/// The default places of a comparison: a ring of 72 places around the user.
///
/// The 72 places are 5° of bearing apart, so a screen of 37° by 56° shows seven or eight places. The distances cycle
/// through 150 m, 400 m, 1 km, 2.5 km, 6 km and 15 km. The elevations cycle through 0°, 12° and −12°.
public enum DefaultPlaces {
    static let distances: [Metres] = [150, 400, 1_000, 2_500, 6_000, 15_000]
    static let elevationsDegrees: [Double] = [0, 12, -12]

    /// Returns the ring of places around a position, at equal intervals of bearing from north.
    public static func ring(around centre: GeodeticPosition, count: Int = 72) -> PlaceSet {
        ring(around: centre, count: count, distances: distances)
    }

    static func ring(around centre: GeodeticPosition, count: Int = 72, distances: [Metres]) -> PlaceSet {
        PlaceSet(
            (0..<count).compactMap { index in
                let distance = distances[index % distances.count]
                let elevation = Angle(degrees: elevationsDegrees[index % elevationsDegrees.count])
                let bearing = Double(index) * 360 / Double(count)
                let point = GreatCircle.destination(
                    from: centre.point,
                    bearing: Angle(degrees: bearing),
                    distance: distance
                )
                return point.map {
                    PointOfInterest(
                        identifier: String(index + 1),
                        name: "\(Int(saturating: bearing))° \(Int(saturating: distance)) m",
                        point: $0,
                        altitude: centre.height + distance * elevation.tangent
                    )
                }
            }
        )
    }
}
