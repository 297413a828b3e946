import RealModule
import Recordings
import SensorModel

/// The response of the estimate to oscillations by frequency, or the reason why it could not be measured.
public struct FrequencyResponse: Sendable, Hashable {
    /// The points by rising frequency within each event, events in order.
    public var points: [FrequencyPoint]
    /// Why points are missing or lack a gain; nil if everything was measured.
    public var note: String?

    /// Creates a response.
    public init(points: [FrequencyPoint] = [], note: String? = nil) {
        self.points = points
        self.note = note
    }

    /// The coherence below which less than half of the motion at a frequency depends on the reference's motion.
    public static let leastCoherence = 0.5
    /// The note of a response over a recording without oscillations.
    public static let reasonWithout = "the recording has no sine or chirp about an axis of rotation"
}

extension FrequencyResponse {
    /// Five preferred frequencies per decade (ISO 3, R5).
    private static let preferred = [1, 1.6, 2.5, 4, 6.3]
    /// The number of bins on either side of a frequency that contribute to its coherence.
    private static let neighbours = 2
    /// The time after the oscillation in which its response fades and is still measured.
    private static let tail: Seconds = 2

    /// Measures the response to every oscillation of the simulation.
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
                if point.gain == nil { response.note = "no gain where the coherence is below \(leastCoherence)" }
                response.points.append(point)
            }
        }
        return response
    }

    /// The frequency of a sine, or the preferred frequencies within a chirp's range. Excludes the ends of a chirp,
    /// where its amplitude fades.
    private static func frequencies(of swing: SimulationEvent) -> [Hertz] {
        guard let first = swing.startFrequency, let last = swing.endFrequency else { return [] }
        guard first != last else { return [first] }
        let (low, high) = (min(first, last), max(first, last))
        // A linear sweep fades for one second at either end.
        let margin = (high - low) / max(swing.end - swing.start, 2)
        var found: [Hertz] = []
        for exponent in -3...3 {
            let decade = Double.pow(10, exponent)
            found += preferred.map { $0 * decade }.filter { $0 >= low + margin && $0 <= high - margin }
        }
        return found
    }

    /// H = Σ Y U*/Σ |U|², γ² = |Σ Y U*|²/(Σ |U|² Σ |Y|²) over neighbouring bins (Bendat & Piersol 2010).
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
        guard input > 0, output > 0 else {
            return FrequencyPoint(frequency: frequency, gain: nil, phase: nil, coherence: 0)
        }
        let coherence = min(1, size / input * (size / output))
        guard coherence >= leastCoherence else {
            return FrequencyPoint(frequency: frequency, gain: nil, phase: nil, coherence: coherence)
        }
        // Of all angles that differ by multiples of 2π, the one closest to the previous frequency's phase.
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
