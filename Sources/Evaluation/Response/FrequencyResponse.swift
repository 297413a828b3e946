import RealModule
import Recordings
public import SensorModel

/// The gain and phase of the estimate relative to the reference by frequency, measured in simulated oscillations.
public struct FrequencyResponse: Sendable, Hashable {
    /// The measured frequencies, ordered by oscillation and then by frequency.
    public var points: [FrequencyPoint]
    /// The reason why some frequencies or gains were not measured; `nil` if all were measured.
    public var note: String?

    /// Creates a frequency response.
    public init(points: [FrequencyPoint] = [], note: String? = nil) {
        self.points = points
        self.note = note
    }

    /// The minimum coherence at which gain and phase are reported. At a lower coherence, less than half of the
    /// estimate's motion depends on the reference's motion.
    public static let minimumCoherence = 0.5
    /// The reason why a recording without oscillations has no frequency response.
    public static let reasonWithout = "the recording has no sine or chirp about an axis of rotation"
}

extension FrequencyResponse {
    /// The measured frequencies in each decade of a chirp: the preferred numbers R5 of ISO 3.
    private static let preferred = [1, 1.6, 2.5, 4, 6.3]
    /// The number of adjacent bins, on each side of a frequency's own bin, that are included in its gain and coherence.
    private static let neighbours = 2
    /// The time after the end of an oscillation, in seconds, in which the response decays. The response is also
    /// measured during this time.
    private static let tail: Seconds = 2

    /// Measures the response to every simulated oscillation about an axis of rotation.
    static func measure(
        _ estimates: Estimates,
        truth: OrientationTrack,
        simulation: SimulationDescription?
    ) -> FrequencyResponse {
        let swings = (simulation?.events ?? []).filter { $0.kind != .step && $0.axis.isAngle }
        guard !swings.isEmpty else { return FrequencyResponse(note: reasonWithout) }
        var response = FrequencyResponse()
        for swing in swings {
            guard let motion = SwingMotion(estimates, truth, from: swing.start, to: swing.end + tail) else {
                response.note = "too few estimates with a valid reference during the oscillation"
                continue
            }
            var last = 0.0
            for frequency in frequencies(of: swing) {
                let point = point(at: frequency, of: motion, after: &last)
                if point.gain == nil { response.note = "no gain if the coherence is below \(minimumCoherence)" }
                response.points.append(point)
            }
        }
        return response
    }

    /// Returns the frequency of a sine. For a chirp, returns the frequencies of the list `preferred`, in any decade,
    /// that are within the range of the chirp. Frequencies near the ends of this range are excluded, because the
    /// chirp's amplitude fades there.
    private static func frequencies(of swing: SimulationEvent) -> [Hertz] {
        guard let first = swing.startFrequency, let last = swing.endFrequency else { return [] }
        guard first != last else { return [first] }
        let (low, high) = (min(first, last), max(first, last))
        // The amplitude of a linear sweep fades in and out for one second.
        let margin = (high - low) / max(swing.end - swing.start, 2)
        var found: [Hertz] = []
        for exponent in -3...3 {
            let decade = Double.pow(10, exponent)
            found += preferred.map { $0 * decade }.filter { $0 >= low + margin && $0 <= high - margin }
        }
        return found
    }

    /// Returns the response at a frequency.
    ///
    /// The transfer function is H = Σ Y U*/Σ |U|² and the coherence γ² = |Σ Y U*|²/(Σ |U|² Σ |Y|²) over neighbouring
    /// bins (Bendat & Piersol 2010). U is the reference's transform, and Y is the estimate's transform.
    private static func point(
        at frequency: Hertz,
        of motion: SwingMotion,
        after last: inout Double
    ) -> FrequencyPoint {
        var cross = (real: 0.0, imaginary: 0.0)
        var (input, output) = (0.0, 0.0)
        for neighbour in -neighbours...neighbours {
            let bin = frequency + Double(neighbour) / motion.duration
            guard bin > 0 else { continue }
            let (truth, estimate) = (
                motion.transform(motion.truth, at: bin), motion.transform(motion.estimate, at: bin)
            )
            cross.real += estimate.real * truth.real + estimate.imaginary * truth.imaginary
            cross.imaginary += estimate.imaginary * truth.real - estimate.real * truth.imaginary
            input += truth.real * truth.real + truth.imaginary * truth.imaginary
            output += estimate.real * estimate.real + estimate.imaginary * estimate.imaginary
        }
        let size = Double.hypot(cross.real, cross.imaginary)
        let coherence = input > 0 && output > 0 ? min(1, size / input * (size / output)) : 0
        guard coherence >= minimumCoherence else {
            return FrequencyPoint(frequency: frequency, gain: nil, phase: nil, coherence: coherence)
        }
        // The phase is known up to multiples of 2π. The value closest to the phase of the previous frequency is used.
        let raw = Double.atan2(y: cross.imaginary, x: cross.real)
        let phase = raw + 2 * .pi * ((last - raw) / (2 * .pi)).rounded()
        last = phase
        return FrequencyPoint(
            frequency: frequency,
            gain: size / input,
            phase: Angle(radians: phase),
            coherence: coherence
        )
    }
}

