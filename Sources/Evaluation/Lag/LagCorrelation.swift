import CDifferenceMoments
package import SensorModel

/// The agreement of the estimate with the shifted reference, by segment and shift.
///
/// Every sample of the estimate is compared as it is, and the reference is interpolated. Interpolation averages noise,
/// and an average that depends on the shift would bias the minimum. The reference has little noise.
///
/// The sums over the samples take four neighbours at a time. They differ from sums in order by rounding; a test compares
/// them.
package struct LagCorrelation {
    package let halves: [LagHalf]
    private let references: ShiftedReferences
    private let orientations: QuaternionColumns
    private let keepsOffset: Bool

    /// - Parameters:
    ///   - orientations: the estimates at the times of `references`.
    ///   - keepsOffset: whether a constant difference counts as error. If not, each segment's own difference is
    ///     removed.
    package init(
        _ orientations: [UnitQuaternion],
        _ references: ShiftedReferences,
        halves: [LagHalf],
        keepsOffset: Bool
    ) {
        self.orientations = QuaternionColumns(orientations)
        self.references = references
        self.halves = halves
        self.keepsOffset = keepsOffset
    }

    /// The indices of the halves that begin a segment.
    package var segments: [Int] { halves.indices.filter { !halves[$0].isLast } }

    /// The mean squared error of each segment at a shift, in rad², in the order of ``segments``; nil where a segment
    /// has no sample.
    ///
    /// Compares q̂(t) with q(t − shift). O(samples).
    ///
    /// - Parameter number: the shift in steps of the references.
    package func errors(at number: Int) -> [Double?] {
        let reference = references[number]
        var errors: [Double?] = []
        var last = HalfMoments()
        for (number, part) in reference.parts.enumerated() {
            let next = HalfMoments(orientations, reference, part)
            if number > 0, !halves[number - 1].isLast {
                let moments = last.rising + next.all - next.rising
                errors.append(keepsOffset ? moments.meanSquaredChordFromIdentity : moments.meanSquaredChord)
            }
            last = next
        }
        return errors
    }
}

/// The moments of the differences d = q̂ ⊗ q* in one half: of all, and with the weights that rise over the half.
struct HalfMoments {
    private(set) var all = DifferenceMoments()
    private(set) var rising = DifferenceMoments()

    init() {}

    init(_ estimates: QuaternionColumns, _ reference: ShiftedReference, _ part: ShiftedReference.Part) {
        estimates.withColumns(from: part.samples.lowerBound) { estimates in
            reference.orientations.withColumns(from: part.first) { orientations in
                reference.weights.withUnsafeBufferPointer { weights in
                    guard let first = weights.baseAddress else { return }
                    let count = part.samples.count
                    let moments = sextant_difference_moments(estimates, orientations, first + part.first, count)
                    all = DifferenceMoments(upper: moments.all)
                    rising = DifferenceMoments(upper: moments.weighted)
                }
            }
        }
    }
}
