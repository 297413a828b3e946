public import Recordings
public import SensorModel

/// A noise description for `sextant simulate --noise`, fitted to the sensors' readings while the device is at rest.
public struct NoiseFit: Sendable, Hashable {
    /// The recording's name.
    public var recording: String
    /// The periods in which the device is at rest.
    public var rests: RestSegments
    /// The fits of the accelerometer, the gyroscope and the magnetometer. Sensors without samples are omitted.
    public var sensors: [SensorNoiseFit]

    /// Fits the noise of a recording's sensors. O(n log n).
    ///
    /// - Parameters:
    ///   - recording: the recording whose rests are used.
    ///   - path: the recording's path, for error messages.
    ///   - isAtRest: whether the device is known to be at rest during the whole recording. If not, ``RestSegments``
    ///     detects the rests. The detection fails if noise or quantisation steps exceed 1.5 % of gravity.
    /// - Throws: `InputError` if the recording has no rest, or no accelerometer, gyroscope or magnetometer.
    public init(_ recording: Recording, path: String, isAtRest: Bool = false) throws(InputError) {
        let streams = SensorRange.all.compactMap { sensor in
            recording.vectors(of: sensor.kind).map { (sensor.kind, $0, sensor.unit) }
        }
        guard !streams.isEmpty else {
            throw InputError(
                file: path,
                message: "the recording has no accelerometer, gyroscope or magnetometer whose noise could be fitted",
                advice: "use another recording"
            )
        }
        rests = RestSegments(recording, isAtRest: isAtRest)
        if let reason = rests.reasonWithout {
            throw InputError(
                file: path,
                message:
                    "no rest of at least \(CheckText.number(RestSegments.shortest)) s is detected, so noise and motion "
                    + "cannot be separated: \(reason)",
                advice: "record the device on a table for some minutes, or add --at-rest if the device never moved"
            )
        }
        self.recording = recording.name
        sensors = streams.map { [rests] kind, stream, unit in
            SensorNoiseFit(stream, named: kind.rawValue, unit: unit, during: rests)
        }
    }
}

extension NoiseFit {
    /// Returns the description as YAML text for `sextant simulate --noise`. A comment states the reason for each
    /// missing value.
    public func yaml(name: String) -> String {
        let ranges = rests.ranges.prefix(Self.maximumRanges).map {
            "\(CheckText.number($0.lowerBound)) to \(CheckText.number($0.upperBound)) s"
        }
        let more = rests.ranges.count - ranges.count
        let rest = ranges.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        var lines = [
            "noise: \(YAMLText.quoted(name))",
            "summary: \(YAMLText.quoted("fitted to \(recording) at rest"))",
            "source: \(YAMLText.quoted("measured in \(recording), at rest from \(rest)"))",
            "# A rest does not determine jitter, dropped, scale, misalignment, softIron and range. heading, attitude,",
            "# location and pose are not fitted.",
        ]
        for sensor in sensors { lines += sensor.lines }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The missing values with their reasons, such as `gyroscope step: the readings have no common step`.
    public var leftOut: [String] {
        sensors.flatMap { sensor in sensor.settings.compactMap { $0.reason.map { "\(sensor.stream) \($0)" } } }
    }

    private static let maximumRanges = 5
}

extension SensorNoiseFit {
    /// The line for one key of the description, or the reason why the line is missing.
    fileprivate struct Setting {
        let line: String?
        let reason: String?

        init(_ key: String, _ figures: [Measured], digits: Int) {
            let values = figures.compactMap(\.value).map { NoiseText.number($0, digits: digits) }
            let isKnown = values.count == figures.count
            let list = values.count == 1 ? values[0] : "[\(values.joined(separator: ", "))]"
            line = isKnown ? "\(key): \(list)" : nil
            reason = isKnown ? nil : "\(key): \(Self.reasons(figures))"
        }

        private static func reasons(_ figures: [Measured]) -> String {
            let unknown = zip(["x", "y", "z"], figures).compactMap { axis, figure in
                if case .unknown(let reason) = figure { (axis, reason) } else { nil }
            }
            let reasons = unknown.map(\.1).distinct()
            guard figures.count > 1, unknown.count < figures.count || reasons.count > 1 else {
                return reasons.joined()
            }
            return reasons.map { reason in
                unknown.filter { $0.1 == reason }.map(\.0).joined(separator: ", ") + ": " + reason
            }
            .joined(separator: "; ")
        }
    }