/// The response of the estimate to an oscillation of one frequency.
public struct FrequencyPoint: Sendable, Hashable {
    /// The frequency of the oscillation, in hertz.
    public var frequency: Hertz
    /// The ratio of the estimate's amplitude to the reference's amplitude; `nil` if the coherence is too low.
    public var gain: Double?
    /// The phase of the estimate relative to the reference, negative for a delay; `nil` if the coherence is too low.
    /// The phase does not jump between frequencies, so it may be below −180°.
    public var phase: Angle?
    /// The share of the estimate's motion that depends linearly on the reference's motion, from 0 to 1.
    public var coherence: Double

    /// Creates the response at a frequency.
    public init(frequency: Hertz, gain: Double?, phase: Angle?, coherence: Double) {
        self.frequency = frequency
        self.gain = gain
        self.phase = phase
        self.coherence = coherence
    }

    /// The delay of the estimate at this frequency in seconds; negative if the estimate is ahead, `nil` without a
    /// phase.
    public var delay: Seconds? { phase.map { -$0.radians / (2 * .pi * frequency) } }
}

extension FrequencyPoint: Codable {
    private enum Key: String, CodingKey {
        case frequency = "frequency_hz"
        case gain
        case phase = "phase_deg"
        case coherence
    }

    /// Decodes the response at a frequency.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            frequency: try container.decode(Double.self, forKey: .frequency),
            gain: try container.decodeIfPresent(Double.self, forKey: .gain),
            phase: try container.decodeIfPresent(Double.self, forKey: .phase).map { Angle(degrees: $0) },
            coherence: try container.decode(Double.self, forKey: .coherence)
        )
    }

    /// Encodes the response at a frequency. Unmeasured values are null.
    public func encode(to encoder: any Encoder) throws {
        let object: JSONObject = [
            "frequency_hz": frequency,
            "gain": gain,
            "phase_deg": phase?.degrees,
            "delay_ms": delay.map { $0 * 1_000 },
            "coherence": coherence,
        ]
        try object.encode(to: encoder)
    }
}

/// The angles of the reference and of the estimate about the axis of an oscillation, at the estimate's times.
struct SwingMotion {
    let times: [Seconds]
    /// The reference's angles about the axis minus their mean, in radians.
    let truth: [Double]
    /// The estimate's angles about the axis minus their mean, in radians.
    let estimate: [Double]

    var duration: Seconds { times[times.count - 1] - times[0] }

    private static let minimumSamples = 16

    /// Computes the angles of truth and estimate about the truth's main axis of rotation, from `start` to `end`.
    /// Returns `nil` for fewer than 16 samples or without motion.
    init?(_ estimates: Estimates, _ track: OrientationTrack, from start: Seconds, to end: Seconds) {
        var cursor = 0
        var times: [Seconds] = []
        var truths: [Vector3] = []
        var turns: [Vector3] = []
        var first: (truth: UnitQuaternion, estimate: UnitQuaternion)?
        for (time, orientation) in zip(estimates.times, estimates.orientations) where time >= start && time <= end {
            guard let known = track.orientation(at: time, from: &cursor) else { continue }
            let origin = first ?? (known, orientation)
            first = origin
            times.append(time)
            // Both rotations are relative to the first orientation of their track, so a constant error has no effect.
            truths.append((known * origin.truth.conjugate).rotationVector)
            turns.append((orientation * origin.estimate.conjugate).rotationVector)
        }
        guard times.count >= Self.minimumSamples,
            let axis = truths.max(by: { $0.length < $1.length })?.normalised
        else { return nil }
        self.times = times
        truth = Self.aboutMean(truths.map { $0.dot(axis) })
        estimate = Self.aboutMean(turns.map { $0.dot(axis) })
    }

    private static func aboutMean(_ values: [Double]) -> [Double] {
        let mean = values.compensatedMean
        return values.map { $0 - mean }
    }

    /// Returns the Fourier transform Σ w_k x_k exp(−2πi f t_k) at a frequency f. The weight w_k is half the time
    /// between the neighbouring samples. O(n).
    func transform(_ values: [Double], at frequency: Hertz) -> (real: Double, imaginary: Double) {
        var (real, imaginary) = (CompensatedSum(0), CompensatedSum(0))
        for index in values.indices {
            let (before, after) = (times[max(index - 1, 0)], times[min(index + 1, times.count - 1)])
            let value = values[index] * (after - before) / 2
            let phase = 2 * Double.pi * frequency * (times[index] - times[0])
            real.add(value * Double.cos(phase))
            imaginary.add(-value * Double.sin(phase))
        }
        return (real.value, imaginary.value)
    }
}
