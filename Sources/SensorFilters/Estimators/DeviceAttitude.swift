public import SensorModel

/// The orientation that the device itself recorded: Core Motion, Android's rotation vector, ARKit.
///
/// iLocator uses it (Bertram 2012). The estimator computes nothing; it skips and counts unusable samples. O(1) time and
/// memory per sample.
///
///     var estimator = DeviceAttitude()
///     let orientation = estimator.update(with: frame)
public struct DeviceAttitude: OrientationEstimator {
    /// The counts of unusable samples.
    public private(set) var skips = SkipCounts()
    private let angleStep: Angle
    private var orientation: UnitQuaternion?
    private var time: Seconds?

    /// Creates an estimator that has not seen a sample.
    ///
    /// - Parameter angleStep: the step to which the angles α, β and γ are rounded, as browsers do; 0 for no rounding.
    public init(angleStep: Angle = .zero) { self.angleStep = angleStep }

    /// Reads a frame; returns the orientation, device → Earth (East, North, Up).
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

    /// Forgets all samples.
    public mutating func reset() {
        self = DeviceAttitude(angleStep: angleStep)
    }
}

extension EstimatorEntry {
    static let deviceAttitude = EstimatorEntry(
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
                "The north that the recording counts from, or magnetic north: the recording's declination is taken off once."
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
