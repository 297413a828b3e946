public import SensorModel

/// What a file of routes holds.
public struct RouteFile: Sendable, Hashable {
    public var format: RouteFormat
    /// In the file's order, each of two points or more.
    public var routes: [Route]
    /// What of the file is no part of a route, or could not be kept: how often, by the reason in words.
    public var leftOut: [String: Int]

    public init(format: RouteFormat, routes: [Route] = [], leftOut: [String: Int] = [:]) {
        self.format = format
        self.routes = routes
        self.leftOut = leftOut
    }

    /// Counts something that is left out.
    mutating func leaveOut(_ reason: String) {
        leftOut[reason, default: 0] += 1
    }
}
