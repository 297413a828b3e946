import Geodesy
import SensorFilters
import SensorModel

/// Combines fixes with the motion in a tracked scene: a Kalman filter of the scene's origin on the Earth.
///
/// The device's position is the origin plus the position in the scene, rotated by ``SceneAligner``'s current rotation.
/// Tracking drifts, so the origin is a random walk whose variance grows with the distance walked. Each fix measures the
/// origin with the fix's claimed accuracy (Kalman 1960, doi:10.1115/1.3662552). O(1) time and memory per pose and fix.
struct SceneAnchor: Sendable {
    /// The drift of the tracking: the standard deviation in metres after a motion of one metre. The standard deviation
    /// grows with the square root of the distance.
    let drift: Double
    /// The claimed accuracy in metres that is assumed for fixes without a claimed accuracy.
    let missingAccuracy: Metres
    /// The origin of the scene in metres east, north and up, with its variances; `nil` before the first fix.
    private var origin: (position: Vector3, horizontal: Double, vertical: Double)?
    private var hasHeight = false
    private var last: Vector3?

    init(drift: Double, missingAccuracy: Metres) {
        self.drift = drift
        self.missingAccuracy = missingAccuracy
    }

    /// Advances to a pose, and returns the position; `nil` before the first fix.
    ///
    /// - Parameter motion: the position in the scene, rotated to east, north and up, in metres.
    mutating func advance(to motion: Vector3) -> PositionEstimate? {
        if let last {
            let variance = drift * drift * (motion - last).length
            origin?.horizontal += variance
            origin?.vertical += variance
        }
        last = motion
        return estimate
    }

    /// Corrects the origin with a fix at the current position in the scene.
    mutating func correct(with fix: PositionEstimate) -> PositionEstimate? {
        guard let last else { return nil }
        let deviation = fix.horizontalDeviation ?? PositionEstimate.deviation(ofRadius: missingAccuracy)
        let height = fix.verticalDeviation ?? missingAccuracy
        guard var origin else {
            origin = (fix.position - last, deviation * deviation, height * height)
            hasHeight = fix.hasHeight
            return estimate
        }
        let innovation = fix.position - last - origin.position
        let gain = origin.horizontal / (origin.horizontal + deviation * deviation)
        origin.position.x += gain * innovation.x
        origin.position.y += gain * innovation.y
        origin.horizontal *= 1 - gain
        if fix.hasHeight {
            let gain = hasHeight ? origin.vertical / (origin.vertical + height * height) : 1
            origin.position.z += gain * innovation.z
            origin.vertical = hasHeight ? origin.vertical * (1 - gain) : height * height
            hasHeight = true
        }
        self.origin = origin
        return estimate
    }

    /// Adopts a new rotation of the scene without changing the current estimate of the position.
    ///
    /// - Parameter motion: the current position in the scene, in metres east, north and up. The new rotation is already
    ///   applied.
    mutating func rotate(to motion: Vector3) {
        guard let last else { return }
        origin?.position += last - motion
        self.last = motion
    }

    private var estimate: PositionEstimate? {
        guard let origin, let last else { return nil }
        var position = origin.position + last
        if !hasHeight { position.z = 0 }
        return PositionEstimate(
            position: position,
            hasHeight: hasHeight,
            horizontalDeviation: origin.horizontal.squareRoot(),
            verticalDeviation: hasHeight ? origin.vertical.squareRoot() : nil
        )
    }
}
