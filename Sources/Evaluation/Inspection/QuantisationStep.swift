import SensorModel

/// The quantisation step of a sensor's readings.
enum QuantisationStep {
    /// The largest deviation of a difference from a multiple of the step, as a share of the step.
    private static let slack = 0.1
    /// The share of the largest reading below which a difference is binary rounding.
    private static let sameReading = 1e-9
    private static let maximumDigits = 12

    /// The smallest difference of readings along an axis, if all differences are multiples of it; nil otherwise.
    ///
    /// Of the numbers that the readings permit, the one with the fewest digits is returned. O(n log n).
    static func step(of axes: [[Double]]) -> Double? {
        let largest = axes.joined().reduce(0) { max($0, $1.magnitude) }
        let differences = axes.flatMap { values in
            let sorted = values.sorted()
            return zip(sorted, sorted.dropFirst()).map { $1 - $0 }.filter { $0 > largest * sameReading }
        }
        .sorted()
        guard let smallest = differences.first, differences.count > 1 else { return nil }
        // The differences ascend, so that the step is precise enough to count the steps of the large differences.
        var (step, length, steps, worst) = (smallest, 0.0, 0.0, 0.0)
        for difference in differences {
            let count = (difference / step).rounded()
            let residual = abs(difference - count * step)
            guard residual < slack * step else { return nil }
            worst = max(worst, residual)
            length += difference
            steps += count
            step = length / steps
        }
        let refined = throughZero(axes.joined().filter { $0 != 0 }, step: step)
        return refined ?? shortest(near: step, tolerance: 3 * worst / steps)
    }

    /// The step from the largest reading, if all readings are multiples of it; nil otherwise.
    private static func throughZero(_ readings: [Double], step: Double) -> Double? {
        guard let largest = readings.max(by: { $0.magnitude < $1.magnitude }) else { return nil }
        let count = (largest / step).rounded()
        guard count != 0 else { return nil }
        let refined = largest / count
        let worst = readings.reduce(0) { max($0, abs($1 - ($1 / refined).rounded() * refined)) }
        guard abs(largest - count * step) < slack * step, worst < slack * refined else { return nil }
        return shortest(near: refined, tolerance: 3 * worst / abs(count))
    }

    /// The number with the fewest digits within the tolerance, which includes binary rounding.
    private static func shortest(near step: Double, tolerance: Double) -> Double {
        let candidates = (1...maximumDigits).lazy.compactMap { Double(NoiseText.number(step, digits: $0)) }
        return candidates.first { abs($0 - step) <= tolerance + step * 1e-12 } ?? step
    }
}

/// The text of figures in a noise description.
enum NoiseText {
    /// The number with `digits` significant digits, at most fifteen decimals, and without an exponent below 1000.
    static func number(_ value: Double, digits: Int) -> String {
        var decimals = digits - 1
        var scale = value.magnitude
        while scale >= 10, decimals > 0 {
            scale /= 10
            decimals -= 1
        }
        while scale > 0, scale < 1, decimals < maximumDecimals {
            scale *= 10
            decimals += 1
        }
        guard value.magnitude < 1_000 else { return "\(value)" }
        var bytes: [UInt8] = []
        DecimalText.append(value, decimals: decimals, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let maximumDecimals = 15
}
