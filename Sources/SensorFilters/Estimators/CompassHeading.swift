public import SensorModel

/// The orientation from the operating system's compass reading and the accelerometer, as in the system AREA.
///
/// Geiger 2012, section 6.2 and listing 6.9. The accelerometer determines tilt and roll, and the compass reading
/// determines the heading. The estimator computes the orientation at every accelerometer sample and every compass
/// reading, with the last sample of the other sensor. The last compass reading may be arbitrarily old, because systems
/// report a heading only when it changes. The true heading is used if the reading has one, otherwise the magnetic
/// heading. The estimator does not smooth; the operating system has already filtered the reading.
///
/// ```swift
/// var estimator = CompassHeading(direction: .camera)
/// let orientation = estimator.update(with: frame)
/// ```
public struct CompassHeading: OrientationEstimator {
    /// The device axis whose azimuth the compass reports.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// The upper edge of the device (+y), projected to the horizon, as iOS and Android define headings in portrait.
        /// The azimuth is undefined if the edge points straight up or down, and flips by 180° if the device tilts
        /// further.
        case top
        /// The viewing direction of the camera (−z), projected to the horizon, with AREA's correction for the rotation
        /// of the device about this direction. The azimuth is undefined if the camera looks straight up or down.
        case camera
    }

    /// The source of the camera's elevation above the horizon.
    public enum Tilt: String, Sendable, Hashable, CaseIterable {
        /// The direction of the acceleration, independent of its length.
        case direction
        /// The arcsine of the acceleration's z component in g, as in AREA (listing 6.9). The arcsine is correct only
        /// for an acceleration of 1 g, and undefined if the component exceeds 1 g.
        case arcsine
    }

    /// The result if ``Tilt/arcsine`` is undefined because the z component exceeds 1 g.
    public enum BeyondOneG: String, Sendable, Hashable, CaseIterable {
        /// The last orientation.
        case hold
        /// No orientation, as in AREA. AREA's comparisons with NaN fail, so that AREA draws nothing (listings 6.9 and
        /// 6.11).
        case none
    }

    /// The device axis whose azimuth the compass reports.
    public let direction: Direction
    /// The source of the camera's elevation.
    public let tilt: Tilt
    /// The result if ``Tilt/arcsine`` is undefined because the acceleration's z component exceeds 1 g.
    public let beyondOneG: BeyondOneG
    private var sensors = SensorHold()
    private var heading: (value: Heading, time: Seconds)?
    private var orientation: UnitQuaternion?

    /// Creates an estimator in the initial state.
    public init(direction: Direction = .top, tilt: Tilt = .direction, beyondOneG: BeyondOneG = .hold) {
        self.direction = direction
        self.tilt = tilt
        self.beyondOneG = beyondOneG
    }

    /// The counts of skipped samples and restarts.
    public var skips: SkipCounts { sensors.skips }

    /// Processes the accelerometer and heading samples of a frame, and returns the orientation, or `nil` until both
    /// sensors have a usable sample.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        let isTilted = sensors.readDirections(of: SensorFrame(time: frame.time, accelerometer: frame.accelerometer))
        let isTurned = updateHeading(with: frame)
        guard isTilted || isTurned else { return orientation }
        guard let acceleration = sensors.acceleration?.value, let heading = heading?.value else { return nil }
        if let new = oriented(acceleration, heading) {
            orientation = new
        } else {
            sensors.skips.undetermined += 1
            if beyondOneG == .none, tilt == .arcsine, acceleration.z.magnitude > Gravity.standard { orientation = nil }
        }
        return orientation
    }

    /// Discards all samples and sets all counts to zero.
    public mutating func reset() {
        self = CompassHeading(direction: direction, tilt: tilt, beyondOneG: beyondOneG)
    }

    private func oriented(_ acceleration: Vector3, _ heading: Heading) -> UnitQuaternion? {
        guard let tilted = Self.orientation(acceleration: acceleration, heading: heading, of: direction) else {
            return nil
        }
        guard tilt == .arcsine else { return tilted }
        // A rotation about the axis to the camera's right sets the elevation to asin(−a_z/g).
        let part = -acceleration.z / Gravity.standard
        guard part.magnitude <= 1, let up = acceleration.normalised else { return nil }
        let axis = Vector3(0, 0, -1).cross(up)
        guard let right = axis.normalised else { return nil }
        let given = Vector3(part, (1 - part * part).squareRoot(), 0).azimuth
        let known = Vector3(-up.z, axis.length, 0).azimuth
        return tilted * UnitQuaternion(angle: given - known, axis: right)
    }

    /// Returns the orientation, device → Earth (East, North, Up), for which `acceleration` points up and the compass
    /// reading of `direction` is `heading`. Returns `nil` if the azimuth of `direction` is undefined. North is the true
    /// or magnetic north of `heading`.
    public static func orientation(
        acceleration: Vector3,
        heading: Heading,
        of direction: Direction
    ) -> UnitQuaternion? {
        guard let up = acceleration.normalised else { return nil }
        let axis: Vector3
        var azimuth = heading
        switch direction {
        case .top: axis = Vector3(0, 1, 0)
        case .camera:
            axis = Vector3(0, 0, -1)
            azimuth = heading.turned(by: deviceRotation(up))
        }
        // If the axis and gravity are less than a thousandth of a degree apart, only noise determines the heading.
        let across = axis.cross(up)
        guard across.length > 1.7e-5, let right = across.normalised else { return nil }
        // In the orientation `northward`, the axis points north. A clockwise rotation by the azimuth of the axis
        // follows.
        let northward = UnitQuaternion(columns: right, up.cross(right), up).conjugate
        return UnitQuaternion(angle: Angle(degrees: -azimuth.degrees), axis: Vector3(0, 0, 1)) * northward
    }

    /// Returns AREA's deviceRotation = atan2(−b_y, b_x) − π/2 (listing 6.9): 0 in portrait, +90° with the right edge
    /// up.
    ///
    /// b is the system's acceleration in g, the specific force with the opposite sign.
    package static func deviceRotation(_ up: Vector3) -> Angle {
        Vector3(up.y, -up.x, 0).azimuth - Angle(degrees: 90)
    }

    private mutating func updateHeading(with frame: SensorFrame) -> Bool {
        guard let reading = frame.heading else { return false }
        guard let value = reading.direction, frame.time.isFinite else {
            sensors.skips.nonFinite += 1
            return false
        }
        guard heading.map({ frame.time > $0.time }) ?? true else {
            sensors.skips.notLater += 1
            return false
        }
        heading = (value, frame.time)
        return true
    }
}

