package import Evaluation
import RealModule
import Recordings
import SensorModel

/// The check whether an estimate is that of Madgwick's filter with the halved field reference of the C code in
/// circulation.
///
/// Madgwick's filter runs with either reference, each with the gain that fits the estimate best. The estimate is named only
/// if it agrees with the halved reference and clearly less with the full one.
package struct HalvedReferenceCheck {
    /// The gains among which the best one is searched, in 1/s. A smaller one is that of an integrated gyroscope.
    private static let gains = 0.01...1.0
    private static let coarseSteps = 16
    private static let refinements = 6
    /// The largest distance from a run with the halved reference, and its largest share of that with the full one.
    private static let mostDistance = Angle(degrees: 0.4).radians
    private static let mostShare = 0.3
    /// The distance from the coarse runs beyond which the filter is another one.
    private static let mostCoarseDistance = Angle(degrees: 20).radians

    /// The gain of the estimate's filter.
    package let gain: Double
    /// The RMS angles to the runs with the halved and with the full reference.
    let distances: (halved: Angle, full: Angle)

    /// Nil unless the reference is halved.
    package init?(_ track: OrientationTrack, _ runs: OwnRuns) {
        guard let halved = Self.best("halved", track, runs), halved.distance.radians < Self.mostDistance,
            Self.gains.contains(halved.gain),
            let full = Self.best("full", track, runs),
            halved.distance.radians < Self.mostShare * full.distance.radians
        else { return nil }
        gain = halved.gain
        distances = (halved.distance, full.distance)
    }

    private static func best(
        _ reference: String,
        _ track: OrientationTrack,
        _ runs: OwnRuns
    ) -> (gain: Double, distance: Angle)? {
        func distances(_ logarithms: [Double]) -> [Double] {
            let names = logarithms.map { "madgwick:beta=\(DecimalText.exact(.exp($0))),reference=\(reference)" }
            return runs.estimates(of: names).map { run in
                run.flatMap { OwnRuns.distance(track, $0) }?.radians ?? .infinity
            }
        }
        let (low, high) = (Double.log(gains.lowerBound), Double.log(gains.upperBound))
        let step = (high - low) / Double(coarseSteps)
        let grid = (0...coarseSteps).map { low + Double($0) * step }
        let coarse = distances(grid)
        guard let place = coarse.indices.min(by: { coarse[$0] < coarse[$1] }), coarse[place] < mostCoarseDistance else {
            return nil
        }
        var best = (logarithm: grid[place], distance: coarse[place])
        var width = step
        for _ in 0..<refinements {
            width /= 2
            let near = [best.logarithm - width, best.logarithm + width]
            for (logarithm, distance) in zip(near, distances(near)) where distance < best.distance {
                best = (logarithm, distance)
            }
        }
        return (.exp(best.logarithm), Angle(radians: best.distance))
    }
}
