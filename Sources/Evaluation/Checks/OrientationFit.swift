import Recordings
import SensorModel

/// The agreement between an orientation and the sensors under one hypothesis about columns and axes.
struct OrientationFit {
    /// An assumption about the order of a quaternion's columns, and about the axes of accelerometer and gyroscope.
    struct Hypothesis: Hashable {
        let reading: QuaternionReading
        let force: AxisMap
        let rate: AxisMap

        /// The number of layout errors that the hypothesis assumes.
        var changes: Int {
            let bodies = Set([force, rate]).subtracting([.identity])
            return reading.changes + bodies.count
        }
    }

    let hypothesis: Hypothesis
    /// The tilt of the specific force as a chord √(2 − 2c), from 0 to 2; `nil` without an accelerometer.
    ///
    /// c is the mean upward component of the rotated specific force, divided by the median length of the specific
    /// force. For correct orientations, c is close to 1, because the device's accelerations average to zero over a
    /// recording.
    let chord: Double?
    /// The RMS difference between the gyroscope's rate and the orientation's rate, divided by the orientation's RMS
    /// rate; `nil` if there is too little rotation.
    let rateResidual: Double?

    /// The RMS angular speed in rad/s above which gyroscope and orientation rates are compared.
    fileprivate static let slowest = Angle(degrees: 5).radians
    /// The cost that is added for each assumed error.
    private static let costOfChange = 0.04

    /// The tilt angle that corresponds to ``chord``: 2 asin(chord/2), computed with the arc tangent.
    var tilt: Angle? {
        chord.map { chord in
            let half = UnitQuaternion(w: max(4 - chord * chord, 0).squareRoot(), x: chord, y: 0, z: 0)
            return half?.rotationAngle ?? .zero
        }
    }

    /// The disagreement between orientation and sensors: 0 for perfect agreement, about 1.4 for unrelated directions.
    var cost: Double { Self.cost(chord, rateResidual, hypothesis.changes) }

    fileprivate static func cost(_ chord: Double?, _ rateResidual: Double?, _ changes: Int) -> Double {
        let fit: Double
        switch (chord, rateResidual) {
        case (let chord?, let rateResidual?): fit = (chord + rateResidual) / 2
        case (let only?, nil), (nil, let only?): fit = only
        case (nil, nil): return .infinity
        }
        return fit + costOfChange * Double(changes)
    }
}

/// The search for the hypothesis under which an orientation and the sensors agree best.
struct OrientationFits {
    let asRead: OrientationFit
    /// The best of the fits that use the quaternion as read. Each fit maps the sensors' axes differently.
    private let plain: OrientationFit
    /// A Boolean value that indicates whether the device rotates about one axis only.
    ///
    /// In this case, other orders of the columns and other axes of the sensors are indistinguishable, so only reversed
    /// signs are searched.
    let isAboutOneAxis: Bool
    private let moments: [TurnMoment]
    private let usualForce: Double
    private let declination: Angle?

    /// Computes the agreement between the sensors and the orientation as read from the file. Returns `nil` if the
    /// sensors have too few samples.
    init?(_ moments: [TurnMoment], declination: Angle?) {
        let forces = moments.compactMap { $0.force?.length }
        usualForce = forces.isEmpty ? 1 : max(ErrorStatistics.median(of: forces), .leastNormalMagnitude)
        let sums = FitSums(moments, .asRead, usualForce: usualForce)
        isAboutOneAxis = sums.isAboutOneAxis
        guard let fits = sums.fits(of: isAboutOneAxis ? AxisMap.signs : AxisMap.all) else { return nil }
        (asRead, plain) = fits
        self.moments = moments
        self.declination = declination
    }

    /// The rounding error of a cost that is computed from ``ForceProducts``: the square root of the rounding error of
    /// the sums.
    private static let roundingOfCost = 1e-5

