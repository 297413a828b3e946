import SensorFilters
import SensorModel
import TestSupport

extension Motion {
    /// Radians. The largest error of an estimator with exact sensors in the motion ``exact``.
    ///
    /// Madgwick, Mahony, Fusion, Fourati, Martin, AQUA, ROLEQ and the quaternion EKF integrate to first order, with an
    /// error of about |ω|²Δt²/12 per sample that their correction removes slowly: up to 4.2e-3 here. The other estimators
    /// are exact.
    static func error(of name: String) -> Double {
        if name == "guo" { return guoLag }
        return integratesToFirstOrder(name) ? 5e-3 : Tolerance.equations
    }

    /// Radians. The measured quaternion of Guo starts at the last orientation and goes a part of the way: a lag of about
    /// two samples, which depends on the direction of north.
    private static let guoLag = 1.5e-2

    /// Radians. The largest difference between the errors of an estimator in the same motion at two headings.
    ///
    /// The correction of the integration error depends on the direction of north. The length of Madgwick's correction is
    /// 2 β Δt for any error. Fusion measures west with the predicted Up: a tilt also turns the heading.
    static func difference(of name: String, interval: Seconds) -> Double {
        if name == "guo" { return 2 * guoLag }
        let correction = name == "madgwick" ? 2 * Madgwick.Parameters().beta * interval : Tolerance.equations
        return 2 * correction + (integratesToFirstOrder(name) ? (name == "fusion" ? 3e-3 : 2e-3) : 0)
    }

    private static func integratesToFirstOrder(_ name: String) -> Bool {
        ["madgwick", "mahony", "fusion", "fourati", "martin", "aqua", "roleq", "quaternionEkf"].contains(name)
    }
}
