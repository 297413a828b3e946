import RealModule
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// A direct and slow computation of the orientation filters from their equations, without the code of the filters.
///
/// Quaternions are arrays w, x, y, z. Every step reads the complete history.
enum DirectFilters {
    typealias Q = [Double]

    private static func sine(_ x: Double) -> Double { .sin(x) }
    private static func cosine(_ x: Double) -> Double { .cos(x) }
    private static func arcCosine(_ x: Double) -> Double { .acos(x) }

    /// Expects that the outputs of a filter agree with the equations, and that it skips no sample.
    static func expect(
        _ filter: some Filter<UnitQuaternion>,
        of orientations: [UnitQuaternion],
        _ times: [Seconds],
        equals expected: [Q]
    ) throws {
        var filter = filter
        var largest = 0.0
        for index in orientations.indices {
            let output = try filter.output(for: orientations[index], at: times[index])
            let direct = expected[index]
            let truth = try #require(UnitQuaternion(w: direct[0], x: direct[1], y: direct[2], z: direct[3]))
            largest = max(largest, output.angle(to: truth).radians)
        }
        #expect(filter.intake.skips == SkipCounts())
        #expect(largest < Tolerance.equations)
    }

    static func multiply(_ a: Q, _ b: Q) -> Q {
        [
            a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
        ]
    }

    static func conjugate(_ a: Q) -> Q { [a[0], -a[1], -a[2], -a[3]] }
    static func scale(_ a: Q, _ factor: Double) -> Q { a.map { $0 * factor } }
    static func add(_ a: Q, _ b: Q) -> Q { zip(a, b).map { $0 + $1 } }
    static func dot(_ a: Q, _ b: Q) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    static func length(_ a: Q) -> Double { dot(a, a).squareRoot() }
    static func normalise(_ a: Q) -> Q { scale(a, 1 / length(a)) }

    /// Spherical linear interpolation with the arc cosine.
    static func slerp(_ a: Q, _ b: Q, _ t: Double) -> Q {
        let sign: Double = dot(a, b) < 0 ? -1 : 1
        let cosine = min(1, sign * dot(a, b))
        let angle = arcCosine(cosine)
        guard angle > 1e-6 else { return normalise(add(scale(a, 1 - t), scale(b, sign * t))) }
        return normalise(
            scale(add(scale(a, sine((1 - t) * angle)), scale(b, sign * sine(t * angle))), 1 / sine(angle))
        )
    }

    /// Buss & Fillmore 2001, algorithm A1, with the signs of the dominant coordinate.
    static func sphericalMean(_ samples: [Q]) -> Q {
        let sums = (0..<4).map { k in samples.reduce(0) { $0 + abs($1[k]) } }
        let axis = (0..<4).reduce(0) { sums[$1] > sums[$0] ? $1 : $0 }
        let signed = samples.map { $0[axis] < 0 ? scale($0, -1) : $0 }
        var mean = normalise(signed.reduce([0, 0, 0, 0], add))
        for _ in 0..<50 {
            var tangent: Q = [0, 0, 0, 0]
            for sample in signed {
                let cosine = max(-1, min(1, dot(mean, sample)))
                let angle = arcCosine(cosine)
                guard angle > 1e-12 else { continue }
                let across = add(sample, scale(mean, -cosine))
                tangent = add(tangent, scale(across, angle / sine(angle) / Double(samples.count)))
            }
            let size = length(tangent)
            let next = size > 1e-15 ? add(scale(mean, cosine(size)), scale(tangent, sine(size) / size)) : mean
            let change = zip(next, mean).map { abs($0 - $1) }.max() ?? 0
            mean = next
            if change <= 1e-6 { break }
        }
        return normalise(mean)
    }

    static func sphericalAverage(_ inputs: [Q], window: Int) -> [Q] {
        inputs.indices.map { n in
            n == 0 ? inputs[0] : sphericalMean(Array(inputs[max(0, n - window + 1)...n]))
        }
    }

    /// iBetelgeuse (Stevense & van der Tak 2010, section 4.4.3) with c₀ = 0.03, g = 0.3 s/rad, s = 10°/s, d = 33, m =
    /// 7.
    static func derivativeSmoother(_ inputs: [Q], times: [Double]) -> [Q] {
        let dead = 10 * Double.pi / 180
        var velocities: [Q] = []
        var intervals: [Double] = []
        var outputs = [inputs[0]]
        for n in inputs.indices.dropFirst() {
            let interval = times[n] - times[n - 1]
            let last = dot(inputs[n - 1], inputs[n]) < 0 ? scale(inputs[n - 1], -1) : inputs[n - 1]
            let derivative = scale(add(inputs[n], scale(last, -1)), 1 / interval)
            velocities.append(scale(multiply(conjugate(last), derivative), 2))
            intervals.append(interval)
            let recent = velocities.indices.suffix(33)
            let weight = recent.reduce(0) { $0 + intervals[$1] }
            let mean = recent.reduce([0, 0, 0, 0]) { add($0, scale(velocities[$1], intervals[$1] / weight)) }
            let speed = length(mean)
            let velocity: Q = speed < dead ? [0, 0, 0, 0] : scale(mean, 1 - dead / speed)
            let previous = outputs[n - 1]
            let estimate = normalise(add(previous, scale(multiply(previous, velocity), interval / 2)))
            let correction = min(1, 0.03 + 0.3 * length(velocity))
            let target = sphericalMean(Array(inputs[max(1, n - 6)...n]))
            outputs.append(slerp(estimate, target, correction))
        }
        return outputs
    }
}
