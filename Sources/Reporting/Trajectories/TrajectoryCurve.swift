import Evaluation
package import Positions
import SensorModel

/// The errors of one estimate over time, thinned for a picture.
public struct TrajectoryCurve: Sendable, Hashable {
    /// The number of bins, each of which has the smallest and the largest error of its time.
    private static let bins = 500

    /// The times in seconds on the reference's clock, or the indices of poses without times.
    let times: [Double]
    /// The errors in the part's unit.
    let errors: [Double]

    /// The curve of a comparison. O(errors).
    package init(_ comparison: TrajectoryComparison) {
        let stamps = comparison.association.times
        let offset = comparison.matching.offset
        let places = comparison.places
        let times = places.map { place in stamps.map { $0[place] + offset } ?? Double(place) }
        let kept = MinMaxThinning.positions(x: times, y: comparison.errors, bins: Self.bins)
        self.times = kept.map { times[$0] }
        errors = kept.map { comparison.errors[$0] }
    }
}
