import RealModule
public import Recordings
public import SensorModel

/// The computation of the curves for a recording's plots. Data that all runs share are computed once.
struct SeriesMeasurement {
    private let options: EvaluationOptions
    private let reference: ComparisonReference
    private let simulation: SimulationDescription?
    private let start: Seconds
    private let rests: [ClosedRange<Seconds>]
    private let disturbances: [ClosedRange<Seconds>]
    private let stepTruth: RunSeries.Curve?

    init(
        _ recording: Recording,
        reference: ComparisonReference,
        motion: ReferenceMotion?,
        options: EvaluationOptions
    ) {
        self.options = options
        self.reference = reference
        simulation = recording.simulation
        let start = recording.sensorStart ?? 0
        self.start = start
        rests = (motion?.rests ?? []).map { Self.relative($0, to: start) }
        let field = recording.magnetometer.map(MagneticDisturbance.stretches) ?? []
        disturbances = field.map { Self.relative($0, to: start) }
        var truth = Estimates()
        if let stream = reference.stream, recording.simulation != nil {
            for (time, orientation) in zip(stream.times, stream.orientations) { truth.append(orientation, at: time) }
        }
        stepTruth = StepResponse.curve(of: truth, simulation: recording.simulation)
    }

    func measure(
        _ associated: [MeasuredRun.Sample],
        _ estimates: Estimates,
        heading: HeadingComparison,
        claims: HeadingClaims?
    ) -> RunSeries {
        let errors = errors(of: associated, heading)
        return RunSeries(
            errorKind: errors.kind,
            error: Self.curve(of: errors.stretches, from: start, columns: options.seriesColumns),
            errorQuantiles: Self.quantiles(of: errors.stretches),
            claims: claims.map { RunSeries.claims($0.levels(associated)) } ?? [],
            spectrum: ErrorSpectrum.curve(of: errors.spans),
            step: StepResponse.curve(of: estimates, simulation: simulation),
            stepTruth: stepTruth,
            rests: rests,
            disturbances: disturbances
        )
    }

    /// Computes the curves of location errors in metres.
    ///
    /// - Parameters:
    ///   - errors: the errors with their times.
    ///   - levels: for each error, the probability of a smaller error according to the claimed accuracy, from 0 to 1.
    ///   - longestGap: the longest interval in seconds across which the curve is not interrupted.
    ///   - start: the time of the recording's first sample.
    ///   - columns: the number of plot columns.
    static func ofLocation(
        _ errors: [(time: Seconds, error: Double)],
        levels: [Double],
        longestGap: Seconds,
        from start: Seconds,
        columns: Int
    ) -> RunSeries {
        let stretches = divided(errors, longestGap: longestGap, time: \.time)
        return RunSeries(
            errorKind: .location,
            error: curve(of: stretches, from: start, columns: columns),
            errorQuantiles: quantiles(of: stretches),
            claims: RunSeries.claims(levels)
        )
    }

    private static func quantiles(of stretches: [[(time: Seconds, error: Double)]]) -> [Double] {
        let sorted = stretches.joined().map(\.error).sorted()
        guard !sorted.isEmpty else { return [] }
        return (0...100).map { percent in
            ErrorStatistics.quantile(Double(percent) / 100, ofSorted: sorted).rounded(toSignificant: 4)
        }
    }

    /// The errors in degrees, and the samples from which the spectrum is computed. Both have one array for each stretch
    /// without gaps.
    private typealias Errors = (
        kind: RunSeries.ErrorKind, stretches: [[(time: Seconds, error: Double)]], spans: [[MeasuredRun.Sample]]
    )

    private func errors(of associated: [MeasuredRun.Sample], _ heading: HeadingComparison) -> Errors {
        guard reference.span == nil else { return shortTermErrors(of: associated) }
        let aligned = AccuracyEvaluation(associated).alignedErrors(heading.alignment) ?? []
        let samples = zip(associated, aligned).map { MeasuredRun.Sample(time: $0.time, error: $1) }
        let lacksNorth = heading.reasonWithout != nil
        let stretches = Self.divided(samples, time: \.time)
        let angles = stretches.map { stretch in
            stretch.map { sample in
                let angle = lacksNorth ? sample.error.inclinationAngle : sample.error.rotationAngle
                return (time: sample.time, error: angle.degrees)
            }
        }
        return (lacksNorth ? .inclination : .total, angles, stretches)
    }