    fileprivate var settings: [Setting] {
        [
            Setting("rate", [rate], digits: 6), Setting("noise", noise, digits: 4),
            Setting("correlation", [correlation], digits: 3), Setting("bias", bias, digits: 4),
            Setting("biasWalk", biasWalk, digits: 3), Setting("step", [step], digits: 12),
        ]
    }

    /// The lines for this sensor. If the rate is unknown, the lines contain only comments with reasons.
    fileprivate var lines: [String] {
        let reasons = settings.compactMap { $0.reason.map { "# \(stream) \($0)" } }
        guard rate.value != nil else { return reasons }
        return ["\(stream):", "  # \(samples) samples."] + settings.compactMap { $0.line.map { "  " + $0 } } + reasons
    }
}

/// The quantisation step of a sensor's readings.
enum QuantisationStep {
    /// The tolerance of the test whether each difference between readings is a multiple of the step, as a fraction of
    /// the step.
    private static let slack = 0.1
    /// The maximum difference between readings that count as equal, as a fraction of the largest reading.
    private static let sameReading = 1e-9
    private static let maximumDigits = 12

    /// Returns the quantisation step, or `nil` if the readings have no common step.
    ///
    /// All differences between readings of an axis must be multiples of the step. The smallest difference is the first
    /// estimate of the step, and the other readings refine it. The result is the number with the fewest digits that is
    /// consistent with the readings. O(n log n).
    static func step(of axes: [[Double]]) -> Double? {
        let largest = axes.joined().reduce(0) { max($0, $1.magnitude) }
        let differences = axes.flatMap { values in
            let sorted = values.sorted()
            return zip(sorted, sorted.dropFirst()).map { $1 - $0 }.filter { $0 > largest * sameReading }
        }
        .sorted()
        guard let smallest = differences.first, differences.count > 1 else { return nil }
        // The differences are ascending, so the step is refined before steps are counted in large differences.
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

    /// Returns a more accurate step, computed as the largest reading divided by its number of steps. Returns `nil` if a
    /// reading is not a multiple of the new step.
    private static func throughZero(_ readings: [Double], step: Double) -> Double? {
        guard let largest = readings.max(by: { $0.magnitude < $1.magnitude }) else { return nil }
        let count = (largest / step).rounded()
        guard count != 0 else { return nil }
        let refined = largest / count
        let worst = readings.reduce(0) { max($0, abs($1 - ($1 / refined).rounded() * refined)) }
        guard abs(largest - count * step) < slack * step, worst < slack * refined else { return nil }
        return shortest(near: refined, tolerance: 3 * worst / abs(count))
    }

    /// Returns the number with the fewest digits that differs from `step` by at most the tolerance and a rounding
    /// error.
    private static func shortest(near step: Double, tolerance: Double) -> Double {
        let candidates = (1...maximumDigits).lazy.compactMap { Double(NoiseText.number(step, digits: $0)) }
        return candidates.first { abs($0 - step) <= tolerance + step * 1e-12 } ?? step
    }
}

/// The formatting of numbers in a noise description.
enum NoiseText {
    /// Returns the number with `digits` significant digits and at most fifteen decimals. Numbers below 1000 have no
    /// exponent.
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
        return DecimalText.rounded(value, decimals: decimals)
    }

    private static let maximumDecimals = 15
}

/// The errors of one sensor, determined from its readings at rest, in m/s², rad/s or µT.
///
/// Variances are computed over parts of about ten seconds, so a drifting bias does not contribute. If the readings are
/// multiples of a step, the rounding variance step²/12 is subtracted (Sheppard's correction).
public struct SensorNoiseFit: Sendable, Hashable {
    /// The stream's name, such as `accelerometer`.
    public var stream: String
    /// The number of samples during all rests.
    public var samples: Int
    /// The sampling rate in Hz.
    public var rate: Measured
    /// The standard deviation of the noise of one sample, for x, y and z.
    public var noise: [Measured]
    /// The correlation between the noise of consecutive samples, averaged over the axes.
    public var correlation: Measured
    /// The quantisation step of the readings, in the sensor's unit.
    public var step: Measured
    /// The mean reading at rest, for x, y and z; known only for a gyroscope.
    public var bias: [Measured]
    /// The standard deviation of the change of the bias within one second, for x, y and z.
    public var biasWalk: [Measured]

