/// A way to measure the distance between two points on the Earth's surface, exact or not.
///
/// A formula is a value without state and safe from any thread. Both points have the height zero.
public protocol DistanceFormula: Sendable {
    /// The distance in metres, at least 0; nil where the formula has no answer, as where its iteration does not converge.
    ///
    /// It is 0 for a point and itself, and the same in both directions but for rounding unless the formula takes one end
    /// for its origin.
    func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres?

    /// The direction in which the way leaves `start`, clockwise from north, in (−180°, 180°]; nil where the formula gives
    /// none.
    ///
    /// Where every direction is right, or none is (the same point twice), it is what the formula gives: see its page.
    func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle?
}

extension DistanceFormula {
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? { nil }
}
