import Recordings
import SensorModel

/// The measurement of the series for a recording's plots. Whatever all runs share is computed once.
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
        _ associated: AssociatedSamples,
        _ estimates: Estimates,
        heading: HeadingComparison
    ) -> RunSeries {
        let errors = errors(of: associated, heading)
        let sorted = errors.stretches.joined().map(\.angle).sorted()
        let shares = sorted.isEmpty ? [] : (0...100).map { Double($0) / 100 }
        return RunSeries(
            errorKind: errors.kind,
            error: curve(of: errors.stretches),
            errorQuantiles: shares.map { ErrorStatistics.quantile($0, ofSorted: sorted).rounded(toSignificant: 4) },
            spectrum: ErrorSpectrum.curve(of: errors.spans),
            step: StepResponse.curve(of: estimates, simulation: simulation),
            stepTruth: stepTruth,
            rests: rests,
            disturbances: disturbances
        )
    }

    private struct Errors {
        let kind: RunSeries.ErrorKind
        /// The errors in degrees, in stretches without gaps.
        let stretches: [[(time: Seconds, angle: Double)]]
        /// The samples whose spectrum is computed.
        let spans: [[AssociatedSamples.Sample]]
    }

    private func errors(of associated: AssociatedSamples, _ heading: HeadingComparison) -> Errors {
        guard reference.span == nil else { return shortTermErrors(of: associated.samples) }
        let aligned = AccuracyEvaluation(associated).alignedErrors(heading.alignment) ?? []
        let samples = zip(associated.samples, aligned).map { AssociatedSamples.Sample(time: $0.time, error: $1) }
        let lacksNorth = heading.reasonWithout != nil
        let stretches = Self.divided(samples, time: \.time)
        let angles = stretches.map { stretch in
            stretch.map { sample in
                let angle = lacksNorth ? sample.error.inclinationAngle : sample.error.rotationAngle
                return (time: sample.time, angle: angle.degrees)
            }
        }
        return Errors(kind: lacksNorth ? .inclination : .total, stretches: angles, spans: stretches)
    }

    /// The errors as ``ShortTermError`` defines them.
    private func shortTermErrors(of samples: [AssociatedSamples.Sample]) -> Errors {
        let ranges = TimeSpans.ranges(
            of: samples.map(\.time),
            span: options.span,
            longestGap: EvaluationOptions.longestReferenceGap
        )
        let spans = ranges.compactMap { range -> [AssociatedSamples.Sample]? in
            guard let mean = SphericalMean.mean(of: samples[range].map(\.error)) else { return nil }
            return samples[range].map { .init(time: $0.time, error: $0.error * mean.conjugate) }
        }
        let angles = spans.joined().map { (time: $0.time, angle: $0.error.rotationAngle.degrees) }
        return Errors(kind: .shortTerm, stretches: Self.divided(angles, time: \.time), spans: spans)
    }

    private static func divided<Sample>(_ samples: [Sample], time: (Sample) -> Seconds) -> [[Sample]] {
        var stretches: [[Sample]] = []
        var start = 0
        for index in samples.indices.dropFirst()
        where time(samples[index]) - time(samples[index - 1]) > EvaluationOptions.longestReferenceGap {
            stretches.append(Array(samples[start..<index]))
            start = index
        }
        if start < samples.count { stretches.append(Array(samples[start...])) }
        return stretches
    }

    /// Reduces all stretches on one grid, so that many short ones need no more space than a long one.
    private func curve(of stretches: [[(time: Seconds, angle: Double)]]) -> RunSeries.Curve {
        let samples = stretches.joined().map(\.self)
        let kept = MinMaxThinning.positions(
            x: samples.map(\.time),
            y: samples.map(\.angle),
            bins: options.seriesColumns
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
            x[x.count - 1].append(Self.milliseconds(samples[position].time - start))
            y[y.count - 1].append(samples[position].angle.rounded(toSignificant: 4))
        }
        return RunSeries.Curve(x: NumberStretches(x), y: NumberStretches(y))
    }

    private static func relative(_ range: ClosedRange<Seconds>, to start: Seconds) -> ClosedRange<Seconds> {
        milliseconds(range.lowerBound - start)...milliseconds(range.upperBound - start)
    }

    private static func milliseconds(_ time: Seconds) -> Seconds { (time * 1_000).rounded() / 1_000 }
}
