import Recordings
import SensorModel

/// A table of mean squared errors by segment and by shift, on a grid of whole multiples of a step.
struct LagTable {
    let step: Seconds
    private var rows: [Int: Row] = [:]
    /// The shifts in steps, in the order of their addition.
    private(set) var numbers: [Int] = []

    private struct Row {
        /// The errors in rad² plus the floor; nil where a segment has no sample.
        var errors: [Double?]
        /// The logarithms ln E; 0 where the error is nil.
        var logarithms: [Double] = []
    }

    init(step: Seconds) { self.step = step }

    /// - Parameter number: the shift in steps.
    mutating func add(_ errors: [Double?], at number: Int) {
        rows[number] = Row(errors: errors)
        numbers.append(number)
    }

    /// - Parameter floor: the constant that is added to each error, rad².
    mutating func add(_ errors: [Double?], at number: Int, floor: Double) {
        let raised = errors.map { $0.map { $0 + floor } }
        rows[number] = Row(errors: raised, logarithms: raised.map { $0.map(PortableMath.logarithm) ?? 0 })
        numbers.append(number)
    }

    /// Whether a segment has an error at every shift.
    func isKnown(_ segment: Int) -> Bool { rows.values.allSatisfy { $0.errors[segment] != nil } }

    /// The table of these segments only.
    func keeping(_ segments: [Int], floor: Double) -> LagTable {
        var table = LagTable(step: step)
        for number in numbers {
            guard let row = rows[number] else { continue }
            table.add(segments.map { row.errors[$0] }, at: number, floor: floor)
        }
        return table
    }

    func has(_ number: Int) -> Bool { rows[number] != nil }

    /// The cost of a shift, Σ w ln E.
    func cost(_ number: Int, _ weights: [Double]) -> Double {
        guard let row = rows[number] else { return .infinity }
        var sum = 0.0
        for index in weights.indices { sum += weights[index] * row.logarithms[index] }
        return sum
    }

    /// The shift with the least cost; nil where it is the first or the last one. Requires shifts in rising order.
    func lowest(_ weights: [Double]) -> Int? {
        let costs = numbers.map { cost($0, weights) }
        guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }), best > 0, best < costs.count - 1 else {
            return nil
        }
        return numbers[best]
    }

    /// The vertex of the parabola through Σ w E/E₀ at three neighbouring shifts, where E₀ is the error at the middle
    /// one; at most one step from the middle. Nil where a neighbour is missing.
    func vertex(at number: Int, _ weights: [Double]) -> Seconds? {
        guard let before = rows[number - 1], let at = rows[number], let after = rows[number + 1] else { return nil }
        var sums = (before: 0.0, at: 0.0, after: 0.0)
        for index in weights.indices {
            guard let left = before.errors[index], let middle = at.errors[index], let right = after.errors[index] else {
                continue
            }
            let weight = weights[index] / middle
            sums.before += weight * left
            sums.at += weights[index]
            sums.after += weight * right
        }
        let curvature = sums.before - 2 * sums.at + sums.after
        let fraction = curvature > 0 ? (sums.before - sums.after) / (2 * curvature) : 0
        return (Double(number) + min(1, max(-1, fraction))) * step
    }
}
