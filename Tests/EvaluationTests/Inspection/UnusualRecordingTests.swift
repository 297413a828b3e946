import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Recordings that are read correctly although their figures are unusual, and interruptions.
struct UnusualRecordingTests {
    private static func recording(seconds: Double = 20, rate: Double = 100) -> Recording {
        var recording = Recording(name: "run")
        let times = (0..<Int(seconds * rate)).map { Double($0) / rate }
        recording.accelerometer = SensorStream(times: times, values: times.map { _ in Vector3(0, 0, 9.81) })
        return recording
    }

    private static func verdict(_ check: String, _ recording: Recording) -> CheckResult.Verdict? {
        RecordingChecks.results(for: recording).first { $0.check == check }?.verdict
    }

    @Test(arguments: [(2.5, 10.0, [0...2.0]), (1.6, 10, []), (1.6, 100, [0...1.5])])
    func `A rest has at least 20 samples`(seconds: Double, rate: Double, rests: [ClosedRange<Double>]) {
        #expect(RestSegments(Self.recording(seconds: seconds, rate: rate)).ranges == rests)
    }

    @Test func `The acceleration of a runner is not a unit error`() {
        var recording = Self.recording()
        // Flight for a fifth of the time, and twice gravity in between: a median of 19.6 m/s².
        let values = (0..<2_000).map { (sample: Int) -> Vector3 in
            let isInFlight = sample % 25 < 5
            let sway = 0.1 * Double(sample % 7)
            let push = 19.6 + 0.1 * Double(sample % 11)
            return Vector3(sway, 0, isInFlight ? 1 : push)
        }
        recording.accelerometer?.values = values
        guard case .unknown(let reason) = Self.verdict("acceleration unit", recording) else {
            Issue.record("the check has a verdict")
            return
        }
        #expect(reason.contains("too vigorous"))
        // A device that always measures more than gravity has a unit error or a fault.
        recording.accelerometer?.values = values.map { $0 + Vector3(0, 0, 12) }
        guard case .mismatch = Self.verdict("acceleration unit", recording) else {
            Issue.record("the fault is not found")
            return
        }
    }

