import Evaluation
import SensorModel

/// The agreement of an estimate's rotations over about 0.1 s with those of the integrated gyroscope.
///
/// With φ the rotation vector of a short rotation, φ_gyroscope = B φ_estimate for the body rotation B and any constant
/// world frame. The model fits B and the clock by least squares without the tenth with the largest residuals.
struct RateModel {
    /// A short rotation of the estimate.
    struct Turn {
        let start: Seconds
        let end: Seconds
        let vector: Vector3
    }

    /// The time over which a rotation is measured.
    private static let span: Seconds = 0.1
    /// The largest number of rotations. More do not improve the result.
    private static let mostTurns = 3_000
    /// The fewest rotations that are compared.
    static let fewestTurns = 50
    /// The share of the largest residuals that the fit ignores, and that the residual ignores.
    private static let ignoredByFit = 0.1
    private static let ignoredByResidual = 0.05
    /// The least share of the information about the least certain axis. Below it the body rotation is undetermined.
    private static let leastInformation = 0.02
    /// The largest steps of an iteration.
    private static let mostOffsetStep: Seconds = 0.05
    private static let mostRateStep = 1e-3
    /// Half of the time over which the derivative by the clock is measured.
    private static let derivativeStep: Seconds = 0.002

    /// The parts of the model that a fit changes.
    struct Parts: OptionSet {
        let rawValue: Int

        static let body = Parts(rawValue: 1)
        static let offset = Parts(rawValue: 2)
        static let rate = Parts(rawValue: 4)
        static let all: Parts = [.body, .offset, .rate]
    }

    let turns: [Turn]
    let gyroscope: OrientationTrack
    var clock = DoctorClock()
    var body = UnitQuaternion.identity

    /// Nil where the estimate is too short.
    init?(times: [Seconds], orientations: [UnitQuaternion], gyroscope: OrientationTrack) {
        guard let interval = StreamTiming.medianInterval(of: times), interval > 0,
            let first = times.first, let last = times.last
        else { return nil }
        let count = max(1, Int(saturating: (Self.span / interval).rounded()))
        let step = max(1, times.count / Self.mostTurns)
        var turns: [Turn] = []
        for start in stride(from: 0, to: times.count - count, by: step) {
            let (begin, end) = (times[start], times[start + count])
            guard end - begin < 2.5 * Double(count) * interval else { continue }
            let vector = (orientations[start].conjugate * orientations[start + count]).rotationVector
            turns.append(Turn(start: begin, end: end, vector: vector))
        }
        guard turns.count >= Self.fewestTurns else { return nil }
        self.turns = turns
        self.gyroscope = gyroscope
        clock.middle = (first + last) / 2
    }

    /// The gyroscope's rotation during each of the estimate's, with the clock moved by a delay; nil outside its samples.
    private func gyroscopeTurns(delay: Seconds = 0) -> [Vector3?] {
        var places = (start: 0, end: 0)
        return turns.map { turn in
            guard let before = gyroscope.orientation(at: clock(turn.start) + delay, from: &places.start),
                let after = gyroscope.orientation(at: clock(turn.end) + delay, from: &places.end)
            else { return nil }
            return (before.conjugate * after).rotationVector
        }
    }

    /// The RMS of the differences relative to the RMS of the gyroscope's rotations; nil for too few common rotations.
    ///
    /// The largest twentieth of the differences is ignored.
    func residual() -> Double? { misfit()?.relative }

    /// The RMS difference of the rates in rad/s, and its share of the gyroscope's RMS rate.
    func misfit() -> (rate: Double, relative: Double)? {
        var squares: [Double] = []
        var total = 0.0
        var seconds = 0.0
        for (turn, rotation) in zip(turns, gyroscopeTurns()) {
            guard let rotation else { continue }
            squares.append((body.rotate(turn.vector) - rotation).lengthSquared)
            total += rotation.lengthSquared
            seconds += turn.end - turn.start
        }
        guard squares.count >= Self.fewestTurns, total > 0 else { return nil }
        squares.sort()
        let used = squares.count - Int(Double(squares.count) * Self.ignoredByResidual)
        let mean = squares[..<used].reduce(0, +) / Double(used)
        let span = seconds / Double(squares.count)
        return (mean.squareRoot() / span, (mean / (total / Double(squares.count))).squareRoot())
    }

    /// The model after a fit of some of its parts.
    func fitted(_ parts: Parts, iterations: Int) -> RateModel {
        var model = self
        for _ in 0..<iterations { model.iterate(parts) }
        return model
    }

    private mutating func iterate(_ parts: Parts) {
        let at = gyroscopeTurns()
        let weights = weights(at)
        guard !weights.isEmpty else { return }
        if parts.contains(.body) {
            let known = at.indices.filter { at[$0] != nil }
            let alignment = VectorAlignment(
                from: known.map { turns[$0].vector },
                to: known.map { at[$0] ?? .zero },
                weights: known.map { weights[$0] }
            )
            let isKnown = alignment.leastInformation > Self.leastInformation * alignment.information
            body = isKnown ? alignment.rotation : .identity
        }
        let (fitsOffset, fitsRate) = (parts.contains(.offset), parts.contains(.rate))
        guard fitsOffset || fitsRate else { return }
        let (before, after) = (
            gyroscopeTurns(delay: -Self.derivativeStep), gyroscopeTurns(delay: Self.derivativeStep)
        )
        // Normal equations of r = derivative · (δ offset + (t − middle) δ rate).
        var (a00, a01, a11, b0, b1) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for index in turns.indices where weights[index] > 0 {
            guard let before = before[index], let here = at[index], let after = after[index] else { continue }
            let slope = (after - before) * (0.5 / Self.derivativeStep)
            let residual = body.rotate(turns[index].vector) - here
            let time = turns[index].start - clock.middle
            let (square, product) = (slope.lengthSquared, slope.dot(residual))
            a00 += square
            a01 += square * time
            a11 += square * time * time
            b0 += product
            b1 += product * time
        }
        var step = (offset: 0.0, rate: 0.0)
        let determinant = a00 * a11 - a01 * a01
        if fitsOffset, fitsRate, determinant > 1e-9 * a00 * a11 {
            step = ((b0 * a11 - b1 * a01) / determinant, (a00 * b1 - a01 * b0) / determinant)
        } else if fitsOffset, a00 > 0 {
            step.offset = b0 / a00
        }
        guard step.offset.isFinite, step.rate.isFinite else { return }
        clock.offset += min(max(step.offset, -Self.mostOffsetStep), Self.mostOffsetStep)
        clock.rate += min(max(step.rate, -Self.mostRateStep), Self.mostRateStep)
    }

    /// 1 for the rotations that a fit uses, 0 for the others; empty for too few.
    private func weights(_ rotations: [Vector3?]) -> [Double] {
        let squares = zip(turns, rotations).map { turn, rotation in
            rotation.map { (body.rotate(turn.vector) - $0).lengthSquared } ?? .infinity
        }
        let known = squares.filter(\.isFinite).sorted()
        guard known.count >= Self.fewestTurns else { return [] }
        let limit = known[known.count - 1 - Int(Double(known.count) * Self.ignoredByFit)]
        return squares.map { $0 <= limit ? 1 : 0 }
    }
}
