import Geodesy
import Pipelines
import SensorModel

/// The accumulated errors of a system's guidance: the labels' rotations and distances, the radar, the list, and the
/// arrows towards places outside the screen.
struct GuidanceTally {
    /// The number of nearest places that are evaluated in radar, list and arrows.
    static let placeLimit = 250
    /// The angle in degrees between the camera's axis and the horizon, above which the roll of a label is not measured.
    /// At larger angles, small rotations change the roll by large angles.
    static let elevationLimit = 80.0

    /// The maximum relative difference at which two distances count as equal. A list may contain places with equal
    /// distances in any order. The value is our choice.
    static let tieShare = 0.01

    /// The metrics of guidance that need the true position in addition to the true orientation.
    private static let ofPosition: [Metric] = [.radarWrongEntry, .listDisorder, .distanceErrorP50, .distanceErrorP95]

    /// All metrics of guidance.
    static let metrics: [Metric] =
        [.uprightRMSE, .radarHeadingRMSE, .arrowMedian, .arrowP95, .radarWrongSector] + ofPosition

    private let rotatesLabels: Bool
    private let exact: PerspectiveProjection
    private let radius: Metres
    private let radar: (range: Metres, sectors: Int)
    private let measuresOverGround: Bool

    private var rolls: [Double] = []
    private var arrows: [Double] = []
    private var radarHeadings: [Double] = []
    private var distances: [Metres] = []
    private var sectorCount = 0
    private var wrongSectors = 0
    private var entryCount = 0
    private var wrongEntries = 0
    private var disorders = CompensatedSum(0)
    private var listCount = 0

    private var known: Table?

    /// The distances and directions of nearby places, seen from the position that the system uses and from the true
    /// position.
    private struct Table {
        let believed: GeodeticPosition
        let position: GeodeticPosition
        var rows: [Row] = []
        /// The share of pairs of listed places that are in the wrong order; `nil` if no two listed places have
        /// different distances.
        var disorder: Double?
    }

    private struct Row {
        let place: Int
        let believed: PlaceSight
        let direction: Vector3
        let distance: Metres
        let display: PlaceDisplay

        /// Returns whether both distances are within the radius: the distance that the system uses, and the true
        /// distance. The smaller of `radius` and the place's own radius applies.
        func isWithin(_ radius: Metres) -> Bool {
            max(believed.distance, distance) <= display.radius(within: radius)
        }
    }

    init(_ system: DescribedSystem) {
        rotatesLabels = system.rotatesLabels
        exact = system.exactProjection
        radius = system.radius
        radar = system.radar
        measuresOverGround = system.directionLaw.kind == .sphere
    }

    /// Adds a display frame.
    ///
    /// - Parameters:
    ///   - picture: the shown picture.
    ///   - view: the view from which the picture was drawn.
    ///   - orientation: the device's true orientation.
    ///   - trueView: the exact view from the device's true position.
    mutating func add(
        _ picture: SystemFrame,
        drawnFrom view: inout PlaceView,
        at orientation: UnitQuaternion,
        seenFrom trueView: inout PlaceView
    ) {
        let estimate = picture.viewpoint.orientation
        countRoll(estimate, orientation)
        let table = table(of: &view, &trueView)
        countRadar(table, estimate, orientation)
        countArrows(table, estimate, orientation)
        if let disorder = table.disorder {
            disorders.add(disorder)
            listCount += 1
        }
        for shown in picture.places where shown.place < trueView.places.places.count {
            let distance = distance(of: trueView.sight(of: shown.place), in: trueView)
            distances.append((shown.distance - distance).magnitude)
        }
    }

    private mutating func countRoll(_ estimate: UnitQuaternion, _ orientation: UnitQuaternion) {
        let (drawn, seen) = (ViewAngles(orientation: estimate), ViewAngles(orientation: orientation))
        guard [drawn, seen].allSatisfy({ $0.elevation.degrees.magnitude <= Self.elevationLimit }) else { return }
        let label = rotatesLabels ? drawn.roll : exact.screen.rotation
        rolls.append((label - seen.roll).wrapped.degrees)
    }

    private mutating func table(of view: inout PlaceView, _ trueView: inout PlaceView) -> Table {
        if let known, known.believed == view.position, known.position == trueView.position { return known }
        var table = Table(believed: view.position, position: trueView.position)
        let count = trueView.places.places.count
        let near = Set(view.nearest(Self.placeLimit).filter { $0 < count })
            .union(trueView.nearest(Self.placeLimit)).sorted()
        for place in near {
            let sight = trueView.sight(of: place)
            let row = Row(
                place: place,
                believed: view.sight(of: place),
                direction: sight.direction,
                distance: distance(of: sight, in: trueView),
                display: trueView.places.places[place].display
            )
            table.rows.append(row)
        }
        table.disorder = Self.disorder(
            table.rows.filter { $0.isWithin(radius) }.map { ($0.believed.distance, $0.distance) }
        )
        known = table
        return table
    }

