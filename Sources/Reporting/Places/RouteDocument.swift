import Evaluation
import Geodesy
import Positions
import SensorModel

/// A route and the view of it, as JSON: lengths in metres, angles in degrees, pixels from the screen's upper left corner.
struct RouteDocument: Encodable {
    let schema = "sextant.route/1"
    let file: String
    let form: String
    @Nullable var name: String?
    let points: [[Double]]
    let formulas: [String]
    let legs: [Leg]
    let total: Total
    @Nullable var recording: String?
    @Nullable var system: String?
    let sights: [Sight]

    struct Leg: Encodable {
        let points: [Int]
        @Nullable var instruction: String?
        @Nullable var bearing_deg: Double?
        @Nullable var turn_deg: Double?
        let reference_m: Double
        let formulas_m: [String: Double?]
        @Nullable var stated_m: Double?
        @Nullable var stated_bearing_deg: Double?
        @Nullable var stated_turn_deg: Double?
    }

    struct Total: Encodable {
        let reference_m: Double
        let formulas_m: [String: Double?]
        @Nullable var stated_m: Double?
    }

    struct Sight: Encodable {
        @Nullable var time_s: Double?
        let point: [Double]
        @Nullable var accuracy_m: Double?
        @Nullable var segment: Int?
        @Nullable var off_route_m: Double?
        @Nullable var way_m: Double?
        let remaining_m: Double
        let arrows: [Arrow]
        let finish_m: Double
        @Nullable var finish_bearing_deg: Double?
        let finish_size_px: Double
        @Nullable var finish_px: [Double]?
        @Nullable var hint_px: [Double]?
        /// Why there is neither a finish nor a hint; null when there is one.
        @Nullable var reason: String?
    }

    struct Arrow: Encodable {
        let point: [Double]
        let bearing_deg: Double
        let way_m: Double
    }

    init(_ report: RouteReport) {
        let measurement = report.measurement
        let names = measurement.formulas.map(\.name)
        file = report.path
        form = report.form
        name = measurement.route.name
        formulas = names
        points = measurement.route.vertices.map { Self.degrees($0.point) }
        legs = measurement.legs.map { leg in
            Leg(
                points: [leg.vertices.lowerBound, leg.vertices.upperBound],
                instruction: leg.instruction,
                bearing_deg: leg.bearing?.degrees,
                turn_deg: leg.turn?.degrees,
                reference_m: leg.length,
                formulas_m: Self.byName(names, leg.lengths),
                stated_m: leg.statedLength,
                stated_bearing_deg: leg.statedBearing?.degrees,
                stated_turn_deg: leg.statedTurn?.degrees
            )
        }
        total = Total(
            reference_m: measurement.length,
            formulas_m: Self.byName(names, measurement.lengths),
            stated_m: measurement.statedLength
        )
        if case .recording(let path, let replay) = report.viewer {
            recording = path
            system = replay.system
        } else {
            recording = nil
            system = nil
        }
        sights = report.viewer.sights.map(Self.sight)
    }

    private static func sight(_ sight: RouteSight) -> Sight {
        Sight(
            time_s: sight.time,
            point: degrees(sight.point),
            accuracy_m: sight.accuracy,
            segment: sight.nearest?.segment,
            off_route_m: sight.nearest?.distance,
            way_m: sight.nearest?.way,
            remaining_m: sight.remaining,
            arrows: sight.arrows.map {
                Arrow(point: degrees($0.point), bearing_deg: $0.bearing.degrees, way_m: $0.way)
            },
            finish_m: sight.finishDistance,
            finish_bearing_deg: sight.finishBearing?.degrees,
            finish_size_px: sight.finishSize,
            finish_px: sight.finish.map { [$0.x, $0.y] },
            hint_px: sight.hint.map { [$0.x, $0.y] },
            reason: sight.isOriented ? nil : RouteSections.reasonWithoutOrientation
        )
    }

    private static func byName(_ names: [String], _ lengths: [Metres?]) -> [String: Double?] {
        Dictionary(zip(names, lengths)) { first, _ in first }
    }

    private static func degrees(_ point: GeographicPoint) -> [Double] {
        [point.latitudeDegrees, point.longitudeDegrees]
    }
}
