internal import SensorFilters
public import SensorModel

/// A model of an operating system's compass, whose readings are rounded.
///
/// Recorded readings are rounded to multiples of a step. If the recording has no compass, a reading is derived at each
/// magnetometer sample, as in an operating system. A derived reading starts with the camera's azimuth, which follows
/// from the magnetic field and from gravity (the last accelerometer sample). The azimuth is converted to the heading of
/// the device's upper edge in portrait, and rounded to a step. Derived readings are output when they change. They are
/// relative to magnetic north; the declination converts them to true north.
///
/// With ``headingFilterDegrees``, a reading is output only if its heading differs from the last output heading by at
/// least this angle, like iOS's `headingFilter`. The readings are rounded before this comparison.
///
/// Operating systems also smooth gravity and field in an undocumented way. The derived compass does not, so it has more
/// jitter.
///
/// ```swift
/// var compass = SystemCompass(derivedStepDegrees: 1)
/// let frame = compass.read(recordedFrame)
/// ```
public struct SystemCompass: Sendable {
    /// The edge of the device to which recorded readings are relative.
    public enum ReadingOf: String, Sendable, Hashable, CaseIterable {
        /// The device's upper edge in portrait orientation, which operating systems use by default. AREA assumes this
        /// edge.
        case portrait
        /// The edge that was up at the time of the reading, because the recording app set the screen's orientation
        /// (iOS: `headingOrientation`). Such readings are converted to headings of the upper edge in portrait.
        case held
    }

    /// The step of recorded readings in degrees; 0 for no rounding.
    public let stepDegrees: Double
    /// The step of derived readings in degrees; `nil` if the recording has a compass.
    public let derivedStepDegrees: Double?
    /// The edge of the device to which the recorded readings refer: each reading is the heading of this edge.
    public let readingOf: ReadingOf
    /// The camera's elevation above which readings are rotated by 180°; `nil` if readings never flip. On the first
    /// iPhones, the true heading flipped above about 45° (Stevense & van der Tak 2010, research report, section 6.2).
    public let flipTilt: Angle?
    /// The minimum change from the last reported heading, in degrees, at which a reading is reported; `nil` if every
    /// reading is reported, as in AREA (Geiger 2012, listing 6.3).
    public let headingFilterDegrees: Double?
    private var acceleration: Vector3?
    private var triad = Triad()
    private var last: Heading?
    /// The heading of the last reported reading.
    private var reported: Heading?

    /// Creates a compass.
    ///
    /// - Parameters:
    ///   - stepDegrees: the step of recorded readings in degrees; 0 for no rounding.
    ///   - derivedStepDegrees: the step of derived readings in degrees; `nil` if the recording has a compass.
    ///   - readingOf: the edge of the device to which recorded readings are relative.
    ///   - flipTilt: the camera's elevation above which readings are rotated by 180°; `nil` if readings never flip.
    ///   - headingFilterDegrees: the minimum change from the last reported heading, in degrees, at which a reading is
    ///     reported; `nil` if every reading is reported.
    public init(
        stepDegrees: Double = 0,
        derivedStepDegrees: Double?,
        readingOf: ReadingOf = .portrait,
        flipTilt: Angle? = nil,
        headingFilterDegrees: Double? = nil
    ) {
        self.stepDegrees = stepDegrees
        self.readingOf = readingOf
        self.derivedStepDegrees = derivedStepDegrees
        self.flipTilt = flipTilt
        self.headingFilterDegrees = headingFilterDegrees
    }

    init(_ values: ParameterValues, isRecorded: Bool) {
        self.init(
            stepDegrees: values.required("step"),
            derivedStepDegrees: isRecorded ? nil : values.required("derivedStep"),
            readingOf: values.word("readingOf").flatMap(ReadingOf.init) ?? .portrait,
            flipTilt: values.number("flipTilt").map { Angle(degrees: $0) },
            headingFilterDegrees: values.number("headingFilter")
        )
    }

    /// Returns the frame with the compass reading that an app receives at the frame's time. The heading is `nil` if
    /// there is no new reading.
    public mutating func read(_ frame: SensorFrame) -> SensorFrame {
        var frame = frame
        if let sample = frame.accelerometer, sample.normalised != nil { acceleration = sample }
        if let derivedStepDegrees {
            frame.heading = derived(frame, step: derivedStepDegrees)
        } else if let heading = frame.heading {
            frame.heading = HeadingReading(
                magnetic: heading.magnetic.map(pushed),
                trueNorth: heading.trueNorth.map(pushed),
                accuracy: heading.accuracy
            )
        }
        frame.heading = frame.heading.flatMap { isReported($0) ? $0 : nil }
        return frame
    }

    /// Returns `true` if a reading differs enough from the last reported one. A reading without a finite heading is
    /// also reported, so that the estimator can count the reading. Such a reading does not change the last heading.
    private mutating func isReported(_ reading: HeadingReading) -> Bool {
        guard let headingFilterDegrees, let heading = reading.direction else { return true }
        if let reported {
            // Degrees are compared without a conversion to radians, so that whole degrees are exact.
            let change = (heading.degrees - reported.degrees).remainder(dividingBy: 360)
            guard change.magnitude >= headingFilterDegrees else { return false }
        }
        reported = heading
        return true
    }

    /// Converts a recorded heading to the heading that an app receives if it does not set the screen's orientation.
    /// This heading is relative to the device's upper edge in portrait, and rounded.
    private func pushed(_ heading: Heading) -> Heading {
        var heading = heading
        if readingOf == .held, let up = acceleration?.normalised {
            let quarters = (CompassHeading.deviceRotation(up).degrees / 90).rounded()
            heading = heading.turned(by: Angle(degrees: -90 * quarters))
        }
        return Self.rounded(flipped(heading), to: stepDegrees)
    }

    private mutating func derived(_ frame: SensorFrame, step: Double) -> HeadingReading? {
        let estimate = triad.update(with: frame)
        guard frame.isUsable(.magnetometer), let orientation = estimate, let up = acceleration?.normalised else {
            return nil
        }
        let camera = orientation.rotate(Vector3(0, 0, -1)).azimuth
        let reading = Self.rounded(
            flipped(Heading(degrees: (camera - CompassHeading.deviceRotation(up)).degrees)),
            to: step
        )
        guard reading != last else { return nil }
        last = reading
        return HeadingReading(magnetic: reading, trueNorth: nil, accuracy: nil)
    }

    private func flipped(_ heading: Heading) -> Heading {
        // The camera looks along −z, so the sine of its elevation is −u_z.
        guard let flipTilt, let up = acceleration?.normalised, -up.z > flipTilt.sine else { return heading }
        return heading.turned(by: Angle(degrees: 180))
    }

    private static func rounded(_ heading: Heading, to step: Double) -> Heading {
        guard step > 0, heading.degrees.isFinite else { return heading }
        return Heading(degrees: (heading.degrees / step).rounded() * step)
    }
}
