import RealModule
public import SensorModel

/// The orientation that the device itself recorded, for example by Core Motion, Android's rotation vector or ARKit.
///
/// The system iLocator uses this orientation (Bertram 2012). The estimator returns the recorded orientations. Unusable
/// samples are skipped and counted. O(1) time and memory per sample.
///
///     var estimator = DeviceAttitude()
///     let orientation = estimator.update(with: frame)
public struct DeviceAttitude: OrientationEstimator {
    /// The counts of unusable samples.
    public private(set) var skips = SkipCounts()
    private let angleStep: Angle
    private var orientation: UnitQuaternion?
    private var time: Seconds?

    /// Creates an estimator in the initial state.
    ///
    /// - Parameter angleStep: the step to which the angles α, β and γ of ``BrowserAngles`` are rounded, as in browsers;
    ///   0 for no rounding.
    public init(angleStep: Angle = .zero) { self.angleStep = angleStep }

    /// Processes a frame and returns the orientation, device → Earth (East, North, Up), or `nil` before the first
    /// usable sample.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        guard let attitude = frame.attitude else { return orientation }
        guard frame.time.isFinite else {
            skips.nonFinite += 1
            return orientation
        }
        switch attitude.admitted {
        case .usable where frame.time <= time ?? -.infinity: skips.notLater += 1
        case .usable(let usable):
            orientation = angleStep > .zero ? BrowserAngles(usable).rounded(to: angleStep).orientation : usable
            time = frame.time
        case .nonFinite: skips.nonFinite += 1
        case .zero: skips.zero += 1
        }
        return orientation
    }

    /// Discards all samples.
    public mutating func reset() {
        self = DeviceAttitude(angleStep: angleStep)
    }
}

extension EstimatorEntry {
    package static let deviceAttitude = EstimatorEntry(
        name: "deviceAttitude",
        summary: "The orientation that the device itself recorded.",
        source: "Bertram 2012",
        sensors: [.attitude],
        advancedBy: [.attitude],
        north: .recorded,
        parameters: [
            .choice(
                "north",
                of: ["recorded", "magnetic"],
                default: "recorded",
                "North of the result: as recorded, or magnetic, which subtracts the declination."
            ),
            .number(
                "angleStep",
                .degrees,
                in: ParameterRange("from 0 to 90", from: 0, to: 90),
                default: 0,
                "Step to which alpha, beta and gamma are rounded, as browsers do; 0 for no rounding."
            ),
        ],
        make: { DeviceAttitude(angleStep: Angle(degrees: $0.required("angleStep"))) }
    )
}

/// The angles α, β and γ in which browsers report an orientation: intrinsic rotations about z, x and y.
///
/// W3C, Device Orientation and Motion, section 4.1: α in [0, 360°), β in [−180°, 180°), γ in [−90°, 90°). O(1).
///
/// ```swift
/// let angles = BrowserAngles(orientation)
/// let rounded = angles.rounded(to: Angle(degrees: 0.1)).orientation
/// ```
public struct BrowserAngles: Sendable, Hashable {
    /// The rotation about the vertical axis, from north towards west.
    public var alpha: Angle
    /// The rotation about the device's x axis.
    public var beta: Angle
    /// The rotation about the device's y axis.
    public var gamma: Angle

    /// Creates angles.
    public init(alpha: Angle, beta: Angle, gamma: Angle) {
        self.alpha = alpha
        self.beta = beta
        self.gamma = gamma
    }

    /// Creates the angles of an orientation, device → East, North, Up.
    public init(_ orientation: UnitQuaternion) {
        let x = orientation.rotate(Vector3(1, 0, 0))
        let y = orientation.rotate(Vector3(0, 1, 0))
        let z = orientation.rotate(Vector3(0, 0, 1))
        // y.z = sin β, y.x = −cos β sin α, y.y = cos β cos α, x.z = −cos β sin γ, z.z = cos β cos γ
        if z.z > 0 || (z.z == 0 && x.z <= 0) {
            beta = Angle(radians: Double.asin(min(max(y.z, -1), 1)))
            alpha = Angle(ofPoint: y.y, -y.x)
            gamma = Angle(ofPoint: z.z, -x.z)
        } else {
            let magnitude = .pi - Double.asin(min(max(y.z.magnitude, 0), 1))
            beta = Angle(radians: y.z >= 0 ? magnitude : -magnitude)
            alpha = Angle(ofPoint: -y.y, y.x)
            gamma = Angle(ofPoint: -z.z, x.z)
        }
    }

    /// The orientation, device → East, North, Up.
    public var orientation: UnitQuaternion {
        UnitQuaternion(angle: alpha, axis: Vector3(0, 0, 1)) * UnitQuaternion(angle: beta, axis: Vector3(1, 0, 0))
            * UnitQuaternion(angle: gamma, axis: Vector3(0, 1, 0))
    }

    /// Returns the angles rounded to multiples of a step.
    ///
    /// - Parameter step: the step, greater than 0.
    public func rounded(to step: Angle) -> BrowserAngles {
        func rounded(_ angle: Angle) -> Angle {
            Angle(radians: (angle.radians / step.radians).rounded() * step.radians)
        }
        return BrowserAngles(alpha: rounded(alpha), beta: rounded(beta), gamma: rounded(gamma))
    }
}