    /// Returns the best agreement over all hypotheses about quaternion and axes.
    ///
    /// O(hypotheses · n) at most; O(n) if the specific force rules out every hypothesis except the quaternion as read.
    ///
    /// - Parameter limit: the maximum cost of a useful result. A hypothesis about the quaternion is skipped if its cost
    ///   certainly exceeds this limit.
    func best(below limit: Double = .infinity) -> OrientationFit {
        var best = plain
        guard !isAboutOneAxis else { return best }
        let products = ForceProducts(moments)
        for reading in QuaternionReading.all(declination: declination).dropFirst() {
            let minimum = FitSums(products, reading, usualForce: usualForce).minimumCost(of: AxisMap.all)
            guard minimum - Self.roundingOfCost < min(limit, best.cost) else { continue }
            let sums = FitSums(moments, reading, usualForce: usualForce)
            guard let fit = sums.fits(of: AxisMap.all)?.best else { continue }
            if fit.cost < best.cost { best = fit }
        }
        return best
    }

    /// The sums over all `TurnMoment` values under one hypothesis about the quaternion. The agreement for each axis map
    /// is computed from these sums.
    private struct FitSums {
        private let reading: QuaternionReading
        var forces = Matrix3.zero
        var forceCount = 0
        /// The median length of the specific force.
        let usualForce: Double
        var rates = Matrix3.zero
        var rateCount = 0
        var rateSquares = 0.0
        var turnSquares = 0.0

        /// The maximum relative difference between the angular speed of the gyroscope and that of the orientations. A
        /// `TurnMoment` with a larger difference is ignored, because the orientation jumps there.
        private static let maximumDifference = 0.5

        /// Computes only the sums over the specific forces. The sums over the angular rates remain zero.
        init(_ products: ForceProducts, _ reading: QuaternionReading, usualForce: Double) {
            self.reading = reading
            self.usualForce = usualForce
            forces = products.correlation(under: reading)
            forceCount = products.count
        }

        init(_ moments: [TurnMoment], _ reading: QuaternionReading, usualForce: Double) {
            self.reading = reading
            self.usualForce = usualForce
            for moment in moments {
                if let force = moment.force {
                    let up = reading(moment.at).conjugate.rotate(Vector3(0, 0, 1))
                    forces = forces + Matrix3(outer: force, up)
                    forceCount += 1
                }
                guard let rate = moment.rate else { continue }
                let turn = moment.turningRate(reading)
                let (read, turned) = (rate.length, turn.length)
                guard abs(read - turned) <= Self.maximumDifference * max(read, turned) else { continue }
                rates = rates + Matrix3(outer: rate, turn)
                rateSquares += rate.lengthSquared
                turnSquares += turn.lengthSquared
                rateCount += 1
            }
        }

        /// Returns two fits of the orientation to the sensors: the fit for the sensors' axes as read, and the best fit
        /// among `maps`. Returns `nil` if there are too few samples.
        func fits(of maps: [AxisMap]) -> (asRead: OrientationFit, best: OrientationFit)? {
            guard max(forceCount, rateCount) >= CheckEvidence.minimumSamples else { return nil }
            let (chords, residuals) = (chords(of: maps), residuals(of: maps))
            func fit(_ force: Int, _ rate: Int) -> OrientationFit {
                OrientationFit(
                    hypothesis: OrientationFit.Hypothesis(reading: reading, force: maps[force], rate: maps[rate]),
                    chord: chords.map { $0[force] },
                    rateResidual: residuals.map { $0[rate] }
                )
            }
            let asRead = fit(0, 0)
            var best = (cost: asRead.cost, force: 0, rate: 0)
            for force in maps.indices {
                for rate in maps.indices {
                    // A sensor without samples has no separate axis map.
                    if chords == nil || residuals == nil, force != rate { continue }
                    let changes = (force == 0 ? 0 : 1) + (rate == 0 || rate == force ? 0 : 1)
                    let cost = OrientationFit.cost(chords?[force], residuals?[rate], reading.changes + changes)
                    if cost < best.cost { best = (cost, force, rate) }
                }
            }
            return (asRead, fit(best.force, best.rate))
        }

        /// Returns a lower bound of the cost, computed from the specific forces alone.
        func minimumCost(of maps: [AxisMap]) -> Double {
            let chord = chords(of: maps)?.min() ?? 0
            return OrientationFit.cost(chord, 0, reading.changes)
        }