    /// Returns the true distance of a place, measured as the system measures distances: over ground or in a straight
    /// line.
    private func distance(of sight: PlaceSight, in view: PlaceView) -> Metres {
        guard measuresOverGround else { return sight.distance }
        return Geodesic().distance(from: view.position.point, to: view.places.places[sight.place].point)
    }

    /// Returns the share of pairs that a system lists in the wrong order, among pairs whose true distances differ by
    /// more than ``tieShare``: Kendall's distance, divided by its maximum (Kendall 1938, doi:10.1093/biomet/30.1-2.81).
    /// Returns `nil` if no true distances differ by more than ``tieShare``. O(n²).
    ///
    /// - Parameter distances: for each place, the distance that the system uses and the true distance.
    static func disorder(_ distances: [(believed: Metres, true: Metres)]) -> Double? {
        var (wrong, count) = (0, 0)
        for (index, one) in distances.enumerated() {
            for other in distances[..<index] {
                let difference = one.true - other.true
                guard difference.magnitude > tieShare * max(one.true, other.true) else { continue }
                count += 1
                if (one.believed - other.believed) * difference < 0 { wrong += 1 }
            }
        }
        return count > 0 ? Double(wrong) / Double(count) : nil
    }

    private mutating func countRadar(_ table: Table, _ estimate: UnitQuaternion, _ orientation: UnitQuaternion) {
        let rows = table.rows.filter(\.display.isInRadar)
        for row in rows {
            let (drawn, seen) = (row.believed.distance <= radar.range, row.distance <= radar.range)
            if drawn || seen { entryCount += 1 }
            if drawn != seen { wrongEntries += 1 }
        }
        guard let drawn = Radar.heading(orientation: estimate), let seen = Radar.heading(orientation: orientation)
        else { return }
        radarHeadings.append(seen.turn(to: drawn).degrees)
        for row in rows where row.believed.distance <= radar.range && row.distance <= radar.range {
            sectorCount += 1
            if sector(of: row.believed.direction, from: drawn) != sector(of: row.direction, from: seen) {
                wrongSectors += 1
            }
        }
    }

    private func sector(of direction: Vector3, from heading: Heading) -> Int {
        let turn = Heading(degrees: direction.bearing.degrees).degrees - heading.degrees
        let sectors = Double(radar.sectors)
        let position = (turn / 360 * sectors).rounded()
        return Int(saturating: position - (position / sectors).rounded(.down) * sectors)
    }

    private mutating func countArrows(_ table: Table, _ estimate: UnitQuaternion, _ orientation: UnitQuaternion) {
        for row in table.rows where row.isWithin(radius) {
            guard let drawn = arrow(towards: row.believed.direction, estimate),
                let seen = arrow(towards: row.direction, orientation)
            else { continue }
            arrows.append((drawn - seen).wrapped.degrees.magnitude)
        }
    }

    /// Returns the angle of the arrow from the screen's middle towards a place, or `nil` for a place on the screen.
    private func arrow(towards direction: Vector3, _ orientation: UnitQuaternion) -> Angle? {
        let placement = exact.placement(ofDirection: direction, orientation: orientation)
        guard let point = HintLabel.point(for: placement, on: exact.screen) else { return nil }
        return Angle(ofPoint: point.x - exact.screen.middle.x, point.y - exact.screen.middle.y)
    }

    /// Sets the metrics of guidance.
    ///
    /// - Parameters:
    ///   - reason: the reason why the true orientation is unknown; `nil` if it is known.
    ///   - positionReason: the reason why the true position is unknown; `nil` if it is known.
    func measure(without reason: String?, _ positionReason: String?, into metrics: inout MetricValues) {
        if let reason { return metrics.setUnmeasured(Self.metrics, because: reason) }
        let rolled = "the camera always looks up or down"
        metrics.set(.uprightRMSE, to: ErrorStatistics(rolls)?.rmse, orBecause: rolled)
        metrics.set(
            .radarHeadingRMSE,
            to: ErrorStatistics(radarHeadings)?.rmse,
            orBecause: "no display frame is compared"
        )
        let arrow = ErrorStatistics(arrows)
        let visible = "no place within the radius is off the screen"
        metrics.set(.arrowMedian, to: arrow?.median, orBecause: visible)
        metrics.set(.arrowP95, to: arrow?.p95, orBecause: visible)
        let empty = "no place is within the radar's range"
        metrics.set(.radarWrongSector, percent: wrongSectors, of: sectorCount, orBecause: empty)
        if let positionReason { return metrics.setUnmeasured(Self.ofPosition, because: positionReason) }
        metrics.set(.radarWrongEntry, percent: wrongEntries, of: entryCount, orBecause: empty)
        let disorder = listCount > 0 ? 100 * disorders.value / Double(listCount) : nil
        let equal = "no two places within the radius have different distances"
        metrics.set(.listDisorder, to: disorder, orBecause: equal)
        let distance = ErrorStatistics(distances)
        let hidden = "the system never shows a place"
        metrics.set(.distanceErrorP50, to: distance?.median, orBecause: hidden)
        metrics.set(.distanceErrorP95, to: distance?.p95, orBecause: hidden)
    }
}
