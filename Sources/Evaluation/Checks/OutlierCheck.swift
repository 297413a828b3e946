import Recordings
import SensorModel

/// The check for outliers: single samples that cannot be measurements.
///
/// Outliers are values that no consumer sensor can measure, values that contradict the samples before and after, and
/// quaternions whose length is not 1. This check comes first. The following checks use the recording without the
/// outliers.
enum OutlierCheck: RecordingCheck {
    static let name = "single samples"

    /// The maximum number of outliers per stream that are reported individually.
    private static let maximumNamed = 5
    /// The maximum share of samples that are considered outliers. A larger share of values outside the range indicates
    /// a wrong unit. A larger share of quaternions whose length is not 1 indicates a file without normalisation.
    private static let maximumSingle = 0.01

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        let recording = evidence.recording
        let outliers = outliers(in: recording) { evidence.timing(of: $0).medianInterval }
        guard !outliers.isEmpty else { return [.agrees("no sample contradicts its neighbours")] }
        let lines = recording.sampleLines?() ?? [:]
        var verdicts: [CheckResult.Verdict] = []
        for kind in StreamKind.allCases {
            let ofStream = outliers.filter { $0.sample.kind == kind }
            for outlier in ofStream.prefix(maximumNamed) {
                verdicts.append(.mismatch(outlier.mismatch(in: recording, lines[kind])))
            }
            let others = ofStream.dropFirst(maximumNamed)
            guard let next = others.first else { continue }
            var mismatch = next.mismatch(in: recording, lines[kind])
            mismatch.found = "\(mismatch.found), and \(others.count - 1) more such samples"
            mismatch.samples = others.map(\.sample)
            verdicts.append(.mismatch(mismatch))
        }
        evidence.recording = recording.excluding(outliers.map(\.sample))
        return verdicts
    }

    /// Returns the outliers of all streams, ordered by stream and then by sample.
    private static func outliers(
        in recording: Recording,
        medianInterval: ([Seconds]) -> Seconds?
    ) -> [Outlier] {
        var found: [Outlier] = []
        for sensor in SensorRange.all {
            guard let stream = recording.vectors(of: sensor.kind) else { continue }
            found += outliers(in: stream, of: sensor, medianInterval(stream.times) ?? .infinity)
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

    /// The interval to a neighbour, in median intervals, above which a sample is not compared with its neighbours.
    private static let longestGap = 10.0

    private static func outliers(
        in stream: SensorStream<Vector3>,
        of sensor: SensorRange,
        _ interval: Seconds
    ) -> [Outlier] {
        let values = stream.values
        func isInside(_ value: Vector3) -> Bool {
            abs(value.x) <= sensor.largest && abs(value.y) <= sensor.largest && abs(value.z) <= sensor.largest
        }
        // `isInside` is `false` for NaN.
        let outside = values.indices.filter { !isInside(values[$0]) }
        let beyond = outside.filter { values[$0].isFinite }
        let maximum = max(1, maximumSingle * Double(values.count))
        let isUnit = Double(beyond.count) > maximum
        var outliers: [Outlier] = []
        let missingCount = outside.count - beyond.count
        if missingCount > 0, Double(missingCount) <= maximum {
            let missing = outside.filter { !values[$0].isFinite }
            outliers = missing.map { Outlier(sensor.kind, $0, .missing(sensor)) }
        }
        if !isUnit { outliers += beyond.map { Outlier(sensor.kind, $0, .outside(sensor)) } }
        let excludedCount = isUnit ? missingCount : outside.count
        let inside: [Int]? =
            excludedCount == 0 ? nil : values.indices.filter { isUnit ? values[$0].isFinite : isInside(values[$0]) }
        let kept = inside.map { $0.map { values[$0] } } ?? values
        outliers += IsolatedSamples.find(in: kept, sensor.rule).compactMap { finding in
            let index = inside?[finding.index] ?? finding.index
            let predicted = finding.predicted[finding.lane]
            // Samples before an interruption do not predict those after it.
            let near = stream.times[max(index - 1, 0)...min(index + 1, stream.count - 1)]
            guard zip(near.dropFirst(), near).allSatisfy({ $0 - $1 <= longestGap * interval }) else { return nil }
            return Outlier(sensor.kind, index, .isolated(sensor, axis: finding.lane, predicted: predicted))
        }
        return outliers.sorted { $0.sample.index < $1.sample.index }
    }

    /// The rule for outliers among orientations. The minimum deviation of a quaternion component, 0.04, corresponds to
    /// 4.6°. Motion capture has single samples with errors of up to 3.6°.
    private static let orientationRule = IsolationRule(
        certain: 6.5,
        smallest: 3,
        smallestAtEnds: 5,
        minimumDeviation: 0.04,
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
            // If many lengths differ from 1, the whole file is not normalised. One warning is enough.
            let isFile = Double(unscaled.count) > max(1, maximumSingle * Double(orientations.count))
            let rows = unscaled.rows.filter { isValid?($0.sample) ?? true }
            outliers = rows.prefix(isFile ? 1 : rows.count).map { row in
                Outlier(kind, row.sample, .length(row.length, line: row.line, of: isFile ? unscaled.count : 1))
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
            return Outlier(kind, index, .turned(half?.rotationAngle ?? .zero))
        }
        return outliers.sorted { $0.sample.index < $1.sample.index }
    }
}

/// The range of values that sensors of one kind can measure, and the rule for outliers.
struct SensorRange: Sendable {
    let kind: StreamKind
    let unit: String
    /// The maximum magnitude of a component that consumer sensors can measure, in ``unit``.
    let largest: Double
    /// The range in the unit of data sheets, such as "32 g".
    let sensor: String
    /// The rule that identifies single samples as outliers.
    ///
    /// The rule compares the ratio of deviation to roughness, see ``IsolationRule``. In 180 recordings with 10 million
    /// samples, the largest ratio is 7.2 for a knocked accelerometer, 5.1 for a gyroscope and 4.8 for a magnetometer.
    /// In each stream, the largest ratio was also divided by the fourth largest. The maximum of this quotient is 3.0
    /// for accelerometers and gyroscopes, and 6.1 for magnetometers.
    let rule: IsolationRule

    /// The widest range among consumer accelerometers: 32 g, as in the LSM6DSV32X by STMicroelectronics. The usual
    /// range is 16 g (InvenSense 2017).
    static let accelerometer = SensorRange(
        kind: .accelerometer,
        unit: "m/s²",
        largest: 32 * Gravity.standard,
        sensor: "32 g",
        rule: IsolationRule(certain: 9, smallest: 3.2, smallestAtEnds: 6.5, minimumDeviation: 0.4, gap: 3.3)
    )
    /// The largest range of consumer gyroscopes: 4000 deg/s, as of the LSM6DSV32X by STMicroelectronics. Most
    /// gyroscopes have a smaller range of 2000 deg/s (InvenSense 2017).
    static let gyroscope = SensorRange(
        kind: .gyroscope,
        unit: "rad/s",
        largest: Angle(degrees: 4_000).radians,
        sensor: "4000 deg/s",
        rule: IsolationRule(certain: 7, smallest: 2.8, smallestAtEnds: 4.5, minimumDeviation: 0.03, gap: 3.2)
    )
    /// The range of magnetometers: 4900 µT (InvenSense 2017, table 3).
    static let magnetometer = SensorRange(
        kind: .magnetometer,
        unit: "µT",
        largest: 4_900,
        sensor: "4900 µT",
        rule: IsolationRule(certain: 6.5, smallest: 2.1, smallestAtEnds: 3.3, minimumDeviation: 4, gap: 2.1)
    )
    static let all = [accelerometer, gyroscope, magnetometer]
}

/// A sample that cannot be a measurement, and the reason.
struct Outlier {
    enum Reason {
        /// A component is not a number, although almost all other samples are numbers.
        case missing(SensorRange)
        /// A component is outside the range of the sensor.
        case outside(SensorRange)
        /// A component differs from the value that the neighbouring samples predict.
        case isolated(SensorRange, axis: Int, predicted: Double)
        /// An orientation differs from the neighbouring orientations by the given angle.
        case turned(Angle)
        /// A quaternion has the given length instead of 1. `of` is the number of quaternions in the file whose length
        /// is not 1.
        case length(Double, line: Int, of: Int)
    }

    let sample: RecordedSample
    let reason: Reason

    init(_ kind: StreamKind, _ index: Int, _ reason: Reason) {
        sample = RecordedSample(kind: kind, index: index)
        self.reason = reason
    }

    /// Returns the outlier as a mismatch for reports.
    ///
    /// - Parameters:
    ///   - recording: the recording.
    ///   - lines: the line number of each sample in the stream's file; `nil` if line numbers are unknown.
    func mismatch(in recording: Recording, _ lines: [Int]?) -> RecordingMismatch {
        let kind = sample.kind
        var line = lines.flatMap { $0.indices.contains(sample.index) ? $0[sample.index] : nil }
        if case .length(_, let row, _) = reason { line = row }
        let times = recording.stampedStreams.first { $0.kind == kind }?.times
        let time = times.map { " at \(CheckText.number($0[sample.index])) s" } ?? ""
        let (found, expected) = words(recording)
        var mismatch = RecordingMismatch(
            stream: kind.rawValue,
            found: found + (line == nil ? time : ""),
            expected: expected,
            fits: "correct the row, or exclude outliers with --exclude-outliers",
            confidence: .likely
        )
        let file = recording.files[kind]
        if let file, let line { mismatch.place = "\(file):\(line)" }
        if case .length(_, _, let count) = reason, count > 1 { return mismatch }
        mismatch.samples = [sample]
        return mismatch
    }

    private func words(_ recording: Recording) -> (found: String, expected: String) {
        let value = recording.vectors(of: sample.kind)?.values[sample.index] ?? .zero
        switch reason {
        case .missing(let sensor):
            let axis = [value.x, value.y, value.z].firstIndex { !$0.isFinite } ?? 0
            return ("a missing or invalid value in \(Self.axes[axis]) of the \(sensor.kind.rawValue)", "a number")
        case .outside(let sensor):
            let axis = [abs(value.x), abs(value.y), abs(value.z)].firstIndex { $0 > sensor.largest } ?? 0
            return (
                "\(text(value, axis)) \(sensor.unit) in \(Self.axes[axis]) of the \(sensor.kind.rawValue)",
                "at most \(CheckText.number(sensor.largest)), the range of sensors (\(sensor.sensor))"
            )
        case .isolated(let sensor, let axis, let predicted):
            return (
                "\(text(value, axis)) \(sensor.unit) in \(Self.axes[axis]) of the \(sensor.kind.rawValue)",
                "about \(CheckText.number(predicted)), as the samples before and after predict"
            )
        case .turned(let angle):
            return (
                "an orientation of the \(sample.kind.rawValue) \(CheckText.number(angle.degrees))° from the samples "
                    + "before and after",
                "a continuous motion"
            )
        case .length(let length, _, let count):
            let others = count > 1 ? ", one of \(count) in the file" : ""
            return (
                "a quaternion of length \(CheckText.number(length))\(others)",
                "length 1; the quaternion is normalised before use"
            )
        }
    }

    private static let axes = ["x", "y", "z"]

    private func text(_ value: Vector3, _ axis: Int) -> String {
        let number = value[axis]
        return abs(number) < 1e6 ? CheckText.number(number) : "\(number)"
    }
}

extension Recording {
    /// Returns the recording without the given samples. Samples of the reference are marked as invalid instead.
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
            case .heading, .location, .waypoints: break
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

/// A type of sample that can be predicted from neighbouring samples: a vector or a quaternion.
protocol NeighbouringValue {
    /// The components of the value; unused lanes are 0.
    var lanes: SIMD4<Double> { get }
    /// A Boolean value that indicates whether a value and its negative are equivalent, as for quaternions.
    static var isDoubleCover: Bool { get }
    /// Returns the largest component of the second difference |before − 2 value + after|.
    static func difference(_ before: Self, _ value: Self, _ after: Self) -> Double
}

extension Vector3: NeighbouringValue {
    var lanes: SIMD4<Double> { SIMD4(x, y, z, 0) }
    static var isDoubleCover: Bool { false }

    @inline(__always) static func difference(_ before: Self, _ value: Self, _ after: Self) -> Double {
        let x = abs(before.x + after.x - 2 * value.x)
        let y = abs(before.y + after.y - 2 * value.y)
        let z = abs(before.z + after.z - 2 * value.z)
        return max(x, y, z)
    }
}

extension UnitQuaternion: NeighbouringValue {
    var lanes: SIMD4<Double> { SIMD4(w, x, y, z) }
    static var isDoubleCover: Bool { true }

    @inline(__always) static func difference(_ before: Self, _ value: Self, _ after: Self) -> Double {
        let end = before.dot(after) < 0 ? -after : after
        let (w, x, y, z) = (before.w + end.w, before.x + end.x, before.y + end.y, before.z + end.z)
        let twice = value.w * w + value.x * x + value.y * y + value.z * z < 0 ? -2.0 : 2
        let vector = max(abs(x - twice * value.x), abs(y - twice * value.y), abs(z - twice * value.z))
        return max(abs(w - twice * value.w), vector)
    }
}

/// The conditions under which a single sample is an outlier.
///
/// The ratio in these conditions is the sample's deviation from the predicted value, divided by the roughness of the
/// neighbouring samples.
struct IsolationRule {
    /// The largest ratio that motion or a knock can cause. A sample with a larger ratio is an outlier, even if other
    /// ratios of the stream are also large.
    let certain: Double
    /// The ratio that every outlier must exceed, even if all other ratios of the stream are small. In noise without
    /// motion, the largest ratio is about 1.
    let smallest: Double
    /// The minimum ratio of deviation to roughness for an outlier among the first two and last two samples. These
    /// samples lack neighbours on one side.
    let smallestAtEnds: Double
    /// The minimum deviation of an outlier, in the unit of the stream. Smaller deviations hardly affect metrics: they
    /// are below the limits with which VQF recognises rest, 0.5 m/s² and 2°/s (Laidig & Seel 2023).
    let minimumDeviation: Double
    /// The factor by which an outlier's ratio must exceed the fourth largest ratio of the stream.
    let gap: Double
}

/// The search for isolated outliers: single samples that do not fit the samples before and after.
///
/// Each sample is compared with the cubic through its two neighbours on each side. The deviation from the cubic is
/// divided by the roughness of the stream within six samples. Steps, knocks and fast motion increase the roughness. A
/// wrong sample does not increase it, because the roughness is computed without this sample. In some streams, short
/// knocks also change only one sample. The limit for an outlier's ratio is therefore higher if the stream contains
/// several large ratios.
struct IsolatedSamples<Value: NeighbouringValue> {
    /// The deviation of a sample from the value that its neighbours predict.
    struct Deviation {
        let index: Int
        let size: Double
        /// The ratio of ``size`` to the roughness of the neighbouring samples.
        let ratio: Double
        let value: SIMD4<Double>
        let predicted: SIMD4<Double>

        /// The index of the component with the largest deviation.
        var lane: Int {
            let deviation = value - predicted
            return (0..<4).max { abs(deviation[$0]) < abs(deviation[$1]) } ?? 0
        }
    }

    /// The minimum number of samples in a stream that is searched.
    private static var minimumCount: Int { 20 }
    /// The maximum distance, in samples, at which a second difference still contributes to the roughness around a
    /// sample.
    private static var reach: Int { 5 }
    /// The approximate number of second differences from which the typical roughness of a stream is estimated. The
    /// second differences are spread evenly over the stream.
    private static var sampledDifferences: Int { 1_024 }
    /// The distance, in samples, within which two deviations are attributed to the same outlier.
    private static var separation: Int { 3 }

    private let values: [Value]
    /// The magnitude of the second difference at each sample; 0 at the first and the last sample.
    private let differences: [Double]

    /// Returns the isolated outliers of a stream. O(n).
    ///
    /// - Parameters:
    ///   - values: the samples of the stream, all finite.
    ///   - rule: the conditions for outliers.
    static func find(in values: [Value], _ rule: IsolationRule) -> [Deviation] {
        guard values.count >= minimumCount else { return [] }
        let search = IsolatedSamples(values)
        let floor = search.typicalDifference
        let peaks = search.peaks(floor)
        let fourth = peaks.map(\.ratio).sorted(by: >).dropFirst(3).first ?? 0
        let limit = min(rule.certain, max(rule.smallest, rule.gap * fourth))
        let ends = [0, 1, values.count - 2, values.count - 1].map { search.deviationAtEnd($0, floor) }
        let found = peaks.filter { $0.ratio > limit } + ends.filter { $0.ratio > max(limit, rule.smallestAtEnds) }
        return found.filter { $0.size > rule.minimumDeviation }
    }

    private init(_ values: [Value]) {
        self.values = values
        differences = [Double](unsafeUninitializedCapacity: values.count) { buffer, count in
            count = values.count
            buffer[0] = 0
            buffer[count - 1] = 0
            for index in 1..<(count - 1) {
                buffer[index] = Value.difference(values[index - 1], values[index], values[index + 1])
            }
        }
    }

    /// The median of the second differences that are not 0.
    private var typicalDifference: Double {
        let step = max(1, (values.count - 2) / Self.sampledDifferences)
        let sizes = stride(from: 1, to: values.count - 1, by: step).map { differences[$0] }.filter { $0 > 0 }.sorted()
        return sizes.isEmpty ? .leastNormalMagnitude : sizes[sizes.count / 2]
    }

    /// Returns the deviations with a ratio above 1. Among deviations within ``separation`` samples, only the largest
    /// ratio is kept.
    private func peaks(_ floor: Double) -> [Deviation] {
        var peaks: [Deviation] = []
        let count = values.count
        for index in 2..<(count - 2) where differences[index] > floor {
            // A deviation r implies a second difference of at least 2 (|r| − s/6), where s is the roughness.
            let limit = differences[index] / 1.6
            if differences[index - 2] > limit || differences[index + 2] > limit { continue }
            let deviation = deviation(at: index, floor)
            guard deviation.ratio > 1 else { continue }
            guard let last = peaks.last, index - last.index <= Self.separation else {
                peaks.append(deviation)
                continue
            }
            if deviation.ratio > last.ratio { peaks[peaks.count - 1] = deviation }
        }
        return peaks
    }

    /// Returns the deviation of a sample from the cubic through its two neighbours on each side.
    private func deviation(at index: Int, _ floor: Double) -> Deviation {
        let near = values[index - 1].lanes
        let next = Self.aligned(values[index + 1].lanes, with: near)
        let before = Self.aligned(values[index - 2].lanes, with: near)
        let after = Self.aligned(values[index + 2].lanes, with: next)
        let predicted = (4 * (near + next) - (before + after)) / 6
        // The roughness includes a step between the neighbours, and their curvature.
        var roughness = max(
            Self.size(after - before - 2 * (next - near)),
            Self.size(before + after - (near + next)),
            floor
        )
        for offset in 2...Self.reach {
            if index >= offset { roughness = max(roughness, differences[index - offset]) }
            if index + offset < values.count { roughness = max(roughness, differences[index + offset]) }
        }
        return deviation(index, Self.aligned(values[index].lanes, with: predicted), predicted, roughness)
    }

    /// Returns the deviation of a sample from the parabola through the nearest samples. The sample is one of the first
    /// two or last two samples of the stream.
    private func deviationAtEnd(_ index: Int, _ floor: Double) -> Deviation {
        let (step, margin) = index < 2 ? (1, index) : (-1, values.count - 1 - index)
        let end = index - margin * step
        // The offsets from the stream's end to the four nearest samples, without the examined sample.
        let offsets = (0..<5).filter { $0 != margin }
        var near: [SIMD4<Double>] = []
        for offset in offsets {
            let value = values[end + offset * step].lanes
            near.append(near.last.map { Self.aligned(value, with: $0) } ?? value)
        }
        let predicted: SIMD4<Double>
        var roughness = floor
        if margin == 0 {
            predicted = 3 * (near[0] - near[1]) + near[2]
            let third = near[3] - near[0] - 3 * (near[2] - near[1])
            roughness = max(roughness, Self.size(third))
        } else {
            predicted = near[1] + (near[0] - near[2]) / 3
            let third: SIMD4<Double> = 3 * near[3] - 8 * near[2]
            roughness = max(roughness, Self.size(third + 6 * near[1] - near[0]) / 3)
        }
        for offset in 2...Self.reach { roughness = max(roughness, differences[index + offset * step]) }
        return deviation(index, Self.aligned(values[index].lanes, with: predicted), predicted, roughness)
    }

    private func deviation(
        _ index: Int,
        _ value: SIMD4<Double>,
        _ predicted: SIMD4<Double>,
        _ roughness: Double
    ) -> Deviation {
        let size = Self.size(value - predicted)
        return Deviation(index: index, size: size, ratio: size / roughness, value: value, predicted: predicted)
    }

    @inline(__always) private static func aligned(_ value: SIMD4<Double>, with other: SIMD4<Double>) -> SIMD4<Double> {
        guard Value.isDoubleCover else { return value }
        return (value * other).sum() < 0 ? -value : value
    }

    /// Returns the largest magnitude of a component.
    @inline(__always) private static func size(_ value: SIMD4<Double>) -> Double {
        max(value.max(), -value.min())
    }
}