    /// Returns the errors relative to the mean error of each short span, as defined by ``ShortTermError``.
    private func shortTermErrors(of samples: [MeasuredRun.Sample]) -> Errors {
        let ranges = TimeSpans.ranges(of: samples.map(\.time), span: options.span)
        let spans = ranges.compactMap { range -> [MeasuredRun.Sample]? in
            guard let mean = SphericalMean.mean(of: samples[range].map(\.error)) else { return nil }
            return samples[range].map { .init(time: $0.time, error: $0.error * mean.conjugate) }
        }
        let angles = spans.joined().map { (time: $0.time, error: $0.error.rotationAngle.degrees) }
        return (.shortTerm, Self.divided(angles, time: \.time), spans)
    }

    private static func divided<Sample>(
        _ samples: [Sample],
        longestGap: Seconds = EvaluationOptions.longestReferenceGap,
        time: (Sample) -> Seconds
    ) -> [[Sample]] {
        var stretches: [[Sample]] = []
        var start = 0
        for index in samples.indices.dropFirst()
        where time(samples[index]) - time(samples[index - 1]) > longestGap {
            stretches.append(Array(samples[start..<index]))
            start = index
        }
        if start < samples.count { stretches.append(Array(samples[start...])) }
        return stretches
    }

    /// Thins all stretches with one common set of time bins. With separate bins for each stretch, many short stretches
    /// would need more space than one long stretch.
    private static func curve(
        of stretches: [[(time: Seconds, error: Double)]],
        from start: Seconds,
        columns: Int
    ) -> RunSeries.Curve {
        let samples = stretches.joined().map(\.self)
        let kept = MinMaxThinning.positions(
            x: samples.map(\.time),
            y: samples.map(\.error),
            bins: columns
        )
        var x: [[Double]] = []
        var y: [[Double]] = []
        var end = 0
        var next = stretches[...]
        for position in kept {
            var isNew = x.isEmpty
            while position >= end, let stretch = next.popFirst() {
                end += stretch.count
                isNew = true
            }
            if isNew {
                x.append([])
                y.append([])
            }
            x[x.count - 1].append(milliseconds(samples[position].time - start))
            y[y.count - 1].append(samples[position].error.rounded(toSignificant: 4))
        }
        return RunSeries.Curve(x: NumberStretches(x), y: NumberStretches(y))
    }

    private static func relative(_ range: ClosedRange<Seconds>, to start: Seconds) -> ClosedRange<Seconds> {
        milliseconds(range.lowerBound - start)...milliseconds(range.upperBound - start)
    }

    private static func milliseconds(_ time: Seconds) -> Seconds { (time * 1_000).rounded() / 1_000 }
}

/// The spectrum of an orientation error: the sum of the power spectral densities of the three components of the error's
/// rotation vector.
enum ErrorSpectrum {
    /// The maximum length, in seconds, of the windows over which the spectrum is averaged.
    private static let longestWindow: Seconds = 8
    private static let shortestLength = 32
    private static let binsPerDecade = 12.0

