import SensorModel

/// The agreement of the estimate with the shifted reference, by segment and shift.
///
/// Every sample of the estimate is compared as it is, and the reference is interpolated. Interpolation averages noise,
/// and an average that depends on the shift would bias the minimum. The reference has little noise.
struct LagCorrelation {
    let halves: [LagHalf]
    private let reference: LagReference
    private let times: [Seconds]
    private let orientations: [UnitQuaternion]
    private let keepsOffset: Bool

    /// - Parameters:
    ///   - keepsOffset: whether a constant difference counts as error. If not, each segment's own difference is
    ///     removed.
    init(
        _ times: [Seconds],
        _ orientations: [UnitQuaternion],
        reference: LagReference,
        halves: [LagHalf],
        keepsOffset: Bool
    ) {
        self.times = times
        self.orientations = orientations
        self.reference = reference
        self.halves = halves
        self.keepsOffset = keepsOffset
    }

    /// The same correlation with the estimate averaged over blocks of `count` samples. Noise averages as in a
    /// comparison of all samples, at a fraction of the cost.
    ///
    /// - Parameter longestGap: the interval beyond which a block ends.
    func averaged(over count: Int, longestGap: Seconds) -> LagCorrelation {
        guard count > 1 else { return self }
        var means: (times: [Seconds], orientations: [UnitQuaternion]) = ([], [])
        var start = 0
        while start < times.count {
            var end = start + 1
            var sum = (time: 0.0, orientation: Self.components(orientations[start]))
            while end < times.count, end < start + count, times[end] - times[end - 1] <= longestGap {
                let next = Self.components(orientations[end])
                sum.time += times[end] - times[start]
                sum.orientation += (next * sum.orientation).sum() < 0 ? -next : next
                end += 1
            }
            means.times.append(times[start] + sum.time / Double(end - start))
            let mean = sum.orientation / (sum.orientation * sum.orientation).sum().squareRoot()
            means.orientations.append(UnitQuaternion(unchecked: mean.x, mean.y, mean.z, mean.w))
            start = end
        }
        return LagCorrelation(
            means.times,
            means.orientations,
            reference: reference,
            halves: halves,
            keepsOffset: keepsOffset
        )
    }

    /// The indices of the halves that begin a segment.
    var segments: [Int] { halves.indices.filter { !halves[$0].isLast } }

    /// The mean squared error of each segment at a shift, in rad², in the order of ``segments``; nil where a segment
    /// has no sample.
    ///
    /// Compares q̂(t) with q(t − shift). O(samples).
    func errors(at shift: Seconds) -> [Double?] {
        var place = 0
        var errors: [Double?] = []
        var last = HalfMoments()
        for (number, half) in halves.enumerated() {
            let next = moments(of: half, at: shift, from: &place)
            if number > 0, !halves[number - 1].isLast {
                let moments = last.rising + next.all - next.rising
                errors.append(keepsOffset ? moments.meanSquaredChordFromIdentity : moments.meanSquaredChord)
            }
            last = next
        }
        return errors
    }

    /// The moments of one half: of all differences, and with the weights that rise over the half.
    private struct HalfMoments {
        var all = DifferenceMoments()
        var rising = DifferenceMoments()
    }

    /// - Parameter place: the index of the first sample that may be in the half; afterwards, in the next half.
    private func moments(of half: LagHalf, at shift: Seconds, from place: inout Int) -> HalfMoments {
        var moments = HalfMoments()
        while place < times.count, times[place] - shift < half.start { place += 1 }
        var lower = half.firstReference
        let last = reference.times.count - 1
        while place < times.count {
            let time = times[place] - shift
            guard time < half.end else { break }
            while lower < last, reference.times[lower + 1] <= time { lower += 1 }
            let truth = truth(at: time, after: lower)
            let difference = Self.product(Self.components(orientations[place]), withConjugateOf: truth)
            let weight = 1 / (truth * truth).sum()
            moments.all.add(difference, weight: weight)
            moments.rising.add(difference, weight: weight * half.weight(at: time))
            place += 1
        }
        return moments
    }

    /// The reference at a time, linear between neighbours, with a length near 1. Up to 10° between neighbours the
    /// direction has an error of at most 2e−5 rad, symmetric about the middle.
    @inline(__always)
    private func truth(at time: Seconds, after lower: Int) -> SIMD4<Double> {
        let before = Self.components(reference.orientations[lower])
        guard lower + 1 < reference.times.count else { return before }
        let interval = reference.times[lower + 1] - reference.times[lower]
        guard interval > 0 else { return before }
        let fraction = min(1, max(0, (time - reference.times[lower]) / interval))
        let after = Self.components(reference.orientations[lower + 1])
        // q and −q are the same orientation. The nearer one is used.
        let aligned = (before * after).sum() < 0 ? -after : after
        return before + (aligned - before) * fraction
    }

    @inline(__always)
    private static func components(_ orientation: UnitQuaternion) -> SIMD4<Double> {
        SIMD4(orientation.w, orientation.x, orientation.y, orientation.z)
    }

    /// The product q̂ ⊗ q*, scalar first.
    @inline(__always)
    private static func product(_ left: SIMD4<Double>, withConjugateOf right: SIMD4<Double>) -> SIMD4<Double> {
        let (a, b) = (left, right)
        return SIMD4(
            a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w,
            a.y * b.x - a.x * b.y - a.z * b.w + a.w * b.z,
            a.z * b.x - a.x * b.z + a.y * b.w - a.w * b.y,
            a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y
        )
    }
}