    private static let stretch: Seconds = 10
    /// The standard deviation of the noise, in quantisation steps, below which the noise is reported as unknown. At 0.4
    /// steps or more, the error of Sheppard's correction is at most 2 % of the variance.
    private static let minimumNoiseInSteps = 0.4
    /// The smallest quantisation step that is attributed to the sensor, as a fraction of the noise. Smaller steps are
    /// caused by the number of decimals in a file.
    private static let finestStep = 1e-3
    /// The number of standard errors above which an estimate is significant. The standard error of a correlation is
    /// 1/√n for n samples.
    private static let sigmas = 4.0
    /// The maximum correlation that a noise description accepts.
    private static let maximumCorrelation = 0.999

    /// Fits the errors of a sensor. O(n log n).
    ///
    /// - Parameters:
    ///   - stream: the readings of the sensor.
    ///   - name: the stream's name.
    ///   - unit: the unit of the readings, such as "m/s²".
    ///   - rests: the periods in which the device is at rest.
    init(_ stream: SensorStream<Vector3>, named name: String, unit: String, during rests: RestSegments) {
        self.stream = name
        let timing = StreamTiming(stream.times)
        // Gaps reduce the mean rate, but not the sampling rate of the sensor.
        rate =
            (timing.gapCount == 0 ? timing.meanRate : timing.medianInterval.map { 1 / $0 }).map(Measured.value)
            ?? .unknown("all samples have the same timestamp")
        let pieces = Self.pieces(of: stream, during: rests)
        samples = pieces.reduce(0) { $0 + $1.count }
        let axes: [any KeyPath<Vector3, Double> & Sendable] = [\.x, \.y, \.z]
        let values = axes.map { axis in pieces.map { piece in piece.map { $0[keyPath: axis] } } }
        let scatter = values.map { StretchScatter($0) }
        let finest = scatter.compactMap { $0?.variance.squareRoot() }.min() ?? 0
        step = Self.step(values.map { $0.flatMap(\.self) }, noise: finest)
        let rounding = (step.value ?? 0) * (step.value ?? 0) / 12
        noise = scatter.map { [step] in Self.noise($0, rounding: rounding, step: step.value) }
        correlation = Self.correlation(zip(scatter, noise).map { ($0, $1.value) }, samples: samples, timing)
        bias = values.map { pieces in
            guard name == StreamKind.gyroscope.rawValue else {
                return .unknown("the bias cannot be separated from \(unit == "µT" ? "the Earth's field" : "gravity")")
            }
            return Double.mean(of: pieces.flatMap(\.self)).map(Measured.value) ?? .unknown("no samples at rest")
        }
        let inspections = NoiseInspection.axes(of: stream, unit: unit, during: rests)
        biasWalk = zip(inspections, noise).map { [correlation, rate] inspection, noise in
            Self.walk(inspection.allan.rateRandomWalk, noise.value, correlation.value, rate.value, rests)
        }
    }

    private static func pieces(of stream: SensorStream<Vector3>, during rests: RestSegments) -> [[Vector3]] {
        rests.ranges.flatMap { rest in
            let wanted = Int(saturating: ((rest.upperBound - rest.lowerBound) / stretch).rounded())
            let inside = stream.times.indices
                .filter { rest.contains(stream.times[$0]) && stream.values[$0].isFinite }
                .map { stream.values[$0] }
            // Incorrect times can produce a rest of years, so the number of samples limits the number of parts.
            let parts = max(1, min(wanted, inside.count))
            return (0..<parts).compactMap { (part: Int) -> [Vector3]? in
                let (start, end) = (inside.count * part / parts, inside.count * (part + 1) / parts)
                return end - start >= CheckEvidence.minimumSamples ? Array(inside[start..<end]) : nil
            }
        }
    }

    private static func step(_ axes: [[Double]], noise: Double) -> Measured {
        guard let step = QuantisationStep.step(of: axes) else { return .unknown("the readings have no common step") }
        guard step >= noise * finestStep else {
            return .unknown("the step of \(CheckText.number(step)) is below a thousandth of the noise")
        }
        return .value(step)
    }

    private static func noise(_ scatter: StretchScatter?, rounding: Double, step: Double?) -> Measured {
        guard let scatter else { return .unknown("fewer than \(CheckEvidence.minimumSamples) samples at rest") }
        guard scatter.variance > 0 else { return .unknown("the readings do not change at rest") }
        let variance = scatter.variance - rounding
        let minimum = minimumNoiseInSteps * (step ?? 0)
        guard variance > 0, variance >= minimum * minimum else {
            return .unknown("rounding hides the noise, which is below \(CheckText.number(minimumNoiseInSteps)) steps")
        }
        return .value(variance.squareRoot())
    }

    private static func correlation(
        _ axes: [(scatter: StretchScatter?, noise: Double?)],
        samples: Int,
        _ timing: StreamTiming
    ) -> Measured {
        // If the noise is not small compared with a step, rounding errors of consecutive samples are independent and
        // affect only the variance.
        let known = axes.compactMap { axis in
            axis.scatter.flatMap { scatter in axis.noise.map { scatter.covariance / ($0 * $0) } }
        }
        guard !timing.isUneven else { return .unknown("the samples are not evenly spaced") }
        guard known.count == axes.count, let mean = Double.mean(of: known) else {
            return .unknown("the noise of an axis is unknown")
        }
        guard mean >= -sigmas / Double(samples).squareRoot() else {
            return .unknown("\(CheckText.number(mean)) is below 0, but noise descriptions accept only 0 and above")
        }
        return .value(min(max(mean, 0), maximumCorrelation))
    }

    /// Returns the random walk of the bias, or the reason why no significant walk was detected.
    ///
    /// The longest averaging time is a ninth of the duration at rest. The walk increases the Allan variance at this
    /// time. The walk is significant if it increases the variance by more than four standard deviations of the white
    /// noise's Allan variance.
    private static func walk(
        _ found: Measured,
        _ noise: Double?,
        _ correlation: Double?,
        _ rate: Double?,
        _ rests: RestSegments
    ) -> Measured {
        guard let walk = found.value else { return found }
        guard let noise, let correlation, let rate, let rest = rests.longest else {
            return .unknown("the white noise is unknown")
        }
        let longest = (rest.upperBound - rest.lowerBound) / AllanCoefficients.partsOfLongestTime
        let density = noise * noise * (1 + correlation) / (1 - correlation) / rate
        // NIST SP 1065, table 5, white noise at nine means: 3 · 9/2 − 2 degrees of freedom.
        let spread = (2 / (1.5 * AllanCoefficients.partsOfLongestTime - 2)).squareRoot()
        guard walk * walk * longest / 3 > sigmas * spread * density / longest else {
            return .unknown("white noise hides the walk at averaging times up to \(CheckText.number(longest)) s")
        }
        return found
    }
}

/// The variance of noise and the covariance of consecutive samples. The mean of each stretch of samples is subtracted
/// from the samples of this stretch.
struct StretchScatter {
    let variance: Double
    let covariance: Double