    /// Returns the spectrum in deg²/Hz as a function of frequency in Hz, averaged over bins of equal width on a
    /// logarithmic axis; `nil` if all stretches are shorter than a window.
    ///
    /// Samples are treated as evenly spaced at their median interval.
    ///
    /// - Parameter stretches: the errors, one array for each stretch without gaps.
    static func curve(of stretches: [[MeasuredRun.Sample]]) -> RunSeries.Curve? {
        let intervals = stretches.flatMap { stretch in zip(stretch, stretch.dropFirst()).map { $1.time - $0.time } }
        guard let longest = stretches.map(\.count).max(), !intervals.isEmpty else { return nil }
        let interval = ErrorStatistics.median(of: intervals)
        let maximumLength = min(longest, Int(saturating: longestWindow / interval))
        guard interval > 0, maximumLength >= shortestLength else { return nil }
        let length = 1 << (Int.bitWidth - 1 - maximumLength.leadingZeroBitCount)
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

    /// Averages the density over frequency bins. The frequency 0 is omitted, because the mean has been removed.
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

/// The periods in which the magnetic field's strength differs from the usual strength in the recording.
///
/// The mean strength over half a second is compared with the median strength of the recording. The field is disturbed
/// if the two differ by more than a tenth for at least half a second. VQF uses the same two limits (Laidig & Seel 2023,
/// doi:10.1016/j.inffus.2022.10.014). A magnet that is fixed to the device is not detected, because it disturbs the
/// whole recording.
///
/// ```swift
/// let disturbed = MagneticDisturbance.stretches(in: magnetometer)
/// ```
public enum MagneticDisturbance {
    private static let largestShare = 0.1
    private static let span: Seconds = 0.5

    /// Returns the time ranges in which the field is disturbed, oldest first. O(n log n).
    public static func stretches(in stream: SensorStream<Vector3>) -> [ClosedRange<Seconds>] {
        let samples = zip(stream.times, stream.values).map { (time: $0, strength: $1.length) }
            .filter { $0.strength.isFinite }
        guard !samples.isEmpty else { return [] }
        let median = ErrorStatistics.median(of: samples.map(\.strength))
        var (low, high) = (0, 0)
        var sum = 0.0
        let isDisturbed = samples.map { sample in
            while high < samples.count, samples[high].time <= sample.time + span / 2 {
                sum += samples[high].strength
                high += 1
            }
            while samples[low].time < sample.time - span / 2 {
                sum -= samples[low].strength
                low += 1
            }
            return abs(sum / Double(high - low) - median) > largestShare * median
        }
        return samples.indices.split { !isDisturbed[$0] }.compactMap { run in
            let (start, end) = (samples[run.lowerBound].time, samples[run.upperBound - 1].time)
            return end - start >= span ? start...end : nil
        }
    }
}

/// The reduction of a series to the samples that are visible in a plot. Every spike remains.
///
/// The range of x is divided into bins of equal width, like the columns of a plot. In each bin, the first sample with
/// the smallest y and the first sample with the largest y are kept, and all other samples are removed. The first and
/// last samples of the series are also kept. The plot differs from a plot of all samples by at most one column.
package enum MinMaxThinning {
    /// Returns the indices of the kept samples in ascending order. All samples of a short series are kept. At most 2 ·
    /// bins + 2 samples of a longer series are kept.
    ///
    /// O(count). The reduction is idempotent.
    ///
    /// - Parameters:
    ///   - x: finite numbers that do not decrease.
    ///   - y: finite numbers, one for each element of `x`.
    ///   - bins: the number of bins, at least 1.
    package static func positions(x: [Double], y: [Double], bins: Int) -> [Int] {
        precondition(x.count == y.count && bins > 0, "x and y have equal counts, and there is a bin")
        guard x.count > 2 * bins + 2, let first = x.first, let last = x.last, last > first else {
            return x.first == x.last && x.count > 4 ? extremes(of: y) : Array(x.indices)
        }
        var kept: [Int] = []
        kept.reserveCapacity(2 * bins + 2)
        var start = 0
        var bin = 0
        for index in x.indices {
            let here = min(max(0, Int(saturating: (x[index] - first) / (last - first) * Double(bins))), bins - 1)
            guard here > bin else { continue }
            append(start..<index, of: y, to: &kept)
            (start, bin) = (index, here)
        }
        append(start..<x.count, of: y, to: &kept)
        if kept.first != 0 { kept.insert(0, at: 0) }
        if kept.last != x.count - 1 { kept.append(x.count - 1) }
        return kept
    }

    private static func extremes(of y: [Double]) -> [Int] {
        var kept: [Int] = []
        append(y.indices, of: y, to: &kept)
        return Set(kept + [0, y.count - 1]).sorted()
    }

    private static func append(_ range: Range<Int>, of y: [Double], to kept: inout [Int]) {
        guard var low = range.first, var high = range.first else { return }
        for index in range {
            if y[index] < y[low] { low = index }
            if y[index] > y[high] { high = index }
        }
        kept.append(min(low, high))
        if low != high { kept.append(max(low, high)) }
    }
}

/// The power spectral density of samples, estimated by Welch's method.
///
/// Source: Welch 1967, doi:10.1109/TAU.1967.1161901. The density is one-sided and averaged over Hann windows that
/// overlap by half. The mean of each window is removed.
package enum PowerSpectrum {
    /// Returns the density at the frequencies k/(length · interval), k = 0 … length/2, in the samples' unit squared per
    /// hertz; `nil` if all stretches are shorter than a window.
    ///
    /// O(n log length).
    ///
    /// - Parameters:
    ///   - stretches: the samples, one array for each stretch without gaps.
    ///   - interval: the constant sampling interval in seconds.
    ///   - length: the number of samples in a window, a power of two.
    package static func density(of stretches: [[Double]], interval: Double, length: Int) -> [Double]? {
        precondition(length > 1 && length & (length - 1) == 0, "a power of two")
        let window = (0..<length).map { 0.5 - 0.5 * Double.cos(2 * .pi * Double($0) / Double(length)) }
        let transform = FourierTransform(length: length)
        var sums = Array(repeating: 0.0, count: length / 2 + 1)
        var count = 0
        for stretch in stretches {
            for start in stride(from: 0, through: stretch.count - length, by: length / 2) {
                let part = stretch[start..<(start + length)]
                let mean = part.reduce(0, +) / Double(length)
                let powers = transform.powers(of: zip(part, window).map { ($0 - mean) * $1 })
                for index in sums.indices { sums[index] += powers[index] }
                count += 1
            }
        }
        guard count > 0 else { return nil }
        // The density is one-sided, so it includes the power at negative frequencies. The frequency 0 and the Nyquist
        // frequency have no negative counterpart.
        let scale = 2 * interval / (window.reduce(0) { $0 + $1 * $1 } * Double(count))
        return sums.indices.map { sums[$0] * ($0 == 0 || $0 == length / 2 ? scale / 2 : scale) }
    }
}

/// The discrete Fourier transform of a fixed number of real samples.
///
/// Source: Cooley & Tukey 1965, doi:10.1090/S0025-5718-1965-0178586-1, radix 2.
private struct FourierTransform {
    private let cosines: [Double]
    private let sines: [Double]
    private let order: [Int]

    init(length: Int) {
        cosines = (0..<(length / 2)).map { Double.cos(2 * .pi * Double($0) / Double(length)) }
        sines = (0..<(length / 2)).map { -Double.sin(2 * .pi * Double($0) / Double(length)) }
        let bits = length.trailingZeroBitCount
        order = (0..<length).map { (index: Int) -> Int in
            (0..<bits).reduce(0) { (reversed: Int, bit: Int) -> Int in
                reversed | ((index >> bit) & 1) << (bits - 1 - bit)
            }
        }
    }

    /// Returns the powers |X_k|² of the transform X for k = 0 … length/2.
    func powers(of samples: [Double]) -> [Double] {
        var real = order.map { samples[$0] }
        var imaginary = Array(repeating: 0.0, count: real.count)
        var half = 1
        while half < real.count {
            let step = real.count / (2 * half)
            for block in stride(from: 0, to: real.count, by: 2 * half) {
                for index in 0..<half {
                    let (upper, lower) = (block + index, block + index + half)
                    let (cosine, sine) = (cosines[index * step], sines[index * step])
                    let turnedReal = real[lower] * cosine - imaginary[lower] * sine
                    let turnedImaginary = real[lower] * sine + imaginary[lower] * cosine
                    (real[lower], imaginary[lower]) = (real[upper] - turnedReal, imaginary[upper] - turnedImaginary)
                    (real[upper], imaginary[upper]) = (real[upper] + turnedReal, imaginary[upper] + turnedImaginary)
                }
            }
            half *= 2
        }
        return (0...(real.count / 2)).map { (index: Int) -> Double in
            real[index] * real[index] + imaginary[index] * imaginary[index]
        }
    }
}
