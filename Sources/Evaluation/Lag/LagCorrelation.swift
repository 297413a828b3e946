import SensorModel

/// The agreement of the estimate with the shifted reference, by segment and shift.
///
/// Every sample of the estimate is compared as it is, and the reference is interpolated. Interpolation averages noise,
/// and an average that depends on the shift would bias the minimum. The reference has little noise.
///
/// The sums over the samples take two neighbours at a time. They differ from sums in order by rounding; a test compares
/// them.
struct LagCorrelation {
    let halves: [LagHalf]
    private let references: ShiftedReferences
    private let orientations: QuaternionColumns
    private let keepsOffset: Bool

    /// - Parameters:
    ///   - orientations: the estimates at the times of `references`.
    ///   - keepsOffset: whether a constant difference counts as error. If not, each segment's own difference is
    ///     removed.
    init(
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
    var segments: [Int] { halves.indices.filter { !halves[$0].isLast } }

    /// The mean squared error of each segment at a shift, in rad², in the order of ``segments``; nil where a segment
    /// has no sample.
    ///
    /// Compares q̂(t) with q(t − shift). O(samples).
    ///
    /// - Parameter number: the shift in steps of the references.
    func errors(at number: Int) -> [Double?] {
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

    private typealias Pair = SIMD2<Double>
    private typealias Products = DifferenceMoments.UpperTriangle.Five<Pair>

    /// The number of samples whose differences are held at a time.
    private static let chunk = 256

    init() {}

    init(_ estimates: QuaternionColumns, _ reference: ShiftedReference, _ part: ShiftedReference.Part) {
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 4 * Self.chunk) { differences in
            for offset in stride(from: 0, to: part.samples.count, by: Self.chunk) {
                let count = min(Self.chunk, part.samples.count - offset)
                let first = part.first + offset
                Self.subtract(
                    (reference.orientations, from: first),
                    (estimates, from: part.samples.lowerBound + offset),
                    count: count,
                    into: differences
                )
                reference.weights.withUnsafeBufferPointer { weights in
                    add(differences, UnsafeBufferPointer(rebasing: weights[first...]), count: count)
                }
            }
        }
    }

    /// Computes q̂ ⊗ q*, as four columns of ``chunk`` numbers; zero after the last one.
    private static func subtract(
        _ reference: (QuaternionColumns, from: Int),
        _ estimates: (QuaternionColumns, from: Int),
        count: Int,
        into differences: UnsafeMutableBufferPointer<Double>
    ) {
        estimates.0.withColumns(from: estimates.from) { a in
            reference.0.withColumns(from: reference.from) { b in
                guard let w = differences.baseAddress else { return }
                let (x, y, z) = (w + chunk, w + 2 * chunk, w + 3 * chunk)
                for place in stride(from: 0, to: count, by: 2) {
                    let (aw, ax, ay, az) = (a.w.pair(place), a.x.pair(place), a.y.pair(place), a.z.pair(place))
                    let (bw, bx, by, bz) = (b.w.pair(place), b.x.pair(place), b.y.pair(place), b.z.pair(place))
                    w.setPair(place, aw * bw + ax * bx + ay * by + az * bz)
                    x.setPair(place, ax * bw - aw * bx - ay * bz + az * by)
                    y.setPair(place, ay * bw - aw * by + ax * bz - az * bx)
                    z.setPair(place, az * bw - aw * bz - ax * by + ay * bx)
                }
                guard count % 2 == 1 else { return }
                for column in [w, x, y, z] { column[count] = 0 }
            }
        }
    }

    /// Adds the products of differences in two halves, so that the sums stay in registers.
    private mutating func add(
        _ differences: UnsafeMutableBufferPointer<Double>,
        _ weights: UnsafeBufferPointer<Double>,
        count: Int
    ) {
        guard let w = differences.baseAddress.map({ UnsafePointer($0) }), let weights = weights.baseAddress else {
            return
        }
        let (x, y, z) = (w + Self.chunk, w + 2 * Self.chunk, w + 3 * Self.chunk)
        let first = Self.sums(weights, count: count) { place -> Products in
            let (dw, dx, dy, dz) = (w.pair(place), x.pair(place), y.pair(place), z.pair(place))
            return (dw * dw, dw * dx, dw * dy, dw * dz, dx * dx)
        }
        let last = Self.sums(weights, count: count) { place -> Products in
            let (dx, dy, dz) = (x.pair(place), y.pair(place), z.pair(place))
            return (dx * dy, dx * dz, dy * dy, dy * dz, dz * dz)
        }
        all = all + DifferenceMoments(upper: .init(first: first.all, last: last.all))
        rising = rising + DifferenceMoments(upper: .init(first: first.rising, last: last.rising))
    }

    @inline(__always)
    private static func sums(
        _ weights: UnsafePointer<Double>,
        count: Int,
        _ products: (Int) -> Products
    ) -> (all: DifferenceMoments.UpperTriangle.Five<Double>, rising: DifferenceMoments.UpperTriangle.Five<Double>) {
        var all: Products = (.zero, .zero, .zero, .zero, .zero)
        var rising = all
        for place in stride(from: 0, to: count, by: 2) {
            let (next, weight) = (products(place), weights.pair(place))
            all.0 += next.0
            all.1 += next.1
            all.2 += next.2
            all.3 += next.3
            all.4 += next.4
            rising.0 += weight * next.0
            rising.1 += weight * next.1
            rising.2 += weight * next.2
            rising.3 += weight * next.3
            rising.4 += weight * next.4
        }
        return (
            (all.0.sum(), all.1.sum(), all.2.sum(), all.3.sum(), all.4.sum()),
            (rising.0.sum(), rising.1.sum(), rising.2.sum(), rising.3.sum(), rising.4.sum())
        )
    }
}

extension UnsafePointer<Double> {
    /// The number at an index and its neighbour.
    @inline(__always)
    fileprivate func pair(_ index: Int) -> SIMD2<Double> {
        UnsafeRawPointer(self + index).loadUnaligned(as: SIMD2<Double>.self)
    }
}

extension UnsafeMutablePointer<Double> {
    /// Stores a number at an index and its neighbour.
    @inline(__always)
    fileprivate func setPair(_ index: Int, _ pair: SIMD2<Double>) {
        UnsafeMutableRawPointer(self + index).storeBytes(of: pair, as: SIMD2<Double>.self)
    }
}
