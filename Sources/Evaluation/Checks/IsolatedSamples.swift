import SensorModel

/// A value of a stream whose neighbours predict it.
protocol NeighbouringValue {
    /// The components; unused lanes are 0.
    var lanes: SIMD4<Double> { get }
    /// Whether a value and its negative are the same.
    static var isDoubleCover: Bool { get }
    /// The largest component of |before − 2 value + after|.
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

/// The conditions under which a single sample is no measurement.
struct IsolationRule {
    /// The ratio of a deviation to the roughness around it above which no motion and no knock explains it.
    let certain: Double
    /// The smallest ratio in a calm stream. In noise without motion the largest ratio is about 1.
    let smallest: Double
    /// The smallest ratio of the first and the last two samples, which have neighbours on one side only.
    let smallestAtEnds: Double
    /// The smallest deviation that is reported, in the unit of the stream. Smaller ones hardly change a figure.
    let leastDeviation: Double
    /// The factor by which a ratio exceeds the fourth largest of the stream.
    let gap: Double
}

/// The search for single samples that leave a stream and return to it at the next sample.
///
/// A sample is compared with the cubic through its two neighbours on each side. The scale of the deviation is the
/// roughness of the stream within six samples, measured only by differences that do not contain the sample: steps,
/// knocks and fast motion increase it, and one wrong sample does not. Knocks are shorter than a sample in some streams,
/// so that the ratio must also exceed those of its own stream.
struct IsolatedSamples<Value: NeighbouringValue> {
    /// A sample that its neighbours contradict.
    struct Finding {
        let index: Int
        /// The lane with the largest deviation.
        let lane: Int
        let value: SIMD4<Double>
        /// The value that the neighbours predict.
        let predicted: SIMD4<Double>
    }

    /// The deviation of a sample from the value that its neighbours predict.
    private struct Deviation {
        let index: Int
        let size: Double
        /// The size relative to the roughness.
        let ratio: Double
        let value: SIMD4<Double>
        let predicted: SIMD4<Double>

        var finding: Finding {
            let deviation = value - predicted
            let lane = (0..<4).max { abs(deviation[$0]) < abs(deviation[$1]) } ?? 0
            return Finding(index: index, lane: lane, value: value, predicted: predicted)
        }
    }

    /// The smallest number of samples in which one can be isolated.
    private static var fewest: Int { 20 }
    /// The distance up to which differences measure the roughness.
    private static var reach: Int { 5 }
    /// The number of differences from which the roughness of the whole stream is estimated.
    private static var mostDifferences: Int { 1_024 }
    /// The distance within which deviations have one cause.
    private static var separation: Int { 3 }

    private let values: [Value]
    /// The second difference at each sample; 0 at the first and the last.
    private let differences: [Double]

    /// The samples that differ from those around them and from the rest of their stream. O(n).
    ///
    /// - Parameter values: finite values.
    static func find(in values: [Value], _ rule: IsolationRule) -> [Finding] {
        guard values.count >= fewest else { return [] }
        let search = IsolatedSamples(values)
        let floor = search.typicalDifference
        let peaks = search.peaks(floor)
        let fourth = peaks.map(\.ratio).sorted(by: >).dropFirst(3).first ?? 0
        let limit = min(rule.certain, max(rule.smallest, rule.gap * fourth))
        let ends = [0, 1, values.count - 2, values.count - 1].map { search.deviationAtEnd($0, floor) }
        let found = peaks.filter { $0.ratio > limit } + ends.filter { $0.ratio > max(limit, rule.smallestAtEnds) }
        return found.filter { $0.size > rule.leastDeviation }.map(\.finding)
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

    /// The median of the differences that are not 0.
    private var typicalDifference: Double {
        let step = max(1, (values.count - 2) / Self.mostDifferences)
        let sizes = stride(from: 1, to: values.count - 1, by: step).map { differences[$0] }.filter { $0 > 0 }.sorted()
        return sizes.isEmpty ? .leastNormalMagnitude : sizes[sizes.count / 2]
    }

    /// The largest deviations whose ratio exceeds 1, at most one within ``separation``.
    private func peaks(_ floor: Double) -> [Deviation] {
        var peaks: [Deviation] = []
        let count = values.count
        for index in 2..<(count - 2) where differences[index] > floor {
            // With the deviation r, the second difference is at least 2 (|r| − s/6), where s is the roughness.
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

    /// The deviation of a sample with two neighbours on each side.
    private func deviation(at index: Int, _ floor: Double) -> Deviation {
        let near = values[index - 1].lanes
        let next = Self.aligned(values[index + 1].lanes, with: near)
        let before = Self.aligned(values[index - 2].lanes, with: near)
        let after = Self.aligned(values[index + 2].lanes, with: next)
        let predicted = (4 * (near + next) - (before + after)) / 6
        // A step between the neighbours, and their curvature.
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

    /// The deviation of one of the first or the last two samples from the parabola through its neighbours.
    private func deviationAtEnd(_ index: Int, _ floor: Double) -> Deviation {
        let (step, margin) = index < 2 ? (1, index) : (-1, values.count - 1 - index)
        let end = index - margin * step
        // The first samples from the end on, without the sample.
        let places = (0..<5).filter { $0 != margin }
        var near: [SIMD4<Double>] = []
        for place in places {
            let value = values[end + place * step].lanes
            near.append(near.last.map { Self.aligned(value, with: $0) } ?? value)
        }
        let predicted: SIMD4<Double>
        var roughness = floor
        if margin == 0 {
            predicted = 3 * (near[0] - near[1]) + near[2]
            roughness = max(roughness, Self.size(near[3] - near[0] - 3 * (near[2] - near[1])))
        } else {
            predicted = near[1] + (near[0] - near[2]) / 3
            roughness = max(roughness, Self.size(3 * near[3] - 8 * near[2] + 6 * near[1] - near[0]) / 3)
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

    /// The largest magnitude of a component.
    @inline(__always) private static func size(_ value: SIMD4<Double>) -> Double {
        max(value.max(), -value.min())
    }
}
