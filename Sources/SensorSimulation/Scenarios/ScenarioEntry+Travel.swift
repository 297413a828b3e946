import Recordings
import SensorModel

extension ScenarioEntry {
    static let walk = ScenarioEntry(
        name: "walk",
        summary: "A pedestrian who holds the phone at the eyes: steps, sway, and a winding path.",
        source:
            "Živanović et al. 2005, doi:10.1016/j.jsv.2004.01.019 (Young's and Bachmann's load factors)",
        parameters: [
            .number("stepRate", .hertz, in: .stepRates, default: 1.9, "Steps per second."),
            .number("speed", .metresPerSecond, in: .zeroToBillion, default: 1.35, "Speed over ground."),
            .number("hold", in: .zeroToOne, default: 0.6, "Fraction of the body's motion that reaches the phone."),
            .number("swing", .degrees, in: .zeroToBillion, default: 2, "Amplitude of the rotation with each step."),
            .number(
                "winding",
                .degrees,
                in: .turns,
                default: 40,
                "Maximum angle between the path and the initial direction."
            ),
        ],
        duration: 60,
        build: walking
    )

    static let drive = ScenarioEntry(
        name: "drive",
        summary: "A car on a figure of eight with stops; the phone is mounted and faces ahead.",
        parameters: [
            .number(
                "azimuth",
                .degrees,
                in: .turns,
                default: 0,
                "Direction of the camera, clockwise from straight ahead."
            ),
            .number("size", .metres, in: .aboveZeroToBillion, default: 150, "Half the length of the figure of eight."),
            .number(
                "speed",
                .metresPerSecond,
                in: .zeroToBillion,
                default: 12,
                "Speed in the middle of the figure of eight."
            ),
            .number("legTime", .seconds, in: .aboveZeroToBillion, default: 40, "Time from a start to the next stop."),
            .number("stopTime", .seconds, in: .aboveZeroToBillion, default: 6, "Duration of a stop."),
            .number("vibration", .degrees, in: .zeroToBillion, default: 0.1, "Amplitude of the mount's vibration."),
        ],
        duration: 120,
        build: driving
    )

    /// Returns Young's vertical load factors αₙ for walking, from Živanović et al. 2005, section 3.
    ///
    /// For a person of weight G, the force on the ground is G (1 + Σ αₙ sin(2π n f t)), with the step rate f in Hz. The
    /// body's centre of mass is therefore accelerated by g Σ αₙ sin(2π n f t). The factors are α₁ = 0.41 (f − 0.95) up
    /// to 0.56, α₂ = 0.069 + 0.0056·2f, α₃ = 0.033 + 0.0064·3f, and α₄ = 0.013 + 0.0065·4f.
    static func verticalLoadFactors(stepRate: Hertz) -> [Double] {
        [
            min(0.41 * (stepRate - 0.95), 0.56),
            0.069 + 0.0056 * 2 * stepRate,
            0.033 + 0.0064 * 3 * stepRate,
            0.013 + 0.0065 * 4 * stepRate,
        ]
    }

    /// Bachmann and Ammann's lateral load factor, for an oscillation at half the step rate.
    private static let lateralLoadFactor = 0.039
    /// Bachmann and Ammann's load factor in the walking direction, for an oscillation at the step rate.
    private static let forwardLoadFactor = 0.204

