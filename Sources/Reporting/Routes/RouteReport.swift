public import Evaluation
public import Foundation
import SensorModel

/// What `sextant route` says: for people, as one JSON object, and as a CSV.
public struct RouteReport: Sendable {
    /// From where a route is looked at.
    public enum Viewer: Sendable {
        /// From nowhere: the route alone.
        case none
        /// From one place.
        case place(RouteSight)
        /// From the fixes of a recording, replayed by a described system.
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

    /// - Parameters:
    ///   - path: the route's file.
    ///   - form: how the file is written.
    ///   - measurement: of its route.
    ///   - viewer: from where the route is looked at.
    public init(path: String, form: String, measurement: RouteMeasurement, viewer: Viewer = .none) {
        self.path = path
        self.form = form
        self.measurement = measurement
        self.viewer = viewer
    }

    /// Text for a terminal, with a line end after every line.
    ///
    /// - Parameters:
    ///   - width: columns of the terminal.
    ///   - first: how many legs, and how many fixes, are shown.
    ///   - colour: whether headings are emphasised.
    public func text(width: Int, first: Int, colour: Bool) -> String {
        let sections = RouteSections(self, width: width, first: first, style: TerminalStyle(isColoured: colour))
        return sections.lines().map { $0.withoutTrailingBlanks + "\n" }.joined()
    }

    /// One JSON object of schema `sextant.route/1`, keys sorted. What is not known is null.
    public func json() throws(ReportError) -> Data { try TidyJSON.data(RouteDocument(self), file: "JSON") }

    /// The legs of a route; the arrows that are seen from a place; a row for each fix of a recording.
    public func csv() -> String {
        switch viewer {
        case .none: RouteTable.legs(measurement)
        case .place(let sight): RouteTable.arrows(sight)
        case .recording(_, let replay): RouteTable.fixes(replay.sights)
        }
    }
}
