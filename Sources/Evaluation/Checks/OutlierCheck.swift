import Recordings
import SensorModel

/// The check for single samples that cannot be measurements: values outside the range of any sensor, values that the
/// samples before and after contradict, and quaternions whose length is not 1.
///
/// It is the first check. The following ones see the recording without these samples.
enum OutlierCheck: RecordingCheck {
    static let name = "single samples"

    /// The number of samples of a stream that are named one by one.
    private static let mostNamed = 5
    /// The share of the samples from which values outside the range, or lengths other than 1, are a matter of units.
    private static let mostSingle = 0.01

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        let recording = evidence.recording
        let outliers = outliers(in: recording)
        guard !outliers.isEmpty else { return [.agrees("no sample contradicts those around it")] }
        let lines = recording.sampleLines?.find() ?? [:]
        var verdicts: [CheckResult.Verdict] = []
        for kind in StreamKind.allCases {
            let ofStream = outliers.filter { $0.sample.kind == kind }
            for outlier in ofStream.prefix(mostNamed) {
                verdicts.append(.mismatch(outlier.mismatch(in: recording, lines[kind])))
            }
            let others = ofStream.dropFirst(mostNamed)
            guard let next = others.first else { continue }
            var mismatch = next.mismatch(in: recording, lines[kind])
            mismatch.found = "\(mismatch.found), and \(others.count - 1) more such samples"
            mismatch.samples = others.map(\.sample)
            verdicts.append(.mismatch(mismatch))
        }
        evidence.recording = recording.excluding(outliers.map(\.sample))
        return verdicts
    }

    /// The outliers of all streams, in the order of their samples.
    static func outliers(in recording: Recording) -> [Outlier] {
        var found: [Outlier] = []
        for sensor in [SensorRange.accelerometer, .gyroscope, .magnetometer] {
            if let stream = recording[keyPath: sensor.stream] { found += outliers(in: stream, of: sensor) }
        }
        if let attitude = recording.attitude {
            found += outliers(in: attitude.values, of: .attitude, recording)
        }
        if let pose = recording.pose {
            found += outliers(in: pose.values.map(\.orientation), of: .pose, recording)
        }
        if let reference = recording.reference {
            let isValid = reference.isValid
            found += outliers(in: reference.orientations, of: .reference, recording) { isValid[$0] }
        }
        return found
    }

    private static func outliers(in stream: SensorStream<Vector3>, of sensor: SensorRange) -> [Outlier] {
        let values = stream.values
        func isInside(_ value: Vector3) -> Bool {
            abs(value.x) <= sensor.largest && abs(value.y) <= sensor.largest && abs(value.z) <= sensor.largest
        }
        // NaN is not inside.
        let outside = values.indices.filter { !isInside(values[$0]) }
        let beyond = outside.filter { values[$0].isFinite }
        let most = max(1, mostSingle * Double(values.count))
        let isUnit = Double(beyond.count) > most
        var outliers: [Outlier] = []
        if outside.count > beyond.count, Double(outside.count - beyond.count) <= most {
            let missing = outside.filter { !values[$0].isFinite }
            outliers = missing.map {
                Outlier(sample: RecordedSample(kind: sensor.kind, index: $0), reason: .missing(sensor))
            }
        }
        if !isUnit {
            outliers += beyond.map {
                Outlier(sample: RecordedSample(kind: sensor.kind, index: $0), reason: .outside(sensor))
            }
        }
        let excluded = isUnit ? values.indices.filter { !values[$0].isFinite } : outside
        let inside = excluded.isEmpty ? nil : Self.indices(values.count, without: excluded)
        let kept = inside.map { $0.map { values[$0] } } ?? values
        outliers += IsolatedSamples.find(in: kept, sensor.rule).map { finding in
            let index = inside?[finding.index] ?? finding.index
            return Outlier(
                sample: RecordedSample(kind: sensor.kind, index: index),
                reason: .isolated(sensor, axis: finding.lane, predicted: finding.predicted[finding.lane])
            )
        }
        return outliers.sorted { $0.sample.index < $1.sample.index }
    }

    /// The rule of orientations. The deviation is that of a component, 0.04 for 4.6°: motion capture has single samples
    /// with errors of up to 3.6°.
    private static let orientationRule = IsolationRule(
        certain: 6.5,
        smallest: 3,
        smallestAtEnds: 5,
        leastDeviation: 0.04,
        gap: 3.3
    )

    private static func outliers(
        in orientations: [UnitQuaternion],
        of kind: StreamKind,
        _ recording: Recording,
        isValid: ((Int) -> Bool)? = nil
    ) -> [Outlier] {
        var outliers: [Outlier] = []
        if let unscaled = recording.unscaledQuaternions[kind] {
            // Where many lengths differ from 1, the file is not scaled: one warning.
            let isFile = Double(unscaled.count) > max(1, mostSingle * Double(orientations.count))
            let rows = unscaled.rows.filter { isValid?($0.sample) ?? true }
            outliers = rows.prefix(isFile ? 1 : rows.count).map { row in
                Outlier(
                    sample: RecordedSample(kind: kind, index: row.sample),
                    reason: .length(row.length, line: row.line, of: isFile ? unscaled.count : 1)
                )
            }
        }
        let known = Set(outliers.map(\.sample.index))
        let isKept = { known.isEmpty ? isValid : { !known.contains($0) && isValid?($0) ?? true } }()
        let inside = isKept.map { orientations.indices.filter($0) }
        let kept = inside.map { $0.map { orientations[$0] } } ?? orientations
        outliers += IsolatedSamples.find(in: kept, orientationRule).map { finding in
            let index = inside?[finding.index] ?? finding.index
            let (value, predicted) = (finding.value, finding.predicted)
            let length = (predicted * predicted).sum().squareRoot()
            let cosine = min(abs((value * predicted).sum()) / max(length, .leastNormalMagnitude), 1)
            let half = UnitQuaternion(w: cosine, x: (1 - cosine * cosine).squareRoot(), y: 0, z: 0)
            return Outlier(
                sample: RecordedSample(kind: kind, index: index),
                reason: .turned(half?.rotationAngle ?? .zero)
            )
        }
        return outliers.sorted { $0.sample.index < $1.sample.index }
    }

    private static func indices(_ count: Int, without excluded: [Int]) -> [Int] {
        var kept: [Int] = []
        kept.reserveCapacity(count)
        var next = 0
        for index in 0..<count {
            if next < excluded.count, excluded[next] == index { next += 1 } else { kept.append(index) }
        }
        return kept
    }
}

