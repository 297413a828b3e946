import Evaluation
public import Foundation
import Geodesy
import Pipelines
public import Positions
import Recordings
import SensorModel

/// The output of `sextant route`: text for a terminal, one JSON object, or CSV.
public struct RouteReport: Sendable {
    /// The viewpoint from which a route is seen.
    public enum Viewer: Sendable {
        /// No viewpoint: the route alone.
        case none
        /// A fixed position.
        case place(RouteSight)
        /// An AR system that is replayed along the position fixes of a recording. The string is the recording's path.
        case recording(String, RouteReplay)

        var sights: [RouteSight] {
            switch self {
            case .none: []
            case .place(let sight): [sight]
            case .recording(_, let replay): replay.sights
            }
        }
    }

    let path: String
    let form: String
    let measurement: RouteMeasurement
    let viewer: Viewer

    /// Creates a report on a route.
    ///
    /// - Parameters:
    ///   - path: the path of the route's file.
    ///   - form: the name of the file's format.
    ///   - measurement: the lengths and bearings of the route.
    ///   - viewer: the viewpoint.
    public init(path: String, form: String, measurement: RouteMeasurement, viewer: Viewer = .none) {
        self.path = path
        self.form = form
        self.measurement = measurement
        self.viewer = viewer
    }

    /// The report for a terminal, with a line end after every line.
    ///
    /// - Parameters:
    ///   - width: the terminal's width in columns.
    ///   - first: the maximum number of listed legs, and of listed fixes.
    ///   - colour: whether headings are emphasised.
    public func text(width: Int, first: Int, colour: Bool) -> String {
        let sections = RouteSections(self, width: width, first: first, style: TerminalStyle(isColoured: colour))
        return sections.lines().map { $0.withoutTrailingBlanks + "\n" }.joined()
    }

    /// The report as one JSON object of schema `sextant.route/1` with sorted keys. Unknown values are null.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    public func json() throws(ReportError) -> Data {
        try TidyJSON.data(RouteDocument(report: self).content, file: "JSON")
    }

    /// The report as CSV. Without a viewpoint, there is a row per leg of the route. For a fixed viewpoint, there is a
    /// row per visible arrow. For a viewpoint from a recording, there is a row per fix.
    public func csv() -> String {
        switch viewer {
        case .none: RouteCSV.legs(measurement)
        case .place(let sight): RouteCSV.arrows(sight)
        case .recording(_, let replay): RouteCSV.fixes(replay.sights)
        }
    }
}

/// A route or its appearance from a viewpoint, as CSV. Lengths are in metres, rounded to the nanometre.
enum RouteCSV {
    /// The CSV text of a route, with a row per leg.
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

    /// The CSV text of the arrows that are visible from a position, with a row per arrow.
    static func arrows(_ sight: RouteSight) -> String {
        let rows = sight.arrows.enumerated().map { index, arrow in
            ["\(index + 1)"] + coordinates(arrow.point) + [number(arrow.bearing.degrees), length(arrow.way)]
        }
        return CSVText.lines([["arrow", "lat", "lon", "bearing_deg", "along_route_m"]] + rows)
    }

