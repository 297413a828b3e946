public import Geodesy
import SensorFilters
public import SensorModel

/// A Kalman filter for position fixes with different accuracies. The result contains the filter's covariance.
///
/// The model along each axis is a constant velocity that white-noise acceleration disturbs, as in
/// `KalmanConstantVelocity` (Bar-Shalom et al. 2001, doi:10.1002/0471221279, section 6.2.2). The measurement noise of a
/// fix follows from its claimed accuracy, which the device reports with the fix. East and north share one covariance;
/// up has a separate one. O(1) time and memory per fix.
///
/// ```swift
/// var filter = PositionKalman(PositionKalman.Parameters())
/// let estimate = filter.update(measured, at: 12.5)
/// ```
public struct PositionKalman: Sendable {
    /// The parameters of the filter.
    public struct Parameters: DeclaredParameters, Hashable {
        /// The square root of the spectral density of the horizontal acceleration, in m/s² per √Hz. The velocity
        /// changes by about this value within a second. The default suits walking, where the velocity changes by 1 m/s
        /// within some seconds.
        public var processNoise = 0.5
        /// The square root of the spectral density of the vertical acceleration, in m/s² per √Hz.
        public var verticalNoise = 0.2
        /// The standard deviation of the initial velocity along each axis, in m/s.
        public var initialSpeed = 1.5
        /// The claimed accuracy in metres that is assumed for fixes without a claimed accuracy.
        public var missingAccuracy: Metres = 10
        /// The factor by which claimed accuracies are multiplied.
        public var accuracyFactor = 1.0
        /// The maximum horizontal difference between a fix and its prediction, in standard deviations along each axis.
        /// Fixes with a larger difference are ignored; `nil` to use all fixes.
        public var outlierLimit: Double?
        /// The longest interval between two fixes, in seconds, that does not restart the filter.
        public var maximumGap: Seconds = 30

        /// Creates the default parameters.
        public init() {}

        package static let defaults = Self()
        package static let declarations: [ParameterDeclaration<Self>] = [
            .number(
                "processNoise",
                \.processNoise,
                in: .aboveZero,
                "Disturbing horizontal acceleration in m/s² per √Hz; larger values follow turns and are noisier."
            ),
            .number(
                "verticalNoise",
                \.verticalNoise,
                in: .aboveZero,
                "Disturbing vertical acceleration in m/s² per √Hz."
            ),
            .number(
                "initialSpeed",
                \.initialSpeed,
                .metresPerSecond,
                in: .aboveZero,
                "Standard deviation of the initial velocity along each axis."
            ),
            .number(
                "missingAccuracy",
                \.missingAccuracy,
                .metres,
                in: .aboveZero,
                "Accuracy that is assumed for fixes without one."
            ),
            .number(
                "accuracyFactor",
                \.accuracyFactor,
                in: .aboveZero,
                "Factor for claimed accuracies; use more than 1 if the claimed radii are too small."
            ),
            .optionalNumber(
                "outlierLimit",
                \.outlierLimit,
                in: .aboveZero,
                "Standard deviations from the prediction beyond which a fix is ignored; if unset, all fixes are used."
            ),
            .maximumGap(\.maximumGap),
        ]
    }

    /// The motion along one axis.
    private struct Axis: Sendable {
        var position: Double
        var velocity = 0.0
        var covariance: MotionCovariance

        init(position: Double, deviation: Double, speed: Double) {
            self.position = position
            covariance = MotionCovariance(position: deviation * deviation, shared: 0, velocity: speed * speed)
        }

        mutating func predict(over interval: Seconds, noise: Double) {
            position += velocity * interval
            covariance = covariance.predicted(over: interval, density: noise * noise)
        }