/// A sensor with the range of its values.
struct SensorRange: Sendable {
    let kind: StreamKind
    let unit: String
    /// The largest magnitude of a component that a consumer sensor can measure.
    let largest: Double
    /// The source of the range.
    let sensor: String
    /// The rule for single samples.
    ///
    /// In 180 recordings with 10 million samples, the largest ratios are 7.2 of an accelerometer that is knocked, 5.1 of
    /// a gyroscope and 4.8 of a magnetometer, and the largest ratios to the fourth largest are 3.0, 3.0 and 6.1.
    let rule: IsolationRule

    var stream: KeyPath<Recording, SensorStream<Vector3>?> {
        switch kind {
        case .gyroscope: \.gyroscope
        case .magnetometer: \.magnetometer
        default: \.accelerometer
        }
    }

    /// 32 g, of the LSM6DSV32X by STMicroelectronics. Most accelerometers end at 16 g (InvenSense 2017).
    static let accelerometer = SensorRange(
        kind: .accelerometer,
        unit: "m/s²",
        largest: 32 * Gravity.standard,
        sensor: "32 g",
        rule: IsolationRule(certain: 9, smallest: 3.2, smallestAtEnds: 6.5, leastDeviation: 1, gap: 3.3)
    )
    /// 4000 deg/s, of the LSM6DSV32X by STMicroelectronics. Most gyroscopes end at 2000 deg/s (InvenSense 2017).
    static let gyroscope = SensorRange(
        kind: .gyroscope,
        unit: "rad/s",
        largest: Angle(degrees: 4_000).radians,
        sensor: "4000 deg/s",
        rule: IsolationRule(certain: 7, smallest: 2.8, smallestAtEnds: 4.5, leastDeviation: 0.1, gap: 3.2)
    )
    /// 4900 µT (InvenSense 2017, table 3).
    static let magnetometer = SensorRange(
        kind: .magnetometer,
        unit: "µT",
        largest: 4_900,
        sensor: "4900 µT",
        rule: IsolationRule(certain: 6.5, smallest: 2.1, smallestAtEnds: 3.3, leastDeviation: 6, gap: 2.1)
    )
}

/// A sample that cannot be a measurement.
struct Outlier {
    enum Reason {
        /// A component is not a number, in a stream that has hardly any other such sample.
        case missing(SensorRange)
        /// A component is outside the range of the sensor.
        case outside(SensorRange)
        /// A component differs from the value that the samples around it predict.
        case isolated(SensorRange, axis: Int, predicted: Double)
        /// An orientation differs from those around it by this angle.
        case turned(Angle)
        /// A quaternion has this length; the count is that of all such quaternions of the file.
        case length(Double, line: Int, of: Int)
    }

    let sample: RecordedSample
    let reason: Reason