        /// Returns the chord for each axis map of the accelerometer, or `nil` without specific forces.
        private func chords(of maps: [AxisMap]) -> [Double]? {
            guard forceCount > 0 else { return nil }
            return maps.map { map in
                // Σ u · P a = tr(P Σ a uᵀ).
                let share = map.trace(with: forces) / (Double(forceCount) * usualForce)
                return max(2 - 2 * share, 0).squareRoot()
            }
        }

        /// Returns the rate residual for each axis map of the gyroscope, or `nil` if there is too little rotation.
        private func residuals(of maps: [AxisMap]) -> [Double]? {
            guard turns else { return nil }
            return maps.map { map in
                // Σ |P ω − r|² = Σ |ω|² + Σ |r|² − 2 tr(P Σ ω rᵀ).
                let squares = rateSquares + turnSquares - 2 * map.trace(with: rates)
                return (max(squares, 0) / turnSquares).squareRoot()
            }
        }

        /// The minimum ratio of the second to the first singular value of the rates' correlation matrix. At a smaller
        /// ratio, the device rotates about one axis only.
        private static let minimumShareOffAxis = 0.01

        var isAboutOneAxis: Bool {
            guard turns, let values = SingularValueDecomposition(rates)?.singularValues else { return false }
            return values.y < Self.minimumShareOffAxis * values.x
        }

        var turns: Bool {
            rateCount >= CheckEvidence.minimumSamples
                && (turnSquares / Double(rateCount)).squareRoot() > OrientationFit.slowest
        }
    }
}

/// The sums Σ a q qᵀ over all `TurnMoment` values, one sum for each component a of the specific force. Here, q is the
/// quaternion as read from the file.
///
/// For each hypothesis about the quaternion, the correlation of the specific force with Up follows from these sums. A
/// hypothesis is a linear map of the quaternion, and Up is quadratic in the quaternion.
private struct ForceProducts {
    private typealias Rows = [SIMD4<Double>]

    private(set) var count = 0
    private var sums: [Rows] = Array(repeating: Array(repeating: .zero, count: 4), count: 3)

    init(_ moments: [TurnMoment]) {
        for moment in moments {
            guard let force = moment.force else { continue }
            let orientation = moment.at.lanes
            for (axis, part) in [force.x, force.y, force.z].enumerated() {
                for row in 0..<4 { sums[axis][row] += orientation * (part * orientation[row]) }
            }
            count += 1
        }
    }

    /// Returns the correlation matrix of the specific force with Up in the device frame, under a hypothesis about the
    /// quaternion. Apart from rounding, the result equals the sum over all `TurnMoment` values.
    func correlation(under reading: QuaternionReading) -> Matrix3 {
        let units = (0..<4).map { index in
            var unit = SIMD4<Double>.zero
            unit[index] = 1
            return reading(UnitQuaternion(unchecked: unit.x, unit.y, unit.z, unit.w)).lanes
        }
        // The rows of the matrix of the hypothesis' linear map.
        let rows = (0..<4).map { row in SIMD4(units[0][row], units[1][row], units[2][row], units[3][row]) }
        let correlations = sums.map { sums in
            func product(_ left: Int, _ right: Int) -> Double {
                (0..<4).reduce(0) { $0 + rows[left][$1] * (sums[$1] * rows[right]).sum() }
            }
            return Vector3(
                2 * (product(1, 3) - product(0, 2)),
                2 * (product(2, 3) + product(0, 1)),
                product(0, 0) - product(1, 1) - product(2, 2) + product(3, 3)
            )
        }
        return Matrix3(rows: correlations[0], correlations[1], correlations[2])
    }
}