private struct CompassHeadingParameters: DeclaredParameters {
    var direction = CompassHeading.Direction.top
    var tilt = CompassHeading.Tilt.direction
    var beyondOneG = CompassHeading.BeyondOneG.hold

    static let defaults = Self()
    static let declarations: [ParameterDeclaration<Self>] = [
        .choice(
            "direction",
            \.direction,
            "Device axis of the heading: the upper edge, or the camera with AREA's correction for roll."
        ),
        .choice(
            "tilt",
            \.tilt,
            "Source of the camera's elevation: the acceleration's direction, or AREA's arcsine of its z in g."
        ),
        .choice(
            "beyondOneG",
            \.beyondOneG,
            "Result if tilt=arcsine is undefined: hold the last orientation, or none."
        ),
    ]

    var estimator: CompassHeading { CompassHeading(direction: direction, tilt: tilt, beyondOneG: beyondOneG) }
}

extension EstimatorEntry {
    package static let compassHeading = EstimatorEntry(
        name: "compassHeading",
        summary: "The operating system's heading, with tilt and roll from the accelerometer.",
        source: "Geiger 2012, section 6.2, listing 6.9",
        sensors: [.accelerometer, .heading],
        advancedBy: [.accelerometer],
        north: .recorded,
        parameters: CompassHeadingParameters.descriptors,
        make: { CompassHeadingParameters($0).estimator }
    )
}
