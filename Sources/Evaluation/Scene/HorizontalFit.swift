import RealModule
package import SensorModel

/// The rotation, scale and translation that best map one set of points in a plane to another set.
///
/// Source: Umeyama 1991, doi:10.1109/34.88573, in two dimensions.
package struct HorizontalFit {
    /// A point in the horizontal plane. Seen from above, the x axis points right and the y axis points up, as on a map.
    package typealias Point = SIMD2<Double>

    /// The rotation angle, clockwise from y towards x.
    package let turn: Angle
    let scale: Double
    /// The root mean square distance between the transformed points and their targets, in metres.
    let residual: Metres
    /// An upper bound of the rotation's standard deviation, valid for errors with any correlation.
    let uncertainty: Angle
    private let fromMean: Point
    private let toMean: Point

    /// Returns a point after rotation, scaling and translation.
    func target(of point: Point) -> Point { target(of: point, scale: scale) }

    /// Returns a point after rotation and translation without scaling.
    func rigidTarget(of point: Point) -> Point { target(of: point, scale: 1) }

    private func target(of point: Point, scale: Double) -> Point {
        let p = point - fromMean
        let (sine, cosine) = (turn.sine * scale, turn.cosine * scale)
        return Point(x: toMean.x + p.x * cosine + p.y * sine, y: toMean.y + p.y * cosine - p.x * sine)
    }

    /// Minimises Σ |to − s R from − t|²/σ² over the scale s, the rotation R and the translation t. Returns `nil` if the
    /// points do not determine a rotation. O(n).
    ///
    /// - Parameters:
    ///   - from: the points to transform.
    ///   - to: the target of each point.
    ///   - deviations: σ, the standard deviation of each point along each axis; `nil` to estimate σ from the residuals.
    package init?(from: [Point], to: [Point], deviations: [Metres]? = nil) {
        let weights = deviations?.map { 1 / ($0 * $0) } ?? from.map { _ in 1 }
        let total = weights.reduce(0, +)
        guard from.count > 1, total > 0 else { return nil }
        fromMean = Self.mean(from, weights, total)
        toMean = Self.mean(to, weights, total)
        var (along, across, size, reach) = (0.0, 0.0, 0.0, 0.0)
        for index in from.indices {
            let (p, q, w) = (from[index] - fromMean, to[index] - toMean, weights[index])
            along += w * (p.x * q.x + p.y * q.y)
            across += w * (p.y * q.x - p.x * q.y)
            size += w * (p.x * p.x + p.y * p.y)
            // Σ w |p| σ, with σ = 1/√w or 1.
            reach += w.squareRoot() * (p.x * p.x + p.y * p.y).squareRoot()
        }
        let information = (along * along + across * across).squareRoot()
        guard size > 0, information > 0 else { return nil }
        turn = Angle(ofPoint: along, across)
        scale = information / size
        let (sine, cosine) = (across / information * scale, along / information * scale)
        var (squares, weighted) = (0.0, 0.0)
        for index in from.indices {
            let (p, q) = (from[index] - fromMean, to[index] - toMean)
            let left = Point(x: q.x - (p.x * cosine + p.y * sine), y: q.y - (p.y * cosine - p.x * sine))
            squares += left.x * left.x + left.y * left.y
            weighted += weights[index] * (left.x * left.x + left.y * left.y)
        }
        let count = Double(from.count)
        residual = (squares / count).squareRoot()
        // The RMS residual per axis in units of σ; 1 if the deviations are correct.
        let excess = (weighted / (2 * count)).squareRoot()
        let bound = reach / (size * scale) * (deviations == nil ? excess : max(1, excess))
        uncertainty = Angle(radians: min(bound, .pi))
    }

    private static func mean(_ points: [Point], _ weights: [Double], _ total: Double) -> Point {
        zip(points, weights).reduce(Point.zero) { $0 + $1.1 * $1.0 } / total
    }
}
