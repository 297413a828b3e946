import SensorModel

/// The sum of a device's rotations over the last `capacity` sampling intervals, and the sum of these intervals.
///
/// The sums implement steps (2) and (3) of ``DerivativeSmoother``. Their quotient is ω̄ = Σ Δt_i ω_i / Σ Δt_i by step
/// (3), with ω_i = 2 q_{i−1}* ⊗ (q_i − q_{i−1})/Δt_i by step (2). The intervals cancel in the numerator. O(1) time per
/// interval, O(n) memory.
struct TurnWindow: Sendable {
    struct Turn: Sendable {
        /// The quaternion Δt_i ω_i = 2 q_{i−1}* ⊗ (q_i − q_{i−1}) of step (2) (Stevense & van der Tak 2010, appendix
        /// C.5.1). All four components are kept, as in iBetelgeuse's source code.
        var chord: SIMD4<Double>
        var duration: Seconds

        static var none: Turn { Turn(chord: .zero, duration: 0) }
    }

    private var turns: SlidingWindow<Turn>
    private var sum = Turn.none
    /// The number of intervals until the sum is recomputed.
    private var remaining: Int

    init(capacity: Int) {
        turns = SlidingWindow(capacity: capacity)
        remaining = WindowSums.renewal(capacity)
    }

    mutating func removeAll() {
        turns.removeAll()
        sum = .none
        remaining = WindowSums.renewal(turns.capacity)
    }

    /// Appends the newest turn, removes the oldest one from a full window, and returns the sum of all turns.
    @inline(__always)
    mutating func append(from start: UnitQuaternion, to end: UnitQuaternion, over interval: Seconds) -> Turn {
        // Step (2), without the division by Δt.
        let change = SIMD4(end) - SIMD4(start)
        let newest = Turn(chord: SIMD4(start.conjugate).product(change + change), duration: interval)
        let oldest = turns.append(newest) ?? .none
        // Step (3): the numerator and the denominator are sums over the last `capacity` turns.
        remaining -= 1
        if remaining > 0 {
            sum.chord += newest.chord - oldest.chord
            sum.duration += newest.duration - oldest.duration
        } else {
            recompute()
        }
        // Removing a long interval leaves a rounding error in the sum. The minimum `interval` keeps the sum positive.
        return Turn(chord: sum.chord, duration: max(sum.duration, interval))
    }

    /// Recomputes the sum from all turns, which removes the accumulated rounding error.
    @inline(never)
    private mutating func recompute() {
        remaining = WindowSums.renewal(turns.capacity)
        sum = .none
        for turn in turns {
            sum.chord += turn.chord
            sum.duration += turn.duration
        }
    }
}
