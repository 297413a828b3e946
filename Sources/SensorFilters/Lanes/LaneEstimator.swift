import SensorModel

/// An estimator with one setting of its parameters in each lane.
protocol LaneEstimator: Sendable {
    associatedtype Numbers: NumberLanes

    /// Called when the estimator starts at an orientation: forget everything else.
    mutating func begin()

    /// The orientations one step on.
    ///
    /// - Parameter directions: of gravity and field, of length one; nil while one of the sensors is silent.
    mutating func step(
        from orientation: LaneQuaternion<Numbers>,
        rate: Vector3,
        directions: (gravity: Vector3, field: Vector3)?,
        over interval: Seconds
    ) -> LaneQuaternion<Numbers>
}

extension LaneEstimator {
    /// One number of each setting. Lanes for which there is none repeat the last.
    static func lanes<Setting>(_ settings: [Setting], _ number: (Setting) -> Double) -> Numbers {
        precondition(!settings.isEmpty && settings.count <= Numbers.count, "as many settings as there are lanes")
        var lanes = Numbers(repeating: number(settings[settings.count - 1]))
        for (lane, setting) in settings.enumerated() { lanes[lane] = number(setting) }
        return lanes
    }
}