        mutating func correct(with measured: Double, deviation: Double) {
            let variance = deviation * deviation
            let gain = covariance.gain(variance: variance)
            let innovation = measured - position
            position += gain.position * innovation
            velocity += gain.velocity * innovation
            covariance = covariance.corrected(by: gain, variance: variance)
        }
    }

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The number of fixes that were ignored because of ``Parameters/outlierLimit``.
    public private(set) var outliers = 0
    /// The number of restarts after a gap.
    public private(set) var restarts = 0
    private var horizontal: (east: Axis, north: Axis)?
    private var vertical: Axis?
    private var time: Seconds?

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters) { self.parameters = parameters }

    /// Processes a measured position, and returns the estimate at its time. Times must increase.
    ///
    /// - Parameters:
    ///   - measured: the position with its claimed standard deviations.
    ///   - time: the time of the measurement in seconds.
    public mutating func update(_ measured: PositionEstimate, at time: Seconds) -> PositionEstimate {
        let factor = parameters.accuracyFactor
        let deviation =
            factor * (measured.horizontalDeviation ?? PositionEstimate.deviation(ofRadius: parameters.missingAccuracy))
        if let last = self.time, time - last > parameters.maximumGap {
            (horizontal, vertical) = (nil, nil)
            restarts += 1
        }
        let interval = self.time.map { time - $0 } ?? 0
        self.time = time
        updateHorizontal(measured.position, deviation, after: interval)
        if measured.hasHeight {
            let deviation = factor * (measured.verticalDeviation ?? parameters.missingAccuracy)
            updateVertical(measured.position.z, deviation, after: interval)
        } else {
            vertical?.predict(over: interval, noise: parameters.verticalNoise)
        }
        return estimate ?? measured
    }

    private mutating func updateHorizontal(_ measured: Vector3, _ deviation: Metres, after interval: Seconds) {
        guard var axes = horizontal else {
            horizontal = (
                Axis(position: measured.x, deviation: deviation, speed: parameters.initialSpeed),
                Axis(position: measured.y, deviation: deviation, speed: parameters.initialSpeed)
            )
            return
        }
        axes.east.predict(over: interval, noise: parameters.processNoise)
        axes.north.predict(over: interval, noise: parameters.processNoise)
        let (east, north) = (measured.x - axes.east.position, measured.y - axes.north.position)
        let expected = (axes.east.covariance.position + deviation * deviation).squareRoot()
        if let limit = parameters.outlierLimit, (east * east + north * north).squareRoot() > limit * expected {
            outliers += 1
        } else {
            axes.east.correct(with: measured.x, deviation: deviation)
            axes.north.correct(with: measured.y, deviation: deviation)
        }
        horizontal = axes
    }

    private mutating func updateVertical(_ measured: Metres, _ deviation: Metres, after interval: Seconds) {
        guard var axis = vertical else {
            vertical = Axis(position: measured, deviation: deviation, speed: parameters.initialSpeed)
            return
        }
        axis.predict(over: interval, noise: parameters.verticalNoise)
        axis.correct(with: measured, deviation: deviation)
        vertical = axis
    }

    private var estimate: PositionEstimate? {
        guard let horizontal else { return nil }
        return PositionEstimate(
            position: Vector3(horizontal.east.position, horizontal.north.position, vertical?.position ?? 0),
            hasHeight: vertical != nil,
            horizontalDeviation: horizontal.east.covariance.position.squareRoot(),
            verticalDeviation: vertical?.covariance.position.squareRoot()
        )
    }
}

/// An estimated position, with its claimed uncertainty.
public struct PositionEstimate: Sendable, Hashable {
    /// The position in metres east, north and up of an origin. Up is 0 if ``hasHeight`` is `false`.
    public var position: Vector3
    /// A Boolean value that indicates whether the height is estimated.
    public var hasHeight: Bool
    /// The claimed standard deviation along each horizontal axis in metres; `nil` if none is claimed.
    public var horizontalDeviation: Metres?
    /// The claimed standard deviation of the height in metres; `nil` if none is claimed.
    public var verticalDeviation: Metres?
    /// The floor of the building; `nil` if it is not estimated.
    public var floor: Int?
    /// The speed over ground in m/s that the receiver reported with the position; `nil` if it reported none.
    public var reportedSpeed: Double?
    /// The direction of travel clockwise from true north that the receiver reported with the position; `nil` if it
    /// reported none.
    public var reportedCourse: Angle?

