public import Geodesy
public import SensorModel

/// The lengths and directions of a route's legs, computed by several formulas and as stated in the route's file.
public struct RouteMeasurement: Sendable {
    /// The rule that divides a route into legs.
    public enum Division: Sendable, Hashable {
        /// A leg extends from one instruction in the file to the next. Without instructions, the rule is ``points``.
        case instructions
        /// A leg extends from one point to the next.
        case points
    }

    /// The measured route.
    public let route: Route
    /// The distance formulas that are applied in addition to the geodesic.
    public let formulas: [FormulaEntry]
    /// The legs from the start to the finish.
    public let legs: [RouteLeg]

    /// Measures a route with the geodesic and with formulas. Call ``GeodesicReference/load()`` first.
    ///
    /// O(points · formulas).
    ///
    /// - Parameters:
    ///   - route: a route of at least two points.
    ///   - formulas: the distance formulas to apply in addition to the geodesic.
    ///   - division: the rule that divides the route into legs.
    public init(
        _ route: Route,
        formulas: [FormulaEntry] = FormulaCatalogue.entries,
        division: Division = .instructions
    ) {
        precondition(route.vertices.count >= 2, "a route has at least two points")
        self.route = route
        self.formulas = formulas
        let segments = zip(route.vertices, route.vertices.dropFirst()).map { Segment(from: $0.point, to: $1.point) }
        legs = Self.parts(of: route, division).map { part in
            Self.leg(part.vertices, part.instruction, of: route, segments, formulas)
        }
    }

    /// The length of the route in metres, along the geodesics between its points.
    public var length: Metres { legs.reduce(0) { $0 + $1.length } }

    /// The length of the route by each of ``formulas``, in metres, or `nil` if the formula yields no distance for a
    /// leg.
    public var lengths: [Metres?] {
        formulas.indices.map { formula in
            Self.sum(legs.map { $0.lengths[formula] })
        }
    }

    /// The length in metres that the file states for the route.
    ///
    /// If the file states no length for the route, the sum of the stated leg lengths is used. The length is `nil` if a
    /// leg has no stated length.
    public var statedLength: Metres? {
        route.length ?? Self.sum(legs.map(\.statedLength))
    }

    /// Returns the sum of the lengths, or `nil` if one of the lengths is `nil`.
    private static func sum(_ lengths: [Metres?]) -> Metres? {
        let known = lengths.compactMap(\.self)
        return known.count == lengths.count ? known.reduce(0, +) : nil
    }

    /// The geodesic between two consecutive points of the route.
    private struct Segment {
        let start: GeographicPoint
        let end: GeographicPoint
        let length: Metres
        /// The azimuths at the start and at the end, in degrees clockwise from north, or `nil` if the length is 0.
        let bearings: (start: Double, end: Double)?

        init(from start: GeographicPoint, to end: GeographicPoint) {
            self.start = start
            self.end = end
            let outward = GeodesicReference.geodesic(from: start, to: end)
            length = outward.distance
            guard length > 0 else {
                bearings = nil
                return
            }
            let inward = GeodesicReference.geodesic(from: end, to: start)
            bearings = (outward.initialBearingDegrees, inward.initialBearingDegrees + 180)
        }
    }

    /// Returns the points of each leg, and the instruction at the leg's first point.
    private static func parts(
        of route: Route,
        _ division: Division
    ) -> [(vertices: ClosedRange<Int>, instruction: Route.Instruction?)] {
        let last = route.vertices.count - 1
        guard division == .instructions, let first = route.instructions.first else {
            return (0..<last).map { index in
                (vertices: index...index + 1, instruction: route.instructions.first { $0.vertex == index })
            }
        }
        var parts: [(vertices: ClosedRange<Int>, instruction: Route.Instruction?)] = []
        if first.vertex > 0 { parts.append((0...first.vertex, nil)) }
        for (index, instruction) in route.instructions.enumerated() {
            let next = index + 1 < route.instructions.count ? route.instructions[index + 1].vertex : last
            parts.append((instruction.vertex...next, instruction))
        }
        return parts
    }

    private static func leg(
        _ vertices: ClosedRange<Int>,
        _ instruction: Route.Instruction?,
        of route: Route,
        _ segments: [Segment],
        _ formulas: [FormulaEntry]
    ) -> RouteLeg {
        let own = segments[vertices.lowerBound..<vertices.upperBound]
        let leaving = own.lazy.compactMap { $0.bearings?.start }.first
        let arriving = segments[..<vertices.lowerBound].last { $0.bearings != nil }?.bearings?.end
        let turn = leaving.flatMap { leaving in arriving.map { Angle(degrees: leaving - $0).wrapped } }
        return RouteLeg(
            vertices: vertices,
            instruction: instruction?.text,
            length: own.reduce(0) { $0 + $1.length },
            lengths: formulas.map { entry in
                sum(own.map { entry.formula.distance(from: $0.start, to: $0.end).flatMap { $0.isFinite ? $0 : nil } })
            },
            bearing: leaving.map { Angle(degrees: $0).wrapped },
            turn: turn,
            // The file's values describe the path to the next instruction, not to the next point.
            statedLength: vertices.upperBound == end(after: instruction, in: route) ? instruction?.length : nil,
            statedBearing: instruction?.azimuth,
            statedTurn: instruction?.turn
        )
    }

    /// Returns the index of the route point at which an instruction ends: the point of the next instruction, or the
    /// route's last point. Returns `nil` without an instruction.
    private static func end(after instruction: Route.Instruction?, in route: Route) -> Int? {
        guard let instruction, let index = route.instructions.firstIndex(of: instruction) else { return nil }
        return index + 1 < route.instructions.count ? route.instructions[index + 1].vertex : route.vertices.count - 1
    }
}

/// A part of a route from one instruction to the next, or from one point to the next.
public struct RouteLeg: Sendable, Hashable {
    /// The indices of the leg's first and last point in the route.
    public let vertices: ClosedRange<Int>
    /// The file's instruction at the first point, or `nil` without an instruction.
    public let instruction: String?
    /// The length of the leg in metres, along the geodesics between its points.
    public let length: Metres
    /// The length of the leg by each of ``RouteMeasurement/formulas``, in metres, or `nil` if the formula yields no
    /// distance.
    public let lengths: [Metres?]
    /// The azimuth at the leg's start, clockwise from north in (−180°, 180°], or `nil` for a leg without length.
    public let bearing: Angle?
    /// The turn at the leg's start, from the direction of arrival to the direction of departure, positive to the right.
    ///
    /// The turn is in (−180°, 180°]. It is `nil` at the route's start and for a leg without length.
    public let turn: Angle?
    /// The length of the leg as stated in the route's file, in metres, or `nil` if the file states no length.
    public let statedLength: Metres?
    /// The azimuth at the leg's start as stated in the route's file, or `nil` if the file states no azimuth.
    public let statedBearing: Angle?
    /// The turn at the leg's start as stated in the route's file, or `nil` if the file states no turn.
    public let statedTurn: Angle?
}
