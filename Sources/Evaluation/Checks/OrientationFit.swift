import SensorModel

/// How well an orientation and the sensors agree under one reading of them.
struct OrientationFit {
    /// A reading of an orientation's columns and of the sensors' axes.
    struct Hypothesis: Hashable {
        let reading: QuaternionReading
        let force: AxisMap
        let rate: AxisMap

        static let asRead = Hypothesis(reading: .asRead, force: .identity, rate: .identity)

        /// How many mistakes it supposes.
        var changes: Int {
            let bodies = Set([force, rate]).subtracting([.identity])
            return reading.changes + bodies.count
        }
    }

    let hypothesis: Hypothesis
    /// √(2 − 2c), 0 to 2, where c is the mean upward part of the turned specific force, as a share of its usual
    /// length; nil without one. Over a recording the device's own accelerations cancel out.
    let chord: Double?
    /// The RMS departure of the gyroscope's rate from the orientation's, as a share of the latter; nil where that
    /// turns too little.
    let rateResidual: Double?

    /// A slower turn, RMS, says nothing about rates.
    private static let slowest = Angle(degrees: 5).radians
    /// A further supposed mistake has to better the fit by this much.
    private static let costOfChange = 0.04

    /// The angle that ``chord`` spans: 2 asin(chord/2), written with the arc tangent.
    var tilt: Angle? {
        chord.map { chord in
            let half = UnitQuaternion(w: max(4 - chord * chord, 0).squareRoot(), x: chord, y: 0, z: 0)
            return half?.rotationAngle ?? .zero
        }
    }

    /// Smaller is better: 0 is perfect, about 1.4 what unrelated directions give, and a little for each change.
    var cost: Double {
        let parts = [chord, rateResidual].compactMap(\.self)
        guard !parts.isEmpty else { return .infinity }
        return parts.reduce(0, +) / Double(parts.count) + Self.costOfChange * Double(hypothesis.changes)
    }

    /// The fit as read, and the best of all.
    static func fits(
        _ moments: [TurnMoment],
        declination: Angle?
    ) -> (asRead: OrientationFit, best: OrientationFit)? {
        var asRead: OrientationFit?
        var best: OrientationFit?
        for reading in QuaternionReading.all(declination: declination) {
            let sums = FitSums(moments, reading)
            guard sums.forceCount >= CheckEvidence.leastSamples || sums.rateCount >= CheckEvidence.leastSamples else {
                continue
            }
            for force in AxisMap.all {
                for rate in AxisMap.all {
                    let hypothesis = Hypothesis(reading: reading, force: force, rate: rate)
                    // A sensor that is not there has no axes of its own.
                    if sums.forceCount == 0 || !sums.turns, force != rate { continue }
                    let fit = OrientationFit(hypothesis, sums)
                    if hypothesis == .asRead { asRead = fit }
                    if best.map({ fit.cost < $0.cost }) ?? true { best = fit }
                }
            }
        }
        guard let asRead, let best else { return nil }
        return (asRead, best)
    }

    private init(_ hypothesis: Hypothesis, _ sums: FitSums) {
        self.hypothesis = hypothesis
        if sums.forceCount > 0 {
            // Σ u · P a = tr(P Σ a uᵀ).
            let share = hypothesis.force.trace(with: sums.forces) / (Double(sums.forceCount) * sums.usualForce)
            chord = max(2 - 2 * share, 0).squareRoot()
        } else {
            chord = nil
        }
        if sums.turns {
            // Σ |P ω − r|² = Σ |ω|² + Σ |r|² − 2 tr(P Σ ω rᵀ).
            let squares = sums.rateSquares + sums.turnSquares - 2 * hypothesis.rate.trace(with: sums.rates)
            rateResidual = (max(squares, 0) / sums.turnSquares).squareRoot()
        } else {
            rateResidual = nil
        }
    }

    /// What all axis maps need of the moments under one reading of the quaternion.
    private struct FitSums {
        var forces = Matrix3.zero
        var forceCount = 0
        /// The median length.
        let usualForce: Double
        var rates = Matrix3.zero
        var rateCount = 0
        var rateSquares = 0.0
        var turnSquares = 0.0

        /// Speeds that differ by more than this share are jumps of the orientation: they say nothing about axes.
        private static let mostDifference = 0.5

        init(_ moments: [TurnMoment], _ reading: QuaternionReading) {
            let forces = moments.compactMap { $0.force?.length }
            usualForce = forces.isEmpty ? 1 : max(ErrorStatistics.median(of: forces), .leastNormalMagnitude)
            for moment in moments {
                if let force = moment.force {
                    let up = reading(moment.at).conjugate.rotate(Vector3(0, 0, 1))
                    self.forces = self.forces + Matrix3(outer: force, up)
                    forceCount += 1
                }
                guard let rate = moment.rate else { continue }
                let turn = moment.turningRate(reading)
                let (read, turned) = (rate.length, turn.length)
                guard abs(read - turned) <= Self.mostDifference * max(read, turned) else { continue }
                rates = rates + Matrix3(outer: rate, turn)
                rateSquares += rate.lengthSquared
                turnSquares += turn.lengthSquared
                rateCount += 1
            }
        }

        var turns: Bool {
            rateCount >= CheckEvidence.leastSamples
                && (turnSquares / Double(rateCount)).squareRoot() > OrientationFit.slowest
        }
    }
}

extension TurnMoment {
    /// ``turningRate`` under another reading of the orientation.
    fileprivate func turningRate(_ reading: QuaternionReading) -> Vector3 {
        (reading(before).conjugate * reading(after)).rotationVector * (1 / span)
    }
}
