import SensorFilters
import SensorModel

/// A direct implementation of `SphericalAverage`, which restarts the iteration of its definition for each sample.
struct DirectSphericalAverage: Filter {
    var intake = Intake<UnitQuaternion>()
    private var window: SlidingWindow<UnitQuaternion>

    init(window: Int) { self.window = SlidingWindow(capacity: window) }

    var maximumGap: Seconds { 1 }

    mutating func start(with value: UnitQuaternion) -> UnitQuaternion {
        window.removeAll()
        window.append(value)
        return value
    }

    mutating func advance(to value: UnitQuaternion, over interval: Seconds) -> UnitQuaternion {
        window.append(value)
        return SphericalMean.mean(of: window) ?? value
    }

    mutating func reset() { self = DirectSphericalAverage(window: window.capacity) }
}
