import SensorModel

/// What a device turned in the last `capacity` intervals, and how long they are together.
///
/// Their quotient is ω̄ = Σ Δt_i ω_i / Σ Δt_i with ω_i = 2 q_{i−1}* ⊗ (q_i − q_{i−1})/Δt_i: the intervals cancel in the
/// numerator. O(1) time per interval, O(n) memory.
struct TurnWindow: Sendable {
    struct Turn: Sendable {
        /// 2 q_{i−1}* ⊗ (q_i − q_{i−1}), all four components kept (iBetelgeuse, Stevense & van der Tak 2010, appendix
        /// C.5.1).
        var chord: SIMD4<Double>
        var duration: Seconds

        static var none: Turn { Turn(chord: .zero, duration: 0) }
    }

    private var turns: SlidingWindow<Turn>
    private var sum = Turn.none
    /// How many intervals more until the sum is begun anew.
    private var left: Int

    init(capacity: Int) {
        turns = SlidingWindow(capacity: capacity)
        left = WindowSums.renewal(capacity)
    }

    mutating func removeAll() {
        turns.removeAll()
        sum = .none
        left = WindowSums.renewal(turns.capacity)
    }

    /// Adds the newest turn; the oldest goes when the window is full. Returns the sum of all.
    @inline(__always)
    mutating func append(from start: UnitQuaternion, to end: UnitQuaternion, over interval: Seconds) -> Turn {
        let change = SIMD4(end) - SIMD4(start)
        let newest = Turn(chord: SIMD4(start.conjugate).product(change + change), duration: interval)
        let oldest = turns.append(newest) ?? .none
        left -= 1
        if left > 0 {
            sum.chord += newest.chord - oldest.chord
            sum.duration += newest.duration - oldest.duration
        } else {
            renew()
        }
        // What rounding left of a long interval that has gone may not outweigh the short ones that are there.
        return Turn(chord: sum.chord, duration: max(sum.duration, interval))
    }

    /// What rounding has left in the sum goes.
    @inline(never)
    private mutating func renew() {
        left = WindowSums.renewal(turns.capacity)
        sum = .none
        for turn in turns {
            sum.chord += turn.chord
            sum.duration += turn.duration
        }
    }
}
