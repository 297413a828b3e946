import SensorModel

extension ScenarioEntry {
    /// Oscillations fade in and out over this time, so that nothing jumps.
    private static let fade: Seconds = 1
    /// The rest before and after an oscillation.
    private static let rest: Seconds = 2

    static let sine = ScenarioEntry(
        name: "sine",
        summary: "A swing to and fro of one frequency, between two rests: for gain and lag.",
        parameters: [
            .rotationAxis("What swings."),
            .number("amplitude", .degrees, in: .turns, default: 20, "From the middle to either side."),
            .number("frequency", .hertz, in: .aboveZeroToBillion, default: 0.5, "Swings per second."),
        ],
        duration: 30
    ) { values, duration in
        let frequency = values.required("frequency")
        return oscillation(.sine, values, duration, from: frequency, to: frequency)
    }

    static let chirp = ScenarioEntry(
        name: "chirp",
        summary: "A swing that becomes faster evenly, between two rests: for frequency responses.",
        parameters: [
            .rotationAxis("What swings."),
            .number("amplitude", .degrees, in: .turns, default: 5, "From the middle to either side."),
            .number("startFrequency", .hertz, in: .aboveZeroToBillion, default: 0.1, "Swings per second at first."),
            .number("endFrequency", .hertz, in: .aboveZeroToBillion, default: 5, "Swings per second at last."),
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
        // Short recordings swing at least as long as they fade.
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

    /// sin(2π (f₀ τ + ½ k τ²)), k = (f₁ − f₀)/T, τ from the beginning of T.
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
