import Recordings
import SensorModel

/// The mean squared errors by segment at some shifts, on a grid of whole multiples of a step.
struct LagTable {
    let step: Seconds
    private var rows: [Int: Row] = [:]

    private struct Row {
        /// The errors in rad² plus the floor; nil where a segment has no sample.
        var errors: [Double?]
        /// The logarithms ln E; 0 where the error is nil.
        var logarithms: [Double]
    }

    init(step: Seconds) { self.step = step }

    /// - Parameters:
    ///   - number: the shift in steps.
    ///   - floor: the constant that is added to each error, rad².
    mutating func add(_ errors: [Double?], at number: Int, floor: Double) {
        let raised = errors.map { $0.map { $0 + floor } }
        rows[number] = Row(errors: raised, logarithms: raised.map { $0.map(PortableMath.logarithm) ?? 0 })
    }

    func has(_ number: Int) -> Bool { rows[number] != nil }

    /// The cost of a shift, Σ w ln E.
    func cost(_ number: Int, _ weights: [Double]) -> Double {
        guard let row = rows[number] else { return .infinity }
        var sum = 0.0
        for index in weights.indices { sum += weights[index] * row.logarithms[index] }
        return sum
    }

    /// The vertex of the parabola through Σ w E/E₀ at three neighbouring shifts, where E₀ is the error at the middle
    /// one; at most one step from the middle. Nil where a neighbour is missing.
    func vertex(at number: Int, _ weights: [Double]) -> Seconds? {
        guard let before = rows[number - 1], let at = rows[number], let after = rows[number + 1] else { return nil }
        var sums = VertexSums()
        for index in weights.indices {
            guard let left = before.errors[index], let middle = at.errors[index], let right = after.errors[index] else {
                continue
            }
            sums.add(weights[index], left, middle, right)
        }
        return (Double(number) + sums.fraction) * step
    }
}

/// The mean squared errors by segment at consecutive shifts, all of them known.
struct CoarseLagTable {
    private let step: Seconds
    /// The first shift in steps.
    private let first: Int
    /// The errors in rad² plus the floor, by shift and segment.
    private let errors: [[Double]]
    /// The logarithms of the errors, segment after segment.
    private let logarithms: [Double]

    init(step: Seconds, first: Int, errors: [[Double]]) {
        self.step = step
        self.first = first
        self.errors = errors
        logarithms = (errors.first ?? []).indices.flatMap { segment in
            errors.map { PortableMath.logarithm($0[segment]) }
        }
    }

    /// The shift with the least cost Σ w ln E; nil where it is the first or the last one.
    func lowest(_ weights: [Double]) -> Int? {
        // All shifts at a time, so that no sum waits for its last term.
        let count = errors.count
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { costs in
            costs.initialize(repeating: 0)
            logarithms.withUnsafeBufferPointer { logarithms in
                for (segment, weight) in weights.enumerated() {
                    for place in 0..<count { costs[place] += weight * logarithms[segment * count + place] }
                }
            }
            guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }), best > 0, best < count - 1 else {
                return nil
            }
            return first + best
        }
    }

    /// The vertex of the parabola as in ``LagTable``; nil where a neighbour is missing.
    func vertex(at number: Int, _ weights: [Double]) -> Seconds? {
        let place = number - first
        guard place > 0, place < errors.count - 1 else { return nil }
        var sums = VertexSums()
        for index in weights.indices {
            sums.add(weights[index], errors[place - 1][index], errors[place][index], errors[place + 1][index])
        }
        return (Double(number) + sums.fraction) * step
    }
}

/// The sums of a parabola through the weighted errors at three neighbouring shifts.
private struct VertexSums {
    private var before = 0.0
    private var at = 0.0
    private var after = 0.0

    mutating func add(_ weight: Double, _ left: Double, _ middle: Double, _ right: Double) {
        let share = weight / middle
        before += share * left
        at += weight
        after += share * right
    }

    /// The position of the vertex in steps from the middle, from −1 to 1.
    var fraction: Double {
        let curvature = before - 2 * at + after
        let fraction = curvature > 0 ? (before - after) / (2 * curvature) : 0
        return min(1, max(-1, fraction))
    }
}
