import Recordings
import SensorModel
import TestSupport

extension Recording {
    /// Replaces a tenth of the truth, six rows of each 60, with random orientations.
    mutating func insertOutliers(_ generator: inout SeededGenerator) {
        let count = reference?.times.count ?? 0
        for row in stride(from: 0, to: count, by: 60) {
            let outlier = generator.orientation()
            for index in row..<min(row + 6, count) { reference?.orientations[index] = outlier }
        }
    }
}
