internal import SensorFilters
public import SensorModel

/// The compass that an operating system pushes to its apps, in steps.
///
/// Recorded readings pass, rounded to whole multiples of the step. Where none were recorded, the compass is derived as
/// the system computes it: the azimuth of the camera by gravity and field (the accelerometer's last sample, at each
/// sample of the magnetometer), counted from the upper edge in portrait as the system counts it, rounded to the step
/// and pushed when it changes. It counts from magnetic north, and the declination completes it. A system smooths gravity
/// and field before, in a way that no document tells; the derived compass does not, and so jitters more.
public struct SystemCompass: Sendable {
    /// Which direction's azimuth a recorded reading is.
    public enum ReadingOf: String, Sendable, Hashable, CaseIterable {
        /// Of the device's upper edge in portrait, as systems have it unless an app asks for something else. AREA
        /// counts on it.
        case portrait
        /// Of the edge that is up as the device is held: the recording app has told the system how its screen lies
        /// (iOS: `headingOrientation`). Readings are counted back from there.
        case held
    }

    /// 0 for readings as they were recorded.
    public let stepDegrees: Double
    /// nil where readings were recorded.
    public let derivedStepDegrees: Double?
    public let readingOf: ReadingOf
    /// Above this elevation of the camera the system's heading is that of the opposite direction, as the first iPhones'
    /// true heading was from about 45° on (Stevense & van der Tak 2010, research report, section 6.2); nil for a heading
    /// that never flips.
    public let flipTilt: Angle?
    private var acceleration: Vector3?
    private var triad = Triad()
    private var last: Heading?

    /// - Parameters:
    ///   - stepDegrees: of recorded readings; 0 or more.
    ///   - derivedStepDegrees: of readings that are derived; nil where there are recorded ones.
    ///   - readingOf: what recorded readings are the azimuth of.
    ///   - flipTilt: the camera's elevation above which readings are turned by 180°; nil for none.
    public init(
        stepDegrees: Double = 0,
        derivedStepDegrees: Double?,
        readingOf: ReadingOf = .portrait,
        flipTilt: Angle? = nil
    ) {
        self.stepDegrees = stepDegrees
        self.readingOf = readingOf
        self.derivedStepDegrees = derivedStepDegrees
        self.flipTilt = flipTilt
    }

    init(_ values: ParameterValues, isRecorded: Bool) {
        self.init(
            stepDegrees: values.required("step"),
            derivedStepDegrees: isRecorded ? nil : values.required("derivedStep"),
            readingOf: values.word("readingOf").flatMap(ReadingOf.init) ?? .portrait,
            flipTilt: values.number("flipTilt").map { Angle(degrees: $0) }
        )
    }

    /// The frame with the reading that an app gets at its moment; without one where the system pushes none.
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
        return frame
    }

    /// A recorded heading as an app gets it that has not said how its screen lies.
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
        // The camera looks along −z: it is raised by the angle whose sine is −u_z.
        guard let flipTilt, let up = acceleration?.normalised, -up.z > flipTilt.sine else { return heading }
        return heading.turned(by: Angle(degrees: 180))
    }

    private static func rounded(_ heading: Heading, to step: Double) -> Heading {
        guard step > 0, heading.degrees.isFinite else { return heading }
        return Heading(degrees: (heading.degrees / step).rounded() * step)
    }
}
