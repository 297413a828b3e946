import Pipelines
import SensorModel
import Testing

struct SystemCompassTests {
    /// Degrees. A few roundings of degrees from radians.
    static let tolerance = 1e-9

    private static func frame(_ heading: Double, pitch: Double = 0, roll: Double = 0, time: Seconds = 0) -> SensorFrame
    {
        let device = ReferencePixels.orientation(heading, pitch, roll).conjugate
        return SensorFrame(
            time: time,
            accelerometer: device.rotate(Vector3(0, 0, Gravity.standard)),
            magnetometer: device.rotate(Vector3(0, 20, -43))
        )
    }

    @Test(arguments: [(30.0, 0.0, 0.0), (359.9, 20, -30), (200, -40, 90), (123.456, 10, 175)])
    func `A derived reading is the camera's azimuth minus the device's roll`(
        heading: Double,
        pitch: Double,
        roll: Double
    ) throws {
        var compass = SystemCompass(derivedStepDegrees: 0)
        let read = compass.read(Self.frame(heading, pitch: pitch, roll: roll))
        let reading = try #require(read.heading?.magnetic)
        #expect(abs(reading.turn(to: Heading(degrees: heading - roll)).degrees) <= Self.tolerance)
        #expect(read.heading?.trueNorth == nil)
    }

    @Test func `A derived reading is rounded to whole degrees and published when it changes`() {
        var compass = SystemCompass(derivedStepDegrees: 1)
        var pushed: [Double?] = []
        for (index, heading) in [10.2, 10.4, 10.6, 11.4, 359.7, 0.2].enumerated() {
            let read = compass.read(Self.frame(heading, time: Double(index)))
            pushed.append(read.heading?.magnetic?.degrees)
        }
        #expect(pushed == [10, nil, 11, nil, 0, nil])
    }

    @Test func `Recorded readings are rounded to the step, and unchanged without a step`() {
        let reading = HeadingReading(
            magnetic: Heading(degrees: 12.6),
            trueNorth: Heading(degrees: 15.4),
            accuracy: Angle(degrees: 5)
        )
        var stepped = SystemCompass(stepDegrees: 1, derivedStepDegrees: nil)
        let rounded = stepped.read(SensorFrame(time: 0, heading: reading)).heading
        #expect(rounded?.magnetic?.degrees == 13)
        #expect(rounded?.trueNorth?.degrees == 15)
        #expect(rounded?.accuracy == reading.accuracy)
        var plain = SystemCompass(derivedStepDegrees: nil)
        let same = plain.read(SensorFrame(time: 0, heading: reading)).heading
        #expect(same == reading)
    }

    /// Degrees and the expected reports of `headingFilter` = 5°, by hand.
    private static let changes: [(heading: Double, isReported: Bool)] = [
        (358, true), (2, false), (3, true), (7, false), (8, true), (4, false), (3, true), (359, false), (358, true),
        (178, true), (182, false), (183, true),
    ]

    private static func recorded(_ degrees: Double, magnetic: Double = 100) -> SensorFrame {
        SensorFrame(
            time: 0,
            heading: HeadingReading(
                magnetic: Heading(degrees: magnetic),
                trueNorth: Heading(degrees: degrees),
                accuracy: nil
            )
        )
    }

    @Test func `A heading filter reports changes of at least its angle from the last report`() {
        var compass = SystemCompass(derivedStepDegrees: nil, headingFilterDegrees: 5)
        for (index, change) in Self.changes.enumerated() {
            let read = compass.read(Self.recorded(change.heading, magnetic: Double(index * 50)))
            #expect((read.heading != nil) == change.isReported, "reading \(index)")
            if change.isReported { #expect(read.heading?.trueNorth?.degrees == change.heading) }
        }
    }

    @Test func `A heading filter compares rounded readings, and magnetic ones without true ones`() {
        var rounded = SystemCompass(stepDegrees: 2, derivedStepDegrees: nil, headingFilterDegrees: 2)
        // Rounded to 0, 0, 2, 2.
        let reports = [0.0, 0.9, 1.1, 2.9].map { rounded.read(Self.recorded($0)).heading?.trueNorth?.degrees }
        #expect(reports == [0, nil, 2, nil])
        var magnetic = SystemCompass(derivedStepDegrees: nil, headingFilterDegrees: 5)
        let readings = [10.0, 14, 15].map { degrees in
            let reading = HeadingReading(magnetic: Heading(degrees: degrees), trueNorth: nil, accuracy: nil)
            return magnetic.read(SensorFrame(time: 0, heading: reading)).heading?.magnetic?.degrees
        }
        #expect(readings == [10, nil, 15])
    }

    @Test func `A heading filter also applies to derived readings`() {
        var compass = SystemCompass(derivedStepDegrees: 1, headingFilterDegrees: 3)
        let reports = [10.0, 12, 13, 11, 10].enumerated().map { index, heading in
            compass.read(Self.frame(heading, time: Double(index))).heading?.magnetic?.degrees
        }
        #expect(reports == [10, nil, 13, nil, 10])
    }

    @Test func `A heading filter passes readings without a heading and keeps the last report`() {
        var compass = SystemCompass(derivedStepDegrees: nil, headingFilterDegrees: 5)
        let empty = HeadingReading(magnetic: nil, trueNorth: nil, accuracy: nil)
        #expect(compass.read(Self.recorded(10)).heading != nil)
        #expect(compass.read(SensorFrame(time: 0, heading: empty)).heading == empty)
        #expect(compass.read(Self.recorded(14)).heading == nil)
        #expect(compass.read(SensorFrame(time: 0)).heading == nil)
        #expect(compass.read(Self.recorded(15)).heading != nil)
    }

    @Test(arguments: [(0.0, 40.0), (90, 310), (-90, 130), (75, 310), (180, 220)])
    func `Readings of the edge that is up are converted to portrait`(roll: Double, expected: Double) {
        // The camera's azimuth is 40°, and so is the reading for any roll.
        var compass = SystemCompass(derivedStepDegrees: nil, readingOf: .held)
        var frame = Self.frame(40, roll: roll)
        frame.heading = HeadingReading(magnetic: nil, trueNorth: Heading(degrees: 40), accuracy: nil)
        let read = compass.read(frame)
        #expect(read.heading?.trueNorth?.degrees == expected)
    }

    /// The first iPhones' true heading: above 45° it is that of the opposite direction.
    @Test(arguments: [(44.0, 40.0), (46, 220)])
    func `A heading flips above the given tilt`(pitch: Double, expected: Double) throws {
        var compass = SystemCompass(derivedStepDegrees: nil, flipTilt: Angle(degrees: 45))
        var frame = Self.frame(40, pitch: pitch)
        frame.heading = HeadingReading(magnetic: nil, trueNorth: Heading(degrees: 40), accuracy: nil)
        #expect(compass.read(frame).heading?.trueNorth?.degrees == expected)
    }
}
