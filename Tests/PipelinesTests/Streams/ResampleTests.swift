import Pipelines
import SensorModel
import Testing

/// `resample` before `deviceAttitude`, which passes attitudes on unchanged. The output shows which samples were read,
/// and when.
struct ResampleTests {
    /// Degrees. A few roundings of angles.
    static let tolerance = 1e-9

    private static func turned(_ degrees: Double) -> UnitQuaternion {
        UnitQuaternion(angle: Angle(degrees: degrees), axis: Vector3(0, 0, 1))
    }

    /// The output's times and angles in degrees for an attitude that rotates by 10° a second.
    private static func read(
        _ stage: String,
        times: [Seconds]
    ) throws -> [(time: Seconds, degrees: Double)] {
        let specification = try PipelineSpecification(parsing: "\(stage)+deviceAttitude")
        var pipeline = Pipeline(specification, rates: [.attitude: 100], declination: nil)
        var read: [(Seconds, Double)] = []
        for time in times {
            pipeline.process(SensorFrame(time: time, attitude: turned(10 * time))) { time, orientation in
                read.append((time, orientation.rotate(Vector3(1, 0, 0)).azimuthFromEast))
            }
        }
        return read
    }

    private static let hundred = (0..<100).map { 7 + Double($0) / 100 }

    @Test func `Decimation reads the first sample of each interval at its own time`() throws {
        let read = try Self.read("resample:rate=30Hz", times: Self.hundred)
        #expect(read.count == 30)
        let expected = [0, 4, 7, 10, 14].map { 7 + Double($0) / 100 }
        #expect(read.prefix(5).map(\.time) == expected)
        #expect(zip(read, expected).allSatisfy { abs($0.degrees - 10 * $1) <= Self.tolerance })
    }

    @Test func `Hold reads the latest sample at each moment of the reader's clock`() throws {
        let read = try Self.read("resample:rate=30Hz,method=hold", times: Self.hundred)
        // Moments up to the last sample at 7.99 s: 0…29 thirtieths.
        let moments: [Seconds] = (0..<30).map { 7 + Double($0) / 30 }
        #expect(read.map(\.time) == moments)
        for (number, sample) in read.enumerated() {
            // k/30 s is 10 k/3 hundredths; samples exist at whole hundredths.
            let latest = 7 + Double(10 * number / 3) / 100
            #expect(abs(sample.degrees - 10 * latest) <= Self.tolerance, "moment \(number)")
        }
    }

    @Test func `Hold can read faster than the sensor's rate`() throws {
        let read = try Self.read("resample:rate=40Hz,method=hold", times: [0, 0.1, 0.2])
        let expected = [0.0, 0, 0, 0, 1, 1, 1, 1, 2]
        let moments: [Seconds] = (0...8).map { Double($0) / 40 }
        #expect(read.map(\.time) == moments)
        #expect(zip(read, expected).allSatisfy { abs($0.degrees - $1) <= Self.tolerance })
    }

    @Test func `Interpolation returns the value at the moment, at the time of the next sample`() throws {
        let read = try Self.read("resample:rate=30Hz,method=interpolate", times: Self.hundred)
        #expect(read.count == 30)
        for (number, sample) in read.enumerated() {
            #expect(abs(sample.degrees - 10 * (7 + Double(number) / 30)) <= Self.tolerance, "moment \(number)")
            let late = sample.time - (7 + Double(number) / 30)
            #expect(late >= -1e-9 && late < 0.01, "moment \(number)")
        }
    }

    @Test(arguments: ["decimate", "hold", "interpolate"])
    func `At the recorded rate every sample is read at its own time`(method: String) throws {
        let read = try Self.read("resample:rate=100Hz,method=\(method)", times: Self.hundred)
        #expect(read.count == 100)
        #expect(zip(read, Self.hundred).allSatisfy { abs($0.time - $1) <= 1e-9 })
        #expect(zip(read, Self.hundred).allSatisfy { abs($0.degrees - 10 * $1) <= Self.tolerance })
    }

    @Test func `The last sample is held for at most a second`() throws {
        let read = try Self.read("resample:rate=10Hz,method=hold", times: [0, 5])
        let moments: [Seconds] = (0..<10).map { Double($0) / 10 } + [5]
        #expect(read.map(\.time) == moments)
    }

