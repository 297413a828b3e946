import Recordings
import SensorModel

extension ScenarioEntry {
    /// The time over which oscillations fade in and out, so that nothing jumps.
    private static let fade: Seconds = 1
    /// The rest before and after an oscillation.
    private static let rest: Seconds = 2

    static let sine = ScenarioEntry(
        name: "sine",
        summary: "An oscillation of one frequency between two rests: for gain and lag.",
        parameters: [
            .rotationAxis("Axis of the oscillation."),
            .number("amplitude", .degrees, in: .turns, default: 20, "Amplitude of the oscillation."),
            .number("frequency", .hertz, in: .aboveZeroToBillion, default: 0.5, "Frequency of the oscillation."),
        ],
        duration: 30
    ) { values, duration in
        let frequency = values.required("frequency")
        return oscillation(.sine, values, duration, from: frequency, to: frequency)
    }

    static let chirp = ScenarioEntry(
        name: "chirp",
        summary: "A linear chirp between two rests: for frequency responses.",
        parameters: [
            .rotationAxis("Axis of the oscillation."),
            .number("amplitude", .degrees, in: .turns, default: 5, "Amplitude of the oscillation."),
            .number("startFrequency", .hertz, in: .aboveZeroToBillion, default: 0.1, "Initial frequency."),
            .number("endFrequency", .hertz, in: .aboveZeroToBillion, default: 5, "Final frequency."),
        ],
        duration: 60
    ) { values, duration in
        oscillation(
            .chirp,
            values,
            duration,
            from: values.required("startFrequency"),
            to: values.required("endFrequency")
        )
    }

    private static func oscillation(
        _ kind: SimulationEvent.Kind,
        _ values: ParameterValues,
        _ duration: Seconds,
        from first: Hertz,
        to last: Hertz
    ) -> (Motion, [SimulationEvent]) {
        let (axis, start, amplitude) = (values.axis, values.start, values.radians("amplitude"))
        // The oscillation of a short recording lasts at least as long as its fades.
        let end = max(duration - rest, rest + 2 * fade)
        let motion = Motion { time in
            var posture = start
            let swing = chirp(time, from: rest, to: end, first, last)
            posture[axis] += amplitude * (Moves.window(time, from: rest, to: end, fade: fade) * swing)
            return posture
        }
        let event = SimulationEvent(
            kind,
            from: rest,
            to: end,
            axis: axis,
            size: values.required("amplitude"),
            startFrequency: first,
            endFrequency: last
        )
        return (motion, [event])
    }

    /// sin(2π (f₀ τ + ½ k τ²)) with k = (f₁ − f₀)/T and τ the time since `start`.
    static func chirp(
        _ time: Seconds,
        from start: Seconds,
        to end: Seconds,
        _ first: Hertz,
        _ last: Hertz
    ) -> Jet {
        let slope = (last - first) / (end - start)
        let elapsed = min(max(0, time - start), end - start)
        let phase = Jet((first + slope / 2 * elapsed) * elapsed, first + slope * elapsed, slope)
        return phase.sineAndCosineOfTurns.sine
    }
}