    /// Creates an estimate from its parts.
    public init(
        position: Vector3,
        hasHeight: Bool,
        horizontalDeviation: Metres? = nil,
        verticalDeviation: Metres? = nil
    ) {
        self.position = position
        self.hasHeight = hasHeight
        self.horizontalDeviation = horizontalDeviation
        self.verticalDeviation = verticalDeviation
    }

    /// Creates an estimate from a fix.
    ///
    /// - Parameters:
    ///   - fix: the fix. Accuracies that are not positive are ignored.
    ///   - frame: the frame of the position.
    ///   - missing: the height in metres above the ellipsoid that is assumed for a fix without altitude.
    /// - Returns: the estimate; `nil` if the location is invalid.
    public init?(_ fix: LocationFix, in frame: LocalTangentFrame, heightIfMissing missing: Metres) {
        guard let geodetic = GeodeticPosition(fix, heightIfMissing: missing) else { return nil }
        self.init(
            position: frame.local(geodetic),
            hasHeight: fix.altitudeMetres != nil,
            horizontalAccuracy: fix.horizontalAccuracyMetres,
            verticalAccuracy: fix.verticalAccuracyMetres
        )
        (floor, reportedSpeed, reportedCourse) = (fix.floor, fix.speed, fix.course)
    }

    /// Creates an estimate from a program's position.
    ///
    /// - Parameters:
    ///   - estimated: the position. A position in metres is not converted.
    ///   - frame: the frame of the position; `nil` if its origin is not on the Earth.
    ///   - missing: the height for a position without altitude, in metres above the ellipsoid.
    /// - Returns: the estimate; `nil` if the position is not on the Earth.
    public init?(_ estimated: EstimatedPosition, in frame: LocalTangentFrame?, heightIfMissing missing: Metres) {
        switch estimated {
        case .geodetic(let fix):
            guard let frame else { return nil }
            self.init(fix, in: frame, heightIfMissing: missing)
        case .local(let x, let y, let height, let accuracy, let verticalAccuracy, let floor):
            self.init(
                position: Vector3(x, y, height ?? 0),
                hasHeight: height != nil,
                horizontalAccuracy: accuracy,
                verticalAccuracy: verticalAccuracy
            )
            self.floor = floor
        }
    }

    /// Creates an estimate from claimed accuracies in metres, as defined for a `LocationFix`. Accuracies that are not
    /// positive are ignored.
    public init(
        position: Vector3,
        hasHeight: Bool,
        horizontalAccuracy: Metres?,
        verticalAccuracy: Metres?
    ) {
        self.init(
            position: hasHeight ? position : Vector3(position.x, position.y, 0),
            hasHeight: hasHeight,
            horizontalDeviation: horizontalAccuracy.flatMap { $0 > 0 ? Self.deviation(ofRadius: $0) : nil },
            verticalDeviation: verticalAccuracy.flatMap { $0 > 0 && hasHeight ? $0 : nil }
        )
    }

    /// The radius that contains 68 % of the errors, divided by the standard deviation along each axis.
    ///
    /// Android's `getAccuracy` defines this radius. The quotient is √(−2 ln 0.32), from the Rayleigh distribution.
    public static let radius68 = 1.509_592_185_451_663_4
    /// The radius that contains 95 % of the errors, divided by the standard deviation along each axis: √(−2 ln 0.05).
    public static let radius95 = 2.447_746_830_680_816

    /// Returns the standard deviation along each axis for a claimed radius that contains 68 % of the errors.
    public static func deviation(ofRadius radius: Metres) -> Metres { radius / radius68 }

    /// The claimed radius in metres that contains 68 % of the horizontal errors; `nil` if none is claimed.
    public var radius: Metres? { horizontalDeviation.map { $0 * Self.radius68 } }
}
