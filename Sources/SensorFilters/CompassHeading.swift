public import SensorModel

/// Orientation from the operating system's compass reading and the accelerometer: AREA's path.
///
/// Geiger 2012, section 6.2 and listing 6.9. The accelerometer gives tilt and roll, the reading the heading.
/// Recomputed at every sample of either, with the other's last one held for as long as it takes: systems report a
/// heading when it changes. The true heading where the reading has one, else the magnetic one. No memory of earlier
/// orientations; the system's own filter is in the reading.
public struct CompassHeading: OrientationEstimator {
    /// What the reading is the azimuth of.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// The device's upper edge (+y), projected to the horizon, as iOS and Android define it for portrait. It has no
        /// azimuth when the edge points straight up or down, and turns over when the device is tilted through that.
        case top
        /// The camera (−z), projected to the horizon, after AREA's correction by the device's rotation about it. It has
        /// none when the camera looks straight up or down.
        case camera
    }

    /// Where the camera's angle above the horizon comes from.
    public enum Tilt: String, Sendable, Hashable, CaseIterable {
        /// The direction of the acceleration, whatever its length.
        case direction
        /// AREA's arcsine of the acceleration's z component in g, as it is (listing 6.9): right only where the
        /// acceleration is 1 g long, and nothing where the component is more.
        case arcsine
    }

    /// What follows where ``Tilt/arcsine`` has no answer, because the component is above 1 g.
    public enum BeyondOneG: String, Sendable, Hashable, CaseIterable {
        /// The last orientation.
        case hold
        /// No orientation: AREA's comparisons with a NaN all fail, so that it draws nothing (listings 6.9 and 6.11).
        case none
    }

    public let direction: Direction
    public let tilt: Tilt
    public let beyondOneG: BeyondOneG
    private var sensors = SensorHold()
    private var heading: (value: Heading, time: Seconds)?
    private var orientation: UnitQuaternion?

    public init(direction: Direction = .top, tilt: Tilt = .direction, beyondOneG: BeyondOneG = .hold) {
        self.direction = direction
        self.tilt = tilt
        self.beyondOneG = beyondOneG
    }

    public var skips: SkipCounts { sensors.skips }

    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        let isTilted = sensors.readDirections(of: SensorFrame(time: frame.time, accelerometer: frame.accelerometer))
        let isTurned = takeHeading(of: frame)
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

    public mutating func reset() {
        self = CompassHeading(direction: direction, tilt: tilt, beyondOneG: beyondOneG)
    }

    private func oriented(_ acceleration: Vector3, _ heading: Heading) -> UnitQuaternion? {
        guard let leant = Self.orientation(acceleration: acceleration, heading: heading, of: direction) else {
            return nil
        }
        guard tilt == .arcsine else { return leant }
        // asin(a_z), a in g, against the elevation that the direction gives: a turn about the camera's right side.
        let part = -acceleration.z / Gravity.standard
        guard part.magnitude <= 1, let up = acceleration.normalised else { return nil }
        let axis = Vector3(0, 0, -1).cross(up)
        guard let right = axis.normalised else { return nil }
        let given = Vector3(part, (1 - part * part).squareRoot(), 0).azimuth
        let known = Vector3(-up.z, axis.length, 0).azimuth
        return leant * UnitQuaternion(angle: given - known, axis: right)
    }

    /// The orientation, device → Earth (East, North, Up, by the reading's north), with Up along the acceleration and
    /// the heading as read; nil where that is of a direction without an azimuth.
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
        // Below a thousandth of a degree between axis and gravity, noise decides the heading.
        let across = axis.cross(up)
        guard across.length > 1.7e-5, let right = across.normalised else { return nil }
        // As if the axis pointed north, then clockwise by its azimuth.
        let northward = UnitQuaternion(columns: right, up.cross(right), up).conjugate
        return UnitQuaternion(angle: Angle(degrees: -azimuth.degrees), axis: Vector3(0, 0, 1)) * northward
    }

    /// AREA's deviceRotation = atan2(−b_y, b_x) − π/2, with b the system's acceleration in g, which is our specific
    /// force with the opposite sign (listing 6.9): 0 in portrait, +90° with the right edge up.
    package static func deviceRotation(_ up: Vector3) -> Angle {
        Vector3(up.y, -up.x, 0).azimuth - Angle(degrees: 90)
    }

    private mutating func takeHeading(of frame: SensorFrame) -> Bool {
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

extension EstimatorEntry {
    static let compassHeading = EstimatorEntry(
        name: "compassHeading",
        summary: "The operating system's heading, with tilt and roll from the accelerometer.",
        source: "Geiger 2012, section 6.2, listing 6.9",
        sensors: [.accelerometer, .heading],
        advancedBy: [.accelerometer],
        north: .recorded,
        parameters: [
            .choice(
                "direction",
                of: CompassHeading.Direction.allCases.map(\.rawValue),
                default: CompassHeading.Direction.top.rawValue,
                "What the heading is of: the device's upper edge, or the camera after AREA's correction by the roll."
            ),
            .choice(
                "tilt",
                of: CompassHeading.Tilt.allCases.map(\.rawValue),
                default: CompassHeading.Tilt.direction.rawValue,
                "The camera's elevation from the acceleration's direction, or from the arcsine of its z in g, as AREA."
            ),
            .choice(
                "beyondOneG",
                of: CompassHeading.BeyondOneG.allCases.map(\.rawValue),
                default: CompassHeading.BeyondOneG.hold.rawValue,
                "What follows where that arcsine has no answer: the last orientation, or none."
            ),
        ],
        make: { values in
            CompassHeading(
                direction: values.word("direction").flatMap(CompassHeading.Direction.init) ?? .top,
                tilt: values.word("tilt").flatMap(CompassHeading.Tilt.init) ?? .direction,
                beyondOneG: values.word("beyondOneG").flatMap(CompassHeading.BeyondOneG.init) ?? .hold
            )
        }
    )
}