    /// The CSV text of a recording's position fixes, with a row per fix.
    static func fixes(_ sights: [RouteSight]) -> String {
        let columns =
            ["time_s", "lat", "lon", "accuracy_m", "segment", "off_route_m", "along_route_m", "remaining_m", "arrows"]
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

/// A route and its appearance from a viewpoint, as JSON.
///
/// Lengths are in metres, and angles in degrees. Pixels are measured from the screen's upper left corner.
struct RouteDocument {
    let report: RouteReport

    var content: JSONObject {
        let measurement = report.measurement
        var viewer: (recording: String?, system: String?) = (nil, nil)
        if case .recording(let path, let replay) = report.viewer { viewer = (path, replay.system) }
        let total: JSONObject = [
            "reference_m": measurement.length,
            "formulas_m": byFormula(measurement.lengths),
            "stated_m": measurement.statedLength,
        ]
        return [
            "schema": "sextant.route/1",
            "file": report.path,
            "form": report.form,
            "name": measurement.route.name,
            "points": measurement.route.vertices.map { degrees($0.point) },
            "formulas": measurement.formulas.map(\.name),
            "legs": measurement.legs.map(leg),
            "total": total,
            "recording": viewer.recording,
            "system": viewer.system,
            "sights": report.viewer.sights.map(sight),
        ]
    }

    private func leg(_ leg: RouteLeg) -> JSONObject {
        [
            "points": [leg.vertices.lowerBound, leg.vertices.upperBound],
            "instruction": leg.instruction,
            "bearing_deg": leg.bearing?.degrees,
            "turn_deg": leg.turn?.degrees,
            "reference_m": leg.length,
            "formulas_m": byFormula(leg.lengths),
            "stated_m": leg.statedLength,
            "stated_bearing_deg": leg.statedBearing?.degrees,
            "stated_turn_deg": leg.statedTurn?.degrees,
        ]
    }

    private func sight(_ sight: RouteSight) -> JSONObject {
        [
            "time_s": sight.time,
            "point": degrees(sight.point),
            "accuracy_m": sight.accuracy,
            "segment": sight.nearest?.segment,
            "off_route_m": sight.nearest?.distance,
            "along_route_m": sight.nearest?.way,
            "remaining_m": sight.remaining,
            "arrows": sight.arrows.map { arrow -> JSONObject in
                ["point": degrees(arrow.point), "bearing_deg": arrow.bearing.degrees, "along_route_m": arrow.way]
            },
            "finish_m": sight.finishDistance,
            "finish_bearing_deg": sight.finishBearing?.degrees,
            "finish_size_px": sight.finishSize,
            "finish_px": sight.finish.map { [$0.x, $0.y] },
            "hint_px": sight.hint.map { [$0.x, $0.y] },
            // The reason why neither the finish nor the hint has a position; null if one of them has a position.
            "reason": sight.isOriented ? nil : RouteSections.reasonWithoutOrientation,
        ]
    }

    private func byFormula(_ lengths: [Metres?]) -> [String: Double?] {
        Dictionary(zip(report.measurement.formulas.map(\.name), lengths)) { first, _ in first }
    }

    private func degrees(_ point: GeographicPoint) -> [Double] {
        [point.latitudeDegrees, point.longitudeDegrees]
    }
}

/// A route and its appearance from a viewpoint, as lines for a terminal.
struct RouteSections {
    static let reasonWithoutOrientation = "no orientation: use --heading, or a recording with orientations"

    private let report: RouteReport
    private let width: Int
    private let first: Int
    private let style: TerminalStyle

    init(_ report: RouteReport, width: Int, first: Int, style: TerminalStyle) {
        self.report = report
        self.width = max(width, TerminalReport.minimumWidth)
        self.first = first
        self.style = style
    }

    private var measurement: RouteMeasurement { report.measurement }

    func lines() -> [String] {
        var sections = [heading, legs, formulas]
        switch report.viewer {
        case .none: break
        case .place(let sight): sections.append(place(sight))
        case .recording(let path, let replay): sections += [summary(path, replay), fixes(replay.sights)]
        }
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private var heading: [String] {
        let name = measurement.route.name.map { ", \"\($0)\"" } ?? ""
        let title = "\(report.path): \(report.form)\(name)"
        let points = measurement.route.vertices.count
        let counts = "\(points) points, \(NumberText.count(measurement.legs.count, "leg"))"
        let stated = measurement.statedLength.map { stated in
            "; the file states \(metres(stated)) (\(difference(stated, from: measurement.length)))"
        }
        let facts = "  \(counts), \(metres(measurement.length)) along geodesics\(stated ?? "")"
        return wrapped(title, indent: 2).map(style.heading) + wrapped(facts, indent: 4)
    }

    private var hasStatedFigures: Bool {
        measurement.legs.contains { $0.statedLength != nil || $0.statedBearing != nil || $0.statedTurn != nil }
    }

    /// The width that remains for the instructions, in columns.
    private var instructionWidth: Int { max(8, min(40, width - (hasStatedFigures ? 68 : 42))) }

    private var legs: [String] {
        guard first > 0 else { return [] }
        let stated = hasStatedFigures ? ["stated m", "bearing", "turn"] : []
        var table = FigureTable(text: ["leg"], figures: ["points", "length m", "bearing", "turn"] + stated)
        for (index, leg) in measurement.legs.prefix(first).enumerated() {
            let words = leg.instruction.map { " " + TextWrapping.shortened($0, width: instructionWidth) } ?? ""
            let own = [
                "\(index + 1)\(words)", "\(leg.vertices.lowerBound)–\(leg.vertices.upperBound)",
                NumberText.signed(leg.length, decimals: 2), angle(leg.bearing?.clockwise), signed(leg.turn),
            ]
            let file = [
                leg.statedLength.map(NumberText.exact) ?? "–", angle(leg.statedBearing), signed(leg.statedTurn),
            ]
            table.append(own + (hasStatedFigures ? file : []))
        }
        let more = measurement.legs.count - first
        return table.plainLines(style: style, indent: 2) + (more > 0 ? ["  … and \(more) more"] : [])
    }

    private var formulas: [String] {
        guard !measurement.formulas.isEmpty else { return [] }
        var table = FigureTable(text: ["formula"], figures: ["whole route m", "error m", "largest error of a leg m"])
        for (index, length) in measurement.lengths.enumerated() {
            let errors = measurement.legs.map { leg in leg.lengths[index].map { $0 - leg.length } }
            let largest = errors.compactMap(\.self).max { $0.magnitude < $1.magnitude }
            table.append([
                measurement.formulas[index].name,
                length.map { NumberText.signed($0, decimals: 3) } ?? "no result",
                length.map { NumberText.figure($0 - measurement.length) } ?? "–",
                largest.map { NumberText.figure($0) } ?? "–",
            ])
        }
        return table.plainLines(style: style, indent: 2)
    }

    private func place(_ sight: RouteSight) -> [String] {
        let point = sight.point
        let title = "From \(degrees(point.latitudeDegrees)),\(degrees(point.longitudeDegrees))"
        var facts: [String] = []
        if let nearest = sight.nearest {
            facts.append(
                "nearest: \(metres(nearest.distance)) to segment \(nearest.segment)–\(nearest.segment + 1), "
                    + "\(metres(nearest.way)) along the route; \(metres(sight.remaining)) remain"
            )
        }
        if let start = sight.arrows.first, let end = sight.arrows.last {
            facts.append(
                "arrows: \(sight.arrows.count), from \(place(start)) to \(place(end)), "
                    + "\(angle(start.bearing.clockwise)) to \(angle(end.bearing.clockwise))"
            )
        } else {
            facts.append("arrows: none")
        }
        facts.append(
            "finish: \(metres(sight.finishDistance)) away, bearing \(angle(sight.finishBearing?.clockwise)), mark "
                + "diameter \(NumberText.signed(sight.finishSize, decimals: 1)) px"
        )
        if let finish = sight.finish {
            facts.append("on the screen at \(pixel(finish))")
        } else if let hint = sight.hint {
            facts.append("not on the screen: hint label at \(pixel(hint))")
        } else {
            facts.append(sight.isOriented ? "at the finish" : Self.reasonWithoutOrientation)
        }
        return [style.heading(title)] + facts.flatMap { wrapped("  " + $0, indent: 4) }
    }

    private func summary(_ path: String, _ replay: RouteReplay) -> [String] {
        let sights = replay.sights
        let off = sights.compactMap(\.nearest?.distance).sorted()
        var facts: [String] = []
        if let median = off.isEmpty ? nil : off[off.count / 2], let maximum = off.last {
            facts.append("distance from the route: median \(metres(median)), at most \(metres(maximum))")
        }
        if let start = sights.first, let end = sights.last {
            facts.append(
                "distance to the finish: \(metres(start.finishDistance)) at the start, "
                    + "\(metres(end.finishDistance)) at the end"
            )
            let sizes = sights.map(\.finishSize)
            let range = [sizes.min(), sizes.max()].compactMap(\.self).map { NumberText.signed($0, decimals: 1) }
            facts.append("finish mark: \(range.joined(separator: " to ")) px")
        }
        let shown = sights.count { $0.finish != nil }
        let hinted = sights.count { $0.hint != nil }
        let unknown = sights.count { !$0.isOriented }
        facts.append("finish on the screen at \(shown) fixes, hint label at \(hinted), no orientation at \(unknown)")
        let title = "\(path): \(sights.count) fixes, seen by \(replay.system)"
        return wrapped(title, indent: 2).map(style.heading) + facts.flatMap { wrapped("  " + $0, indent: 4) }
    }

    private func fixes(_ sights: [RouteSight]) -> [String] {
        guard first > 0, !sights.isEmpty else { return [] }
        var table = FigureTable(
            text: ["s"],
            figures: ["off m", "way m", "arrows", "finish m", "mark px", "finish px", "hint px"]
        )
        for sight in sights.prefix(first) {
            table.append([
                sight.time.map { NumberText.signed($0, decimals: 2) } ?? "–",
                sight.nearest.map { NumberText.signed($0.distance, decimals: 1) } ?? "–",
                sight.nearest.map { NumberText.signed($0.way, decimals: 1) } ?? "–",
                "\(sight.arrows.count)", NumberText.signed(sight.finishDistance, decimals: 1),
                NumberText.signed(sight.finishSize, decimals: 1), sight.finish.map(pixel) ?? "–",
                sight.hint.map(pixel) ?? "–",
            ])
        }
        let more = sights.count - first
        return table.plainLines(style: style, indent: 2) + (more > 0 ? ["  … and \(more) more"] : [])
    }

    private func place(_ arrow: RouteArrows.Arrow) -> String {
        "\(degrees(arrow.point.latitudeDegrees)),\(degrees(arrow.point.longitudeDegrees))"
    }

    private func pixel(_ point: ScreenPoint) -> String {
        "\(NumberText.signed(point.x, decimals: 0)),\(NumberText.signed(point.y, decimals: 0))"
    }

    private func difference(_ stated: Metres, from length: Metres) -> String {
        guard length > 0 else { return "no length to compare with" }
        let share = (stated / length - 1) * 100
        return (share >= 0 ? "+" : "") + NumberText.signed(share, decimals: 2) + " %"
    }

    private func metres(_ length: Metres) -> String { NumberText.signed(length, decimals: 1) + " m" }

    private func angle(_ angle: Angle?) -> String {
        angle.map { NumberText.signed($0.degrees, decimals: 1) + "°" } ?? "–"
    }

    private func signed(_ angle: Angle?) -> String {
        angle.map { ($0.degrees >= 0 ? "+" : "") + NumberText.signed($0.degrees, decimals: 1) + "°" } ?? "–"
    }

    private func degrees(_ value: Double) -> String { NumberText.signed(value, decimals: 6) }

    private func wrapped(_ text: String, indent: Int) -> [String] {
        TextWrapping.lines(text, width: width, indent: indent)
    }
}

extension Angle {
    /// The angle, increased by a full turn if it is negative, so that it is from 0 to 360°.
    fileprivate var clockwise: Angle { radians < 0 ? Angle(radians: radians + 2 * .pi) : self }
}