    @Test func `Sensors are resampled separately or together`() throws {
        let gravity = Vector3(0, 0, 9.81)
        let field = Vector3(0, 20, -43)
        func times(_ stage: String) throws -> [Seconds] {
            var pipeline = Pipeline(
                try PipelineSpecification(parsing: "\(stage)+triad:driver=any"),
                rates: [.accelerometer: 100, .magnetometer: 100],
                declination: nil
            )
            var times: [Seconds] = []
            for index in 0..<100 {
                let frame = SensorFrame(time: Double(index) / 100, accelerometer: gravity, magnetometer: field)
                pipeline.process(frame) { time, _ in times.append(time) }
            }
            return times
        }
        #expect(try times("resample:rate=10Hz").count == 10)
        #expect(try times("resample:rate=10Hz,sensor=magnetometer").count == 100)
        // 10 + 20 moments, of which every second one of the faster sensor is shared.
        let both = "resample:rate=10Hz,sensor=magnetometer+resample:rate=20Hz,sensor=accelerometer"
        #expect(try times(both).count == 20)
        // 10 + 15 moments in a second, five of them shared: 0, 0.2, 0.4, 0.6 and 0.8 s.
        let held =
            "resample:rate=10Hz,sensor=magnetometer,method=hold"
            + "+resample:rate=15Hz,sensor=accelerometer,method=hold"
        let slots: [Int] = (0..<10).map { 3 * $0 } + (0..<15).map { 2 * $0 }
        let moments: [Seconds] = Set(slots).sorted().map { Double($0) / 30 }
        let read = try times(held)
        #expect(read.count == moments.count)
        #expect(zip(read, moments).allSatisfy { abs($0 - $1) <= 1e-9 })
    }

    @Test func `A copy continues like its original`() throws {
        let specification = try PipelineSpecification(parsing: "resample:rate=33Hz,method=hold+deviceAttitude")
        var original = Pipeline(specification, rates: [:], declination: nil)
        func frame(_ index: Int) -> SensorFrame {
            SensorFrame(time: Double(index) / 100, attitude: Self.turned(Double(index)))
        }
        for index in 0..<50 { _ = original.process(frame(index)) }
        var copy = original
        for index in 50..<100 { #expect(original.process(frame(index)) == copy.process(frame(index))) }
    }

    @Test(arguments: ["decimate", "hold", "interpolate"])
    func `Times and samples that are not finite do not affect other samples`(method: String) throws {
        let specification = try PipelineSpecification(parsing: "resample:rate=1000Hz,method=\(method)+deviceAttitude")
        var pipeline = Pipeline(specification, rates: [:], declination: nil)
        let unusable = UnitQuaternion(unchecked: .nan, 0, 0, 0)
        var count = 0
        for time in [0, 0.5, .nan, 0.25, .infinity, -1e300, 1e300, 1e300.nextUp, 2e300] {
            pipeline.process(SensorFrame(time: time, attitude: Self.turned(0))) { _, orientation in
                count += 1
                #expect(orientation.w.isFinite)
            }
            pipeline.process(SensorFrame(time: time, attitude: unusable)) { _, orientation in
                #expect(orientation.w.isFinite)
            }
        }
        #expect(count > 0 && count < 10_000)
    }

    @Test(arguments: [
        (
            "triad+resample:rate=30Hz",
            "'resample' reads recorded samples, so it must precede all filters and estimators"
        ),
        (
            "lowPass+resample:rate=30Hz+triad",
            "'resample' reads recorded samples, so it must precede all filters and estimators"
        ),
        ("compass+triad", "'compass' has no effect, because triad does not read headings"),
        ("resample:rate=0Hz+triad", "rate=0Hz must be from 0.1 to 1,000"),
        ("resample:frequency=3Hz+triad", "resample has no parameter 'frequency'"),
    ])
    func `Invalid parameters and positions are refused`(text: String, found: String) throws {
        let error = try #require(throws: InputError.self) { try PipelineSpecification(parsing: text) }
        #expect(error.message == found)
    }

    @Test func `Parameters contain the rate, sensor and method`() throws {
        let specification = try PipelineSpecification(
            parsing: "resample:rate=33Hz,sensor=accelerometer,method=hold+triad:driver=any"
        )
        #expect(specification.parameters["rate"] == .number(33))
        #expect(specification.parameters["sensor"] == .word("accelerometer"))
        #expect(specification.parameters["method"] == .word("hold"))
        #expect(specification.parameters["driver"] == .word("any"))
        #expect(
            specification.inputRemarks(isCompassRecorded: true) == ["accelerometer: resampled to 33 Hz, method 'hold'"]
        )
    }
}

extension Vector3 {
    /// Degrees counter-clockwise from +x.
    fileprivate var azimuthFromEast: Double { Vector3(y, x, 0).azimuth.degrees }
}