    private static func walking(_ values: ParameterValues, _ duration: Seconds) -> (Motion, [SimulationEvent]) {
        let (rate, speed, hold) = (values.required("stepRate"), values.required("speed"), values.required("hold"))
        let (swing, winding) = (values.radians("swing"), values.radians("winding"))
        let factors = verticalLoadFactors(stepRate: rate)
        let start = values.start
        // The acceleration g α sin(ωt), integrated twice, is the displacement −g α/ω² sin(ωt).
        @Sendable func shift(_ factor: Double, _ frequency: Hertz, _ time: Seconds) -> Jet {
            let angular = 2 * Double.pi * frequency
            return Jet.sine(-hold * Gravity.standard * factor / (angular * angular), frequency, at: time)
        }
        let way = SpeedChanges([Moves.Move(start: 2, duration: 1.5, change: speed)])
        let motion = Motion { time in
            var posture = start
            let strength = Moves.minimumJerk(time, from: 2, in: 1.5)
            // The path is a wave about the initial direction. `along` is the distance in this direction, and `wave` is
            // the offset to the right.
            let along = way.jet(at: time)
            let wave = pathWave(along, winding)
            let sway = strength * shift(lateralLoadFactor, rate / 2, time)
            let surge = strength * shift(forwardLoadFactor, rate, time)
            let first = start.azimuth.sineAndCosine
            let (forward, right) = (along + surge, wave.offset + sway)
            posture.east = first.sine * forward + first.cosine * right
            posture.north = first.cosine * forward + -(first.sine * right)
            for (number, factor) in factors.enumerated() {
                posture.up += strength * shift(factor, Double(number + 1) * rate, time)
            }
            posture.azimuth += wave.direction + swing * (strength * Jet.sine(1, rate / 2, at: time, phase: 0.25))
            posture.pitch += 0.5 * swing * (strength * Jet.sine(1, rate, at: time, phase: 0.1))
            posture.roll += 0.7 * swing * (strength * Jet.sine(1, rate / 2, at: time, phase: 0.4))
            return posture
        }
        return (motion, [])
    }

    /// The wavelength of the winding path, in metres.
    private static let pathPeriod: Metres = 30

    /// Returns the offset and the direction of a winding path, both relative to a straight line and positive to the
    /// right. `along` is the distance along the line.
    private static func pathWave(_ along: Jet, _ winding: Double) -> (offset: Jet, direction: Jet) {
        let steepest = PortableMath.sineAndCosine(radians: winding)
        // The steepest slope is tan(winding), limited to tan 80°.
        let slope = steepest.cosine > 0.17 ? steepest.sine / steepest.cosine : 5.67 * (steepest.sine < 0 ? -1 : 1)
        let turns = (1 / pathPeriod * along).sineAndCosineOfTurns
        let offset = slope * pathPeriod / (2 * .pi) * turns.sine
        return (offset, .arcTangent(y: slope * turns.cosine, x: Jet(1)))
    }

    private static func driving(_ values: ParameterValues, _ duration: Seconds) -> (Motion, [SimulationEvent]) {
        let (size, speed) = (values.required("size"), values.required("speed"))
        let (leg, stop) = (values.required("legTime"), values.required("stopTime"))
        let vibration = values.radians("vibration")
        let start = values.start
        // Acceleration and braking each take a quarter of the time between two stops.
        let count = Int(saturating: min(duration / (leg + stop), 1e6)) + 1
        // In the middle of the figure of eight, the speed is √2 · size · φ̇.
        let turnRate = speed / (size * 2.0.squareRoot())
        let changes = (0..<count).flatMap { n in
            let begin = stop + Double(n) * (leg + stop)
            return [
                Moves.Move(start: begin, duration: leg / 4, change: turnRate),
                Moves.Move(start: begin + leg * 3 / 4, duration: leg / 4, change: -turnRate),
            ]
        }
        let way = SpeedChanges(changes)
        let shaking = Moves(
            changes.map { Moves.Move(start: $0.start, duration: $0.duration, change: $0.change < 0 ? -1 : 1) }
        )
        let motion = Motion { time in
            var posture = start
            let phase = way.jet(at: time)
            let (single, double) = (phase.sineAndCosine, (2 * phase).sineAndCosine)
            // Figure of eight: (sin φ, ½ sin 2φ). Its tangent (cos φ, cos 2φ) is never zero.
            (posture.east, posture.north) = (size * single.sine, size / 2 * double.sine)
            posture.azimuth += .arcTangent(y: single.cosine, x: double.cosine)
            // The mount vibrates while the car drives, less during acceleration and braking, and not at stops.
            let strength = shaking.jet(at: time)
            for (number, axis) in [MotionAxis.azimuth, .pitch, .roll].enumerated() {
                posture[axis] += vibration * (strength * Jet.sine(1, 11.3, at: time, phase: 0.3 * Double(number)))
            }
            return posture
        }
        return (motion, [])
    }
}

extension ParameterRange {
    /// The range of step rates in Hz for which the load factors were measured.
    static let stepRates = ParameterRange("from 1 to 3", from: 1, to: 3)
}