    /// The lower quartile is 10 m/s² if three of ten samples are low, and 20 m/s² if two are. The median and the upper
    /// quartile are 20 m/s². No sample is below gravity, and no unit makes 20 plausible.
    @Test(arguments: [(3, true), (2, false)])
    func `An interquartile range of half the median is a vigorous motion`(lowCount: Int, isVigorous: Bool) throws {
        var recording = Self.recording()
        recording.accelerometer?.values = (0..<2_000).map { Vector3(0, 0, $0 % 10 < lowCount ? 10 : 20) }
        switch try #require(Self.verdict("acceleration unit", recording)) {
        case .unknown(let reason): #expect(isVigorous && reason.contains("too vigorous"))
        case .mismatch: #expect(!isVigorous)
        case .agrees, .noted: Issue.record("an acceleration of 20 m/s² is plausible")
        }
    }

    /// A device that turns to and fro about the vertical, and is pushed sideways with forces of changing size.
    private static func pushed(_ size: (Int) -> Double) -> Recording {
        var recording = recording()
        let times = recording.accelerometer?.times ?? []
        let angle: (Seconds) -> Double = { 2 * Angle(radians: $0 * 1.5).sine }
        recording.attitude = SensorStream(
            times: times,
            values: times.map { UnitQuaternion(angle: Angle(radians: angle($0)), axis: Vector3(0, 0, 1)) }
        )
        recording.gyroscope = SensorStream(
            times: times,
            values: times.map { time in Vector3(0, 0, (angle(time + 1e-4) - angle(time - 1e-4)) / 2e-4) }
        )
        let directions = [Vector3(1, 0.2, 0.3), Vector3(0.3, -1, 0.3), Vector3(-1, 0.4, 0.3), Vector3(0.1, 1, 0.3)]
        recording.accelerometer?.values = times.indices.map { (sample: Int) -> Vector3 in
            directions[sample / 10 % 4] * size(sample)
        }
        return recording
    }

    @Test func `A wrong sampling rate is named with the rate that fits`() throws {
        // The device turns to and fro at 50 rows per second, and the times were computed for 160.
        var recording = Self.recording(rate: 160)
        let times = recording.accelerometer?.times ?? []
        let angle: (Int) -> Double = { 2 * Angle(radians: Double($0) * 0.03).sine }
        recording.attitude = SensorStream(
            times: times,
            values: times.indices.map { UnitQuaternion(angle: Angle(radians: angle($0)), axis: Vector3(0, 0, 1)) }
        )
        recording.gyroscope = SensorStream(
            times: times,
            values: times.indices.map { Vector3(0, 0, (angle($0 + 1) - angle($0 - 1)) / 2 * 50) }
        )
        guard case .mismatch(let mismatch) = Self.verdict("angular rate unit", recording) else {
            Issue.record("the wrong rate is not found")
            return
        }
        #expect(
            mismatch.remedy.hasPrefix("if the times were computed from a rate of 160 Hz, set 50"),
            "\(mismatch.remedy)"
        )
    }

    @Test func `A runner's swinging arm is not an error of the axes`() {
        let running = Self.pushed { 5 + 5 * Double($0 % 10) }
        guard case .unknown(let reason) = Self.verdict("axes and signs", running) else {
            Issue.record("the check has a verdict: \(String(describing: Self.verdict("axes and signs", running)))")
            return
        }
        #expect(reason.contains("too vigorous"))
        // Forces of a constant size are no running: the accelerometer is at fault.
        guard case .mismatch = Self.verdict("axes and signs", Self.pushed { _ in 9.81 }) else {
            Issue.record("the fault is not found")
            return
        }
    }

    @Test func `A field of length one is normalised, and not a fault`() {
        var recording = Self.recording()
        recording.magnetometer = SensorStream(
            times: recording.accelerometer?.times ?? [],
            values: (0..<2_000).map { (sample: Int) -> Vector3 in
                let noise = 0.01 * Double(sample % 3)
                return Vector3(0, 0.6, noise - 0.8)
            }
        )
        guard case .unknown(let reason) = Self.verdict("magnetic field", recording) else {
            Issue.record("the check has a verdict")
            return
        }
        #expect(reason.contains("normalised"))
    }

    /// The gyroscope measures π/180 of the attitude's speed, multiplied by `factors`.
    @Test(arguments: [([1.0], true), ([0.45, 0.55, 1.3, 2.2, 2.6], false)])
    func `A unit of the gyroscope is wrong only if most speeds have the same ratio`(
        factors: [Double],
        isUnit: Bool
    ) throws {
        var recording = Self.recording()
        let times = recording.accelerometer?.times ?? []
        let axis = Vector3(1, 0, 0)
        let attitude = times.map { UnitQuaternion(angle: Angle(radians: 3 * Angle(radians: $0).sine), axis: axis) }
        recording.attitude = SensorStream(times: times, values: attitude)
        recording.accelerometer?.values = attitude.map { $0.conjugate.rotate(Vector3(0, 0, 9.81)) }
        recording.gyroscope = SensorStream(
            times: times,
            values: times.indices.map { sample in
                let rate = 3 * Angle(radians: times[sample]).cosine
                return axis * (rate * .pi / 180 * factors[sample / 100 % factors.count])
            }
        )
        guard case .mismatch(let mismatch) = Self.verdict("angular rate unit", recording) else {
            Issue.record("\(String(describing: Self.verdict("angular rate unit", recording)))")
            return
        }
        #expect((mismatch.fits != nil) == isUnit && (mismatch.confidence == .certain) == isUnit)
    }

    /// The attitude turns by 60° every second. With a tilt, a gyroscope that measures nothing is wrong.
    @Test(arguments: [(Vector3(0, 0, 1), 0.15, true), (Vector3(0, 0, 1), 0.1, true), (Vector3(1, 0, 0), 0.15, false)])
    func `An attitude whose heading jumps while the device rests says nothing about the gyroscope`(
        axis: Vector3,
        bias: Double,
        isAtRest: Bool
    ) {
        var recording = Self.recording()
        let times = recording.accelerometer?.times ?? []
        let attitude = times.map {
            UnitQuaternion(angle: Angle(degrees: $0.truncatingRemainder(dividingBy: 2) < 1 ? 0 : 60), axis: axis)
        }
        recording.attitude = SensorStream(times: times, values: attitude)
        recording.accelerometer?.values = attitude.map { $0.conjugate.rotate(Vector3(0, 0, 9.81)) }
        recording.gyroscope = SensorStream(times: times, values: times.map { _ in Vector3(bias, 0, 0) })
        guard let verdict = Self.verdict("angular rate unit", recording) else {
            Issue.record("no verdict")
            return
        }
        if case .unknown(let reason) = verdict {
            #expect(isAtRest && reason.contains("the attitude may contain jumps"))
        } else if case .mismatch(let mismatch) = verdict {
            #expect(!isAtRest && mismatch.fits == nil)
        } else {
            Issue.record("\(verdict)")
        }
    }

    /// The device turns with its attitude at 3 rad/s for one second of ten, and otherwise rests, while the heading of
    /// the attitude drifts 57.3 times as fast as the measured bias.
    @Test
    func `A unit that makes the measured rates impossible is not named`() {
        var recording = Self.recording()
        let times = recording.accelerometer?.times ?? []
        var heading = 0.0
        let speeds = times.map { $0.truncatingRemainder(dividingBy: 10) < 1 ? (3.0, 3.0) : (0.003, 0.003 * 180 / .pi) }
        let attitude = zip(times, zip(times.dropFirst() + times.suffix(1), speeds)).map { time, next in
            defer { heading += next.1.1 * (next.0 - time) }
            return UnitQuaternion(angle: Angle(radians: heading), axis: Vector3(0, 0, 1))
        }
        recording.attitude = SensorStream(times: times, values: attitude)
        recording.accelerometer?.values = times.map { _ in Vector3(0, 0, 9.81) }
        recording.gyroscope = SensorStream(times: times, values: speeds.map { Vector3(0, 0, $0.0) })
        guard case .unknown(let reason) = Self.verdict("angular rate unit", recording) else {
            Issue.record("\(String(describing: Self.verdict("angular rate unit", recording)))")
            return
        }
        #expect(reason.contains("the attitude may contain jumps"))
    }

    @Test(arguments: [(2_000.0, true), (2_100, false)])
    func `Rates at the measuring range of a gyroscope are plausible in each axis`(range: Double, isPlausible: Bool) {
        var recording = Self.recording()
        let limit = Angle(degrees: range).radians
        let rates = (0..<2_000).map { Vector3(limit, -limit, 0.01 * Double($0 % 7)) }
        recording.gyroscope = SensorStream(times: recording.accelerometer?.times ?? [], values: rates)
        let verdict = Self.verdict("angular rate unit", recording)
        if case .mismatch = verdict { #expect(!isPlausible) } else { #expect(isPlausible) }
    }

    /// Amplitudes in rad/s: a hand shakes a phone at 5 Hz, and a gyroscope in deg/s.
    @Test(arguments: [(18.7, RecordingMismatch.Confidence.possible), (30, .likely)])
    func `The rates of a shaken phone are no certain sign of a wrong unit`(
        size: Double,
        confidence: RecordingMismatch.Confidence
    ) {
        var recording = Self.recording()
        let times = recording.accelerometer?.times ?? []
        let rates = times.map { Vector3(size * Angle(radians: 31.4 * $0).sine, 0, 0) }
        recording.gyroscope = SensorStream(times: times, values: rates)
        guard case .mismatch(let mismatch) = Self.verdict("angular rate unit", recording) else {
            Issue.record("\(String(describing: Self.verdict("angular rate unit", recording)))")
            return
        }
        #expect(mismatch.confidence == confidence)
        #expect(mismatch.remedy.contains("unless the device was shaken") == (confidence == .possible))
    }

    /// A device without orientation that turns in all directions. Only gravity shows the gyroscope's faults.
    private static func turning(_ gyroscope: (Vector3) -> Vector3) -> Recording {
        let motion = SyntheticMotion(seed: 7)
        var recording = recording(seconds: 60)
        let times = recording.accelerometer?.times ?? []
        recording.accelerometer?.values = times.map {
            motion.orientation(at: $0).conjugate.rotate(Vector3(0, 0, 9.81))
        }
        recording.gyroscope = SensorStream(times: times, values: times.map { gyroscope(motion.rate(at: $0)) })
        return recording
    }

    @Test func `The rotation of gravity confirms the gyroscope's unit and axes`() {
        let recording = Self.turning { $0 }
        for check in ["angular rate unit", "axes and signs"] {
            guard case .agrees(let words) = Self.verdict(check, recording) else {
                Issue.record("\(check): \(String(describing: Self.verdict(check, recording)))")
                continue
            }
            #expect(words.hasPrefix("gravity turns "))
        }
    }

    @Test func `The rotation of gravity shows a wrong unit of the gyroscope`() {
        guard case .mismatch(let mismatch) = Self.verdict("angular rate unit", Self.turning { $0 * (180 / .pi) }) else {
            Issue.record("no mismatch")
            return
        }
        #expect(mismatch.remedy.contains("write 'unit: deg/s' for the gyroscope") && mismatch.confidence == .likely)
    }

    @Test func `The rotation of gravity shows wrong axes of the gyroscope`() {
        let faults: [((Vector3) -> Vector3, String)] = [
            ({ Vector3($0.y, $0.x, $0.z) }, "write 'axes: [-y, -x, -z]' and 'sign: -1'"),
            ({ $0 * -1 }, "write 'sign: -1' for the gyroscope"),
            ({ Vector3($0.y, -$0.x, $0.z) }, "write 'axes: [-y, x, z]' for"),
        ]
        for (fault, words) in faults {
            guard case .mismatch(let mismatch) = Self.verdict("axes and signs", Self.turning(fault)) else {
                Issue.record("no mismatch: \(words)")
                continue
            }
            #expect(mismatch.remedy.contains(words), "\(mismatch.remedy)")
        }
    }

    @Test(arguments: [(0.1, false), (0.001, true)])
    func `Tenths of a second that were read as milliseconds are named`(unit: Double, areTenths: Bool) throws {
        var recording = Self.recording()
        // 100 samples a second, with ten equal times in each tenth.
        recording.accelerometer?.times = (0..<2_000).map { (sample: Int) -> Seconds in
            let (second, rest) = sample.quotientAndRemainder(dividingBy: 100)
            return Seconds(second) + Seconds(rest / 10) * unit
        }
        let found = RecordingChecks.results(for: recording).first { $0.check == "time stamps" }?.mismatch
        #expect(try #require(found?.fits).contains("tenths of a second") == areTenths)
    }

    @Test func `The mean rate of uneven times is stated`() {
        let times = (0..<100).flatMap { (group: Int) -> [Seconds] in
            let start = 0.06 * Seconds(group)
            return [start, start + 0.01, start + 0.02]
        }
        #expect(StreamTiming(times).rateWords == "50.2 Hz on average, 100 Hz by the median interval")
        #expect(StreamTiming((0..<100).map { 0.01 * Double($0) }).rateWords == "100 Hz")
    }

    @Test(arguments: [(0.6, false), (0.9, true), (2.5, true), (4, false)])
    func `A normalised field can have any length near one`(length: Double, isNormalised: Bool) {
        var recording = Self.recording()
        let fields = (0..<2_000).map { Vector3(0, 0.01 * Double($0 % 3), length) }
        recording.magnetometer = SensorStream(times: recording.accelerometer?.times ?? [], values: fields)
        if case .unknown = Self.verdict("magnetic field", recording) {
            #expect(isNormalised)
        } else {
            #expect(!isNormalised)
        }
    }

    @Test func `A time of 1e19 s does not end the fit of hard iron`() {
        var recording = Self.recording()
        var times = recording.accelerometer?.times ?? []
        times[1_999] = 1e19
        let fields = (0..<2_000).map { Vector3(0, Double($0 % 40), 30) }
        recording.magnetometer = SensorStream(times: times, values: fields)
        #expect(Self.verdict("hard iron", recording) != nil)
    }

    @Test(arguments: [(0.02, true), (6.0, false)])
    func `A sample after an interruption is no outlier`(interval: Double, isOutlier: Bool) throws {
        var recording = Self.recording()
        let last = try #require(recording.accelerometer?.times.last)
        recording.accelerometer?.values = (0..<2_000).map { Vector3(0.01 * Double($0 % 7), 0, 9.81) }
        recording.accelerometer?.times.append(last + interval)
        recording.accelerometer?.values.append(Vector3(9.81, 0, 0))
        let found = RecordingChecks.results(for: recording).first { $0.check == "single samples" }?.mismatch
        #expect((found != nil) == isOutlier)
    }

    @Test(arguments: [(19, false), (20, true)])
    func `A magnet near the sensor is mentioned if it affects one of a hundred samples`(
        count: Int,
        isMentioned: Bool
    ) throws {
        var recording = Self.recording()
        let fields = (0..<2_000).map { Vector3(0, 20, $0 < count ? 226 : -43) }
        recording.magnetometer = SensorStream(times: recording.accelerometer?.times ?? [], values: fields)
        guard case .agrees(let figure) = Self.verdict("magnetic field", recording) else {
            Issue.record("the median is not plausible")
            return
        }
        let words = "; 1 % of the samples are outside 15 to 80 µT (largest: 227 µT), probably near iron or a magnet"
        #expect(figure.hasSuffix(words) == isMentioned, "\(figure)")
    }

    @Test(arguments: [(2.5, true), (1.5, false)])
    func `An interruption of seconds is reported`(length: Double, isReported: Bool) throws {
        var recording = Self.recording()
        let times = recording.accelerometer?.times ?? []
        recording.accelerometer?.times = times.map { $0 < 10 ? $0 : $0 + length }
        let found = RecordingChecks.results(for: recording).compactMap(\.mismatch)
        #expect(found.isEmpty != isReported)
        guard isReported else { return }
        let mismatch = try #require(found.first)
        #expect(mismatch.found == "no sample for 2.51 s after 9.99 s" && mismatch.confidence == .possible)
    }

    @Test(arguments: [1, 3, 20, 21])
    func `Up to 20 first samples with another clock are named with a remedy`(count: Int) throws {
        var recording = Self.recording(seconds: 30)
        let times = recording.accelerometer?.times ?? []
        recording.accelerometer?.times = times.enumerated().map { $0.offset < count ? $0.element : $0.element + 5_000 }
        recording.files[.accelerometer] = "acc.csv"
        let mismatch = try #require(RecordingChecks.results(for: recording).compactMap(\.mismatch).first)
        guard count <= 20 else {
            #expect(mismatch.found.hasPrefix("no sample for"))
            return
        }
        let first = count == 1 ? "sample" : "\(count) samples"
        #expect(mismatch.found == "5000 s between the first \(first) and the next")
        #expect(mismatch.fits?.hasSuffix("remove \(count == 1 ? "that row" : "these rows") of acc.csv") == true)
    }

    @Test(arguments: [(1.0, false), (10_000, true)])
    func `Accelerations without decimals are reported`(factor: Double, isReported: Bool) {
        var recording = Self.recording()
        recording.accelerometer?.values = (0..<2_000).map { (sample: Int) -> Vector3 in
            // Four decimals, as AndroSensor writes.
            let digits = [Double(sample % 13), Double(sample % 7), 98_066 + Double(sample % 11)].map { $0 / 10_000 }
            return Vector3((digits[0] * factor), (digits[1] * factor), (digits[2] * factor))
        }
        let mismatch = RecordingChecks.results(for: recording).first { $0.check == "decimals" }?.mismatch
        #expect((mismatch != nil) == isReported)
        #expect(mismatch?.fits?.contains("spreadsheet") ?? true)
    }

    /// Multiples of g = 9.80665 m/s² are not whole numbers in m/s².
    @Test func `Accelerations without decimals in g are reported`() {
        var recording = Self.recording()
        let (x, y, z) = ([1.0, 0, 1], [0.0, 1, 1, 0], [1.0, 0, 2, -1, 1])
        recording.accelerometer?.values = (0..<2_000).map { (sample: Int) -> Vector3 in
            Vector3(x[sample % 3], y[sample % 4], z[sample % 5]) * 9.80665
        }
        guard case .mismatch = Self.verdict("decimals", recording) else {
            Issue.record("the lost decimals are not found")
            return
        }
    }

    /// A device at rest in Montreal, where the Earth's field has 54 µT and a dip of 70° (WMM2025).
    private static func montreal(field: Vector3) -> Recording {
        var recording = recording()
        let times = recording.accelerometer?.times ?? []
        recording.magnetometer = SensorStream(times: times, values: times.map { _ in field })
        let fix = LocationFix(latitude: Angle(degrees: 45.5), longitude: Angle(degrees: -73.6))
        recording.location = SensorStream(times: [0], values: [fix])
        return recording
    }

    @Test func `The field in a car does not reverse gravity`() {
        // The field of a phone in a cup holder points up, but has 31 µT instead of 54.
        for field in [Vector3(20, 17, 16), Vector3(50, 0, 20)] {
            guard case .unknown(let reason) = Self.verdict("dip of the field", Self.montreal(field: field)) else {
                Issue.record("the check has a verdict on a disturbed field")
                return
            }
            #expect(reason.contains("disturbed"))
        }
    }

    @Test func `The Earth's field with gravity reversed is found`() {
        guard case .agrees = Self.verdict("dip of the field", Self.montreal(field: Vector3(18, 3, -50))) else {
            Issue.record("a correct sign is an error")
            return
        }
        guard case .mismatch(let mismatch) = Self.verdict("dip of the field", Self.montreal(field: Vector3(18, 3, 50)))
        else {
            Issue.record("the reversed sign is not found")
            return
        }
        #expect(mismatch.remedy.contains("sign: -1"))
    }

    /// Each mean force needs accelerations from 0.1 s before to 0.1 s after the sample of the field. The minimum is ten
    /// samples.
    @Test func `Ten samples of the field determine the dip if the last acceleration ends their last mean`() {
        var recording = Self.montreal(field: Vector3(18, 3, -50))
        let stamps = (1...10).map { 0.25 * Double($0) }
        recording.magnetometer = SensorStream(times: stamps, values: stamps.map { _ in Vector3(18, 3, -50) })
        let times = (0..<52).map { 0.05 * Double($0) } + [stamps[9] + 0.1]
        recording.accelerometer = SensorStream(times: times, values: times.map { _ in Vector3(0, 0, 9.81) })
        guard case .agrees = Self.verdict("dip of the field", recording) else {
            Issue.record("\(String(describing: Self.verdict("dip of the field", recording)))")
            return
        }
        recording.accelerometer?.times.removeLast()
        recording.accelerometer?.values.removeLast()
        guard case .unknown = Self.verdict("dip of the field", recording) else {
            Issue.record("nine samples have a verdict")
            return
        }
    }

    @Test(arguments: [10, 49, 50])
    func `The unit of the time is not guessed from few samples`(count: Int) throws {
        var recording = Recording(name: "rare")
        let times = (0..<count).map { 56.5 * Double($0) }
        recording.accelerometer = SensorStream(times: times, values: times.map { _ in Vector3(0, 0, 9.81) })
        guard case .mismatch(let mismatch) = Self.verdict("time unit", recording) else {
            Issue.record("the interval is not found")
            return
        }
        #expect(mismatch.remedy.contains("unit: ms") == (count >= 50))
        #expect((mismatch.confidence == .certain) == (count >= 50))
        #expect(mismatch.description.count <= 300)
    }

    /// An interval of 1500 is 0.67 Hz in ms, and 667 Hz in µs. These differ from 100 Hz by factors of 150 and 6.7.
    @Test func `If two units of the time fit, the unit with the rate closer to 100 Hz is suggested`() {
        var recording = Recording(name: "units")
        let times = (0..<50).map { 1_500 * Double($0) }
        recording.accelerometer = SensorStream(times: times, values: times.map { _ in Vector3(0, 0, 9.81) })
        guard case .mismatch(let mismatch) = Self.verdict("time unit", recording) else {
            Issue.record("the interval is not found")
            return
        }
        #expect(mismatch.remedy.contains("'unit: us'"))
    }

    @Test func `An inspection has the recording's source, licence and remark`() {
        var recording = Self.recording()
        recording.source = "Michel et al. 2018"
        recording.licence = "CC BY 4.0"
        recording.remark = "the device is in a pocket"
        let inspection = RecordingInspection(recording, path: "run")
        #expect(inspection.source == "Michel et al. 2018")
        #expect(inspection.licence == "CC BY 4.0")
        #expect(inspection.remark == "the device is in a pocket")
    }

    @Test func `The rotation of the attitude determines the unit of the gyroscope`() {
        var recording = Self.pushed { _ in 9.81 }
        guard case .agrees = Self.verdict("angular rate unit", recording) else {
            Issue.record("rad/s are an error")
            return
        }
        let rates = recording.gyroscope?.values ?? []
        recording.gyroscope?.values = rates.map { $0 * (180 / Double.pi) }
        guard case .mismatch(let mismatch) = Self.verdict("angular rate unit", recording) else {
            Issue.record("deg/s are not found")
            return
        }
        #expect(mismatch.remedy.contains("unit: deg/s"))
        #expect(mismatch.confidence == .certain)
    }
}
