import RealModule
import SensorModel

/// The spectrum of an orientation error: the sum of the spectral densities of its rotation vector's three components.
enum ErrorSpectrum {
    /// The longest window.
    private static let longestWindow: Seconds = 8
    private static let shortestLength = 32
    private static let binsPerDecade = 12.0

    /// The curve in deg²/Hz over Hz, as means over bins of equal width on a logarithmic axis; nil where no stretch
    /// contains a window.
    ///
    /// Samples are treated as evenly spaced by their median interval.
    ///
    /// - Parameter stretches: stretches without gaps.
    static func curve(of stretches: [[AssociatedSamples.Sample]]) -> RunSeries.Curve? {
        let intervals = stretches.flatMap { stretch in zip(stretch, stretch.dropFirst()).map { $1.time - $0.time } }
        guard let longest = stretches.map(\.count).max(), !intervals.isEmpty else { return nil }
        let interval = ErrorStatistics.median(of: intervals)
        let most = min(longest, Int(saturating: longestWindow / interval))
        guard interval > 0, most >= shortestLength else { return nil }
        let length = 1 << (Int.bitWidth - 1 - most.leadingZeroBitCount)
        let vectors = stretches.filter { $0.count >= length }.map { $0.map { $0.error.rotationVector } }
        let degrees = Angle(radians: 1).degrees
        var sums = Array(repeating: 0.0, count: length / 2 + 1)
        for component in [\Vector3.x, \.y, \.z] {
            let values = vectors.map { $0.map { $0[keyPath: component] * degrees } }
            let density = PowerSpectrum.density(of: values, interval: interval, length: length) ?? []
            for (index, value) in density.enumerated() { sums[index] += value }
        }
        return binned(sums, step: 1 / (Double(length) * interval))
    }

    /// Averages over bins. Omits the frequency 0, which is empty because the mean is removed.
    private static func binned(_ density: [Double], step: Hertz) -> RunSeries.Curve {
        var (x, y): ([Double], [Double]) = ([], [])
        var start = 1
        while start < density.count {
            let bin = (binsPerDecade * Double.log10(Double(start))).rounded(.down)
            var end = start + 1
            while end < density.count, (binsPerDecade * Double.log10(Double(end))).rounded(.down) == bin { end += 1 }
            let middle = Double(start + end - 1) / 2 * step
            let mean = density[start..<end].reduce(0, +) / Double(end - start)
            x.append(middle.rounded(toSignificant: 4))
            y.append(mean.rounded(toSignificant: 4))
            start = end
        }
        return RunSeries.Curve(x: NumberStretches([x]), y: NumberStretches([y]))
    }
}
