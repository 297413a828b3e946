public import SensorModel

/// How large the mark of the way's end is drawn: its largest size near by, its smallest far away, and linear between.
///
/// Yandex 2017, section "Finish line, The size": 50 m and 2 km; against the rules of perspective, so that
/// the end never gets out of sight. The two sizes are the designers', and are not in the document.
public struct FinishMark: Sendable, Hashable {
    /// Up to here the mark has its largest size.
    public var near: Metres
    /// From here on it has its smallest.
    public var far: Metres
    /// In pixels, or whatever unit the screen is measured in.
    public var largest: Double
    public var smallest: Double

    /// - Parameters:
    ///   - near: at least 0 and less than `far`.
    ///   - far: greater than `near`.
    ///   - largest: not less than `smallest`, which is at least 0.
    ///   - smallest: at least 0.
    public init(near: Metres = 50, far: Metres = 2000, largest: Double = 120, smallest: Double = 30) {
        precondition(near >= 0 && far > near, "far is farther than near")
        precondition(smallest >= 0 && largest >= smallest, "the largest size is not below the smallest")
        self.near = near
        self.far = far
        self.largest = largest
        self.smallest = smallest
    }

    /// The mark's diameter in the unit of ``largest``.
    public func size(at distance: Metres) -> Double {
        let share = (min(max(distance, near), far) - near) / (far - near)
        return largest + (smallest - largest) * share
    }
}