    /// The mismatch for reports.
    ///
    /// - Parameter lines: the line of each sample of the stream; nil where they are unknown.
    func mismatch(in recording: Recording, _ lines: [Int]?) -> RecordingMismatch {
        let kind = sample.kind
        var line = lines.flatMap { $0.indices.contains(sample.index) ? $0[sample.index] : nil }
        if case .length(_, let row, _) = reason { line = row }
        let time = recording.time(of: sample).map { " at \(CheckText.number($0)) s" } ?? ""
        let (found, expected) = words(recording)
        var mismatch = RecordingMismatch(
            stream: kind.rawValue,
            found: found + (line == nil ? time : ""),
            expected: expected,
            fits: "correct the row, or exclude such samples with --exclude-outliers",
            confidence: .likely
        )
        let file = recording.files[kind]
        if let file, let line { mismatch.place = "\(file):\(line)" }
        if case .length(_, _, let count) = reason, count > 1 { return mismatch }
        mismatch.samples = [sample]
        return mismatch
    }

    private func words(_ recording: Recording) -> (found: String, expected: String) {
        switch reason {
        case .missing(let sensor):
            let value = recording[keyPath: sensor.stream]?.values[sample.index] ?? .zero
            let axis = [value.x, value.y, value.z].firstIndex { !$0.isFinite } ?? 0
            return ("no number in \(Self.axes[axis]) of the \(sensor.kind.rawValue)", "a number, as in the other rows")
        case .outside(let sensor):
            let value = recording[keyPath: sensor.stream]?.values[sample.index] ?? .zero
            let axis = [abs(value.x), abs(value.y), abs(value.z)].firstIndex { $0 > sensor.largest } ?? 0
            return (
                "\(text(value, axis)) \(sensor.unit) in \(Self.axes[axis]) of the \(sensor.kind.rawValue)",
                "at most \(CheckText.number(sensor.largest)), since sensors end at \(sensor.sensor)"
            )
        case .isolated(let sensor, let axis, let predicted):
            let value = recording[keyPath: sensor.stream]?.values[sample.index] ?? .zero
            return (
                "\(text(value, axis)) \(sensor.unit) in \(Self.axes[axis]) of the \(sensor.kind.rawValue)",
                "about \(CheckText.number(predicted)) by the samples before and after"
            )
        case .turned(let angle):
            return (
                "an orientation of the \(sample.kind.rawValue) \(CheckText.number(angle.degrees))° from the samples "
                    + "before and after",
                "a motion through them"
            )
        case .length(let length, _, let count):
            let others = count > 1 ? ", one of \(count) in the file" : ""
            return ("a quaternion of length \(CheckText.number(length))\(others)", "length 1; it is used normalised")
        }
    }

    private static let axes = ["x", "y", "z"]

    private func text(_ value: Vector3, _ axis: Int) -> String {
        let number = [value.x, value.y, value.z][min(axis, 2)]
        return abs(number) < 1e6 ? CheckText.number(number) : "\(number)"
    }
}

extension Recording {
    /// The time of a sample.
    fileprivate func time(of sample: RecordedSample) -> Seconds? {
        let times =
            switch sample.kind {
            case .accelerometer: accelerometer?.times
            case .gyroscope: gyroscope?.times
            case .magnetometer: magnetometer?.times
            case .attitude: attitude?.times
            case .pose: pose?.times
            case .reference: reference?.times
            case .heading, .location: nil as [Seconds]?
            }
        return times?[sample.index]
    }

    /// The recording without these samples. Samples of the reference are marked as not valid.
    func excluding(_ samples: [RecordedSample]) -> Recording {
        var result = self
        for (kind, excluded) in Dictionary(grouping: samples, by: \.kind) {
            let indices = Set(excluded.map(\.index))
            switch kind {
            case .accelerometer: result.accelerometer = accelerometer?.excluding(indices)
            case .gyroscope: result.gyroscope = gyroscope?.excluding(indices)
            case .magnetometer: result.magnetometer = magnetometer?.excluding(indices)
            case .attitude: result.attitude = attitude?.excluding(indices)
            case .pose: result.pose = pose?.excluding(indices)
            case .reference: for index in indices { result.reference?.isValid[index] = false }
            case .heading, .location: break
            }
            result.leftOut["\(files[kind] ?? kind.rawValue): outlying samples", default: 0] += indices.count
            result.unscaledQuaternions[kind] = nil
        }
        return result
    }
}

extension SensorStream {
    fileprivate func excluding(_ indices: Set<Int>) -> SensorStream {
        let kept = times.indices.filter { !indices.contains($0) }
        return SensorStream(times: kept.map { times[$0] }, values: kept.map { values[$0] })
    }
}
