import Evaluation
import Geodesy
import Positions
import SensorModel

/// A route, or the view of it, as CSV. Lengths are in metres, rounded to the nanometre.
enum RouteCSV {
    /// A row per leg.
    static func legs(_ measurement: RouteMeasurement) -> String {
        let columns =
            ["leg", "from_point", "to_point", "from_lat", "from_lon", "to_lat", "to_lon", "instruction"]
            + ["bearing_deg", "turn_deg", "stated_m", "stated_bearing_deg", "stated_turn_deg", "reference_m"]
            + measurement.formulas.map { $0.name + "_m" }
        let rows = measurement.legs.enumerated().map { index, leg in
            let ends = [leg.vertices.lowerBound, leg.vertices.upperBound]
            let points = ends.map { measurement.route.vertices[$0].point }
            let stated = [leg.statedLength, leg.statedBearing?.degrees, leg.statedTurn?.degrees]
            var cells: [String] = ["\(index + 1)"]
            cells += ends.map { "\($0)" }
            cells += points.flatMap(coordinates)
            cells.append(leg.instruction.map(CSVText.safe) ?? "")
            cells += [leg.bearing?.degrees, leg.turn?.degrees].map(number)
            cells += stated.map(number)
            cells.append(length(leg.length))
            cells += leg.lengths.map(length)
            return cells
        }
        return CSVText.lines([columns] + rows)
    }

    /// A row per arrow that is visible from a place.
    static func arrows(_ sight: RouteSight) -> String {
        let rows = sight.arrows.enumerated().map { index, arrow in
            ["\(index + 1)"] + coordinates(arrow.point) + [number(arrow.bearing.degrees), length(arrow.way)]
        }
        return CSVText.lines([["arrow", "lat", "lon", "bearing_deg", "way_m"]] + rows)
    }

    /// A row per fix of a recording.
    static func fixes(_ sights: [RouteSight]) -> String {
        let columns =
            ["time_s", "lat", "lon", "accuracy_m", "segment", "off_route_m", "way_m", "remaining_m", "arrows"]
            + [
                "finish_m", "finish_bearing_deg", "finish_size_px", "finish_x_px", "finish_y_px", "hint_x_px",
                "hint_y_px",
            ]
        let rows = sights.map { sight in
            let along = [sight.nearest?.distance, sight.nearest?.way, sight.remaining]
            let pixels = [sight.finish?.x, sight.finish?.y, sight.hint?.x, sight.hint?.y]
            return [number(sight.time)] + coordinates(sight.point) + [number(sight.accuracy)]
                + [sight.nearest.map { "\($0.segment)" } ?? ""] + along.map(length) + ["\(sight.arrows.count)"]
                + [length(sight.finishDistance), number(sight.finishBearing?.degrees), number(sight.finishSize)]
                + pixels.map(number)
        }
        return CSVText.lines([columns] + rows)
    }

    private static func coordinates(_ point: GeographicPoint) -> [String] {
        [number(point.latitudeDegrees), number(point.longitudeDegrees)]
    }

    private static func number(_ value: Double?) -> String { value.map(NumberText.exact) ?? "" }

    private static func length(_ length: Metres?) -> String { number(length?.roundedToNanometres) }
}