/// One of the 48 permutations of three axes with signs: new axis i is `signs[i]` × old axis `sources[i]`.
package struct AxisMap: Hashable {
    package let sources: [Int]
    package let signs: [Double]

    package static let identity = AxisMap(sources: [0, 1, 2], signs: [1, 1, 1])
    static let reversed = AxisMap(sources: [0, 1, 2], signs: [-1, -1, -1])
    /// The identity, and the map that reverses all three axes.
    static let signs = [identity, reversed]

    /// All 48 maps, starting with the identity.
    package static let all: [AxisMap] = {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        let signs = (0..<8).map { bits in (0..<3).map { bits >> $0 & 1 == 0 ? 1.0 : -1.0 } }
        return orders.flatMap { order in signs.map { AxisMap(sources: order, signs: $0) } }
    }()

    /// The map that reverses this map.
    package var inverse: AxisMap {
        let order = (0..<3).map { axis in sources.firstIndex(of: axis) ?? axis }
        return AxisMap(sources: order, signs: order.map { signs[$0] })
    }

    /// Returns Σ_k target_k · map(source_k), the trace of the map's matrix times the correlation Σ_k source_k
    /// targetᵀ_k.
    func trace(with correlation: Matrix3) -> Double {
        let rows = [correlation.x, correlation.y, correlation.z]
        return (0..<3).reduce(0) { sum, axis in sum + signs[axis] * rows[sources[axis]][axis] }
    }

    /// The new axes x, y, z expressed by the old axes, such as `z, y, -x`.
    package var text: String {
        zip(sources, signs).map { ($1 < 0 ? "-" : "") + ["x", "y", "z"][$0] }.joined(separator: ", ")
    }
}

/// The rotation of an orientation over a span of about 0.2 s, and the mean rate and specific force in this span.
struct TurnMoment {
    /// The maximum number of spans per orientation. Further spans do not improve the result.
    static let maximumCount = 4_000
    /// Half of the usual ``span``, in seconds. At low sampling rates, two sampling intervals are used instead.
    private static let halfSpan: Seconds = 0.1
    private static let longestHalfSpan: Seconds = 0.5

    let before: UnitQuaternion
    let at: UnitQuaternion
    let after: UnitQuaternion
    let span: Seconds
    /// The gyroscope's mean over the span, in rad/s; `nil` if samples are missing.
    let rate: Vector3?
    /// The accelerometer's mean over the span, in m/s²; `nil` if samples are missing.
    let force: Vector3?

    /// Returns the orientation's mean angular rate ω in the device frame, in rad/s, under a hypothesis about the
    /// quaternion: q_before* ⊗ q_after = exp(½ ω Δt).
    func turningRate(_ reading: QuaternionReading = .asRead) -> Vector3 {
        (reading(before).conjugate * reading(after)).rotationVector * (1 / span)
    }

    /// Divides the orientation's duration into evenly distributed spans. For each span, returns the rotation and the
    /// means of gyroscope and accelerometer. O(n).
    static func moments(of track: ReferenceStream, in recording: Recording) -> [TurnMoment] {
        guard let interval = StreamTiming.medianInterval(of: track.times) else { return [] }
        let half = max(halfSpan, 2 * interval)
        guard half <= longestHalfSpan else { return [] }
        let rates = recording.gyroscope.map(RunningIntegral.init)
        let forces = recording.accelerometer.map(RunningIntegral.init)
        let step = max(1, (track.times.count + maximumCount - 1) / maximumCount)
        var moments: [TurnMoment] = []
        var (rateCursor, forceCursor) = (RunningIntegral.Cursor(), RunningIntegral.Cursor())
        var low = 0
        var high = 0
        for index in stride(from: 0, to: track.times.count, by: step) {
            let time = track.times[index]
            while track.times[low] < time - half { low += 1 }
            while high + 1 < track.times.count, track.times[high + 1] <= time + half { high += 1 }
            let (start, end) = (track.times[low], track.times[high])
            guard end - start >= half, (low...high).allSatisfy({ track.isValid[$0] }) else { continue }
            moments.append(
                TurnMoment(
                    before: track.orientations[low],
                    at: track.orientations[index],
                    after: track.orientations[high],
                    span: end - start,
                    rate: rates?.mean(from: start, to: end, near: &rateCursor),
                    force: forces?.mean(from: start, to: end, near: &forceCursor)
                )
            )
        }
        return moments
    }
}
