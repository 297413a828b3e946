import Evaluation
public import Foundation
public import Positions
import SensorModel

/// The output of `sextant route`: text for a terminal, one JSON object, or CSV.
public struct RouteReport: Sendable {
    /// The viewpoint from which a route is seen.
    public enum Viewer: Sendable {
        /// No viewpoint: the route alone.
        case none
        /// One place.
        case place(RouteSight)
        /// The fixes of a recording, with its path, replayed by a described system.
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
    ///   - width: the columns of the terminal.
    ///   - first: the maximum number of legs, and of fixes.
    ///   - colour: whether headings are emphasised.
    public func text(width: Int, first: Int, colour: Bool) -> String {
        let sections = RouteSections(self, width: width, first: first, style: TerminalStyle(isColoured: colour))
        return sections.lines().map { $0.withoutTrailingBlanks + "\n" }.joined()
    }

    /// The report as one JSON object of schema `sextant.route/1` with sorted keys. An unknown value is null.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` when a value cannot be encoded.
    public func json() throws(ReportError) -> Data { try TidyJSON.data(RouteDocument(self), file: "JSON") }

    /// The report as CSV: a row per leg without a viewpoint, per arrow for a place, or per fix for a recording.
    public func csv() -> String {
        switch viewer {
        case .none: RouteCSV.legs(measurement)
        case .place(let sight): RouteCSV.arrows(sight)
        case .recording(_, let replay): RouteCSV.fixes(replay.sights)
        }
    }
}