    /// Computes variance and covariance. Returns `nil` without consecutive samples. O(samples).
    init?(_ stretches: [[Double]]) {
        var (squares, products) = (0.0, 0.0)
        var (count, pairs) = (0, 0)
        for stretch in stretches {
            guard let mean = Double.mean(of: stretch) else { continue }
            squares += stretch.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            products += zip(stretch, stretch.dropFirst()).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) }
            count += stretch.count
            pairs += stretch.count - 1
        }
        guard count > 0, pairs > 0 else { return nil }
        let (raw, rawProduct) = (squares / Double(count), products / Double(pairs))
        let length = Double(count) / Double(stretches.count)
        // Subtracting the mean of each stretch reduces both moments by the variance of that mean, σ²/m (1 + ρ)/(1 − ρ)
        // for a first-order autoregression.
        var correction = 0.0
        for _ in 0..<Self.rounds where raw > 0 {
            let rho = min(
                max((rawProduct + correction) / (raw + correction), -Self.maximumCorrelation),
                Self.maximumCorrelation
            )
            correction = (raw + correction) / length * (1 + rho) / (1 - rho)
        }
        (variance, covariance) = (raw + correction, rawProduct + correction)
    }

    /// The number of iterations that correct the variance for the subtracted means. Each iteration divides the
    /// remaining error of the variance by the number of independent samples in a stretch.
    private static let rounds = 5
    /// The maximum correlation for which the variance of a stretch's mean is computed.
    private static let maximumCorrelation = 0.95
}
