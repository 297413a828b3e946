public import SensorModel

/// The diameter of the finish mark at a route's end. Between a near and a far distance, the diameter decreases
/// linearly; outside this range, it is constant.
///
/// In Yandex 2018, section "Finish line, The size", the size changes only between 50 m and 2 km. The change is slower
/// than in perspective, so that the route's end remains visible. The document does not state the two sizes; the
/// defaults are Sextant's own.
///
/// ```swift
/// let diameter = FinishMark().size(at: 300)
/// ```
public struct FinishMark: Sendable, Hashable {
    /// The distance in metres up to which the mark has its largest size.
    public var near: Metres
    /// The distance in metres from which the mark has its smallest size.
    public var far: Metres
    /// The largest diameter, in pixels or any other unit of the screen.
    public var largest: Double
    /// The smallest diameter, in the unit of ``largest``.
    public var smallest: Double

    /// Creates the size rule of a finish mark.
    ///
    /// - Parameters:
    ///   - near: the distance in metres up to which the mark has its largest size; at least 0.
    ///   - far: the distance in metres from which the mark has its smallest size; greater than `near`.
    ///   - largest: the largest diameter; at least `smallest`.
    ///   - smallest: the smallest diameter; at least 0.
    public init(near: Metres = 50, far: Metres = 2000, largest: Double = 120, smallest: Double = 30) {
        precondition(near >= 0 && far > near, "near must be at least 0 and less than far")
        precondition(smallest >= 0 && largest >= smallest, "the largest size must not be less than the smallest")
        self.near = near
        self.far = far
        self.largest = largest
        self.smallest = smallest
    }

    /// Returns the mark's diameter at a distance in metres, in the unit of ``largest``.
    public func size(at distance: Metres) -> Double {
        let share = (min(max(distance, near), far) - near) / (far - near)
        return largest + (smallest - largest) * share
    }
}
