/// One number is a computation with one lane.
extension Double: LaneNumber {
    /// The result of a comparison.
    public typealias Mask = Bool

    /// One lane.
    @_transparent public static var laneCount: Int { 1 }

    /// The number itself.
    @_transparent public init(repeating number: Double) { self = number }

    /// The number itself, in the only lane.
    public subscript(lane lane: Int) -> Double {
        @_transparent get { self }
        @_transparent set { self = newValue }
    }

    /// `left < right`
    @_transparent public static func .< (left: Double, right: Double) -> Bool { left < right }
    /// `left <= right`
    @_transparent public static func .<= (left: Double, right: Double) -> Bool { left <= right }
    /// `left > right`
    @_transparent public static func .> (left: Double, right: Double) -> Bool { left > right }
    /// `left >= right`
    @_transparent public static func .>= (left: Double, right: Double) -> Bool { left >= right }

    /// `mask ? other : self`
    @_transparent public func replacing(with other: Double, where mask: Bool) -> Double { mask ? other : self }
}

/// One condition is a mask with one lane.
extension Bool: LaneMask {
    /// The condition itself.
    @_transparent public init(repeating isTrue: Bool) { self = isTrue }
    /// The condition itself.
    @_transparent public var inAnyLane: Bool { self }
    /// The condition itself.
    @_transparent public var inAllLanes: Bool { self }
    /// The condition itself, in the only lane.
    public subscript(lane lane: Int) -> Bool {
        @_transparent get { self }
    }
    /// `left && right`
    @_transparent public static func .& (left: Bool, right: Bool) -> Bool { left ? right : false }
    /// `left || right`
    @_transparent public static func .| (left: Bool, right: Bool) -> Bool { left ? true : right }
    /// `!mask`
    @_transparent public static prefix func .! (mask: Bool) -> Bool { !mask }
}
