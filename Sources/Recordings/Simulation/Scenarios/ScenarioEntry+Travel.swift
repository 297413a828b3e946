import SensorModel

extension ScenarioEntry {
    static let walk = ScenarioEntry(
        name: "walk",
        summary: "A walker who holds the phone before the eyes: steps, sway, and a path that winds.",
        source:
            "Živanović et al. 2005, doi:10.1016/j.jsv.2004.01.019 (Young's and Bachmann's load factors)",
        parameters: [
            .number("stepRate", .hertz, in: .stepRates, default: 1.9, "Steps per second."),
            .number("speed", .metresPerSecond, in: .zeroToBillion, default: 1.35, "Over the ground."),
            .number("hold", in: .zeroToOne, default: 0.6, "How much of the body's motion the arms pass on."),
            .number("swing", .degrees, in: .zeroToBillion, default: 2, "The phone's unrest with each step."),
            .number("winding", .degrees, in: .turns, default: 40, "How far the path turns to either side."),
        ],
        duration: 60,
        build: walking
    )

    static let drive = ScenarioEntry(
        name: "drive",
        summary: "A car on a figure of eight, with stops; the phone is mounted and looks ahead.",
        parameters: [
            .number(
                "azimuth",
                .degrees,
                in: .turns,
                default: 0,
                "Where the camera looks, clockwise from straight ahead."
            ),
            .number("size", .metres, in: .aboveZeroToBillion, default: 150, "Half the length of the figure of eight."),
            .number("speed", .metresPerSecond, in: .zeroToBillion, default: 12, "In the middle of the figure."),
            .number("legTime", .seconds, in: .aboveZeroToBillion, default: 40, "From pulling away to the next stop."),
            .number("stopTime", .seconds, in: .aboveZeroToBillion, default: 6, "How long each stop lasts."),
            .number("vibration", .degrees, in: .zeroToBillion, default: 0.1, "The mount's unrest while driving."),
        ],
        duration: 120,
        build: driving
    )

    /// Walking by load factors: the ground pushes with G (1 + Σ αₙ sin(2π n f t)), so the body's centre of mass
    /// accelerates by g Σ αₙ sin(2π n f t).
    ///
    /// Vertical, Young (§3 of the review): α₁ = 0.41 (f − 0.95) up to 0.56, α₂ = 0.069 + 0.0056·2f,
    /// α₃ = 0.033 + 0.0064·3f, α₄ = 0.013 + 0.0065·4f. Sideways, Bachmann and Ammann: 0.039 at half the step rate; along
    /// the path 0.204 at the step rate.
    static func verticalLoadFactors(stepRate: Hertz) -> [Double] {
        [
            min(0.41 * (stepRate - 0.95), 0.56),
            0.069 + 0.0056 * 2 * stepRate,
            0.033 + 0.0064 * 3 * stepRate,
            0.013 + 0.0065 * 4 * stepRate,
        ]
    }

    private static let lateralLoadFactor = 0.039
    private static let forwardLoadFactor = 0.204

    private static func walking(_ values: ParameterValues, _ duration: Seconds) -> (Motion, [SimulationEvent]) {
        let (rate, speed, hold) = (values.required("stepRate"), values.required("speed"), values.required("hold"))
        let (swing, winding) = (values.radians("swing"), values.radians("winding"))
        let factors = verticalLoadFactors(stepRate: rate)
        let start = values.start
        // Twice integrated, the acceleration g α sin(ωt) is the displacement −g α/ω² sin(ωt).
        @Sendable func shift(_ factor: Double, _ frequency: Hertz, _ time: Seconds) -> Jet {
            let angular = 2 * Double.pi * frequency
            return Jet.sine(-hold * Gravity.standard * factor / (angular * angular), frequency, at: time)
        }
        let way = SpeedChanges([Moves.Move(start: 2, duration: 1.5, change: speed)])
        let motion = Motion { time in
            var posture = start
            let strength = Moves.minimumJerk(time, from: 2, in: 1.5)
            // The path is a wave about the first direction: along it s, to its right the wave.
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

    /// Metres of path from one bend to the next but one.
    private static let pathPeriod: Metres = 30

    /// A path that winds about a straight line: how far to its right it is, and how far to the right it points, after so
    /// many metres along the line.
    private static func pathWave(_ along: Jet, _ winding: Double) -> (offset: Jet, direction: Jet) {
        let steepest = PortableMath.sineAndCosine(radians: winding)
        // The steepest slope is tan(winding); beyond 80° it would leave the line.
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
        // Pulling away takes a quarter of the time between two stops, braking too.
        let count = Int(saturating: min(duration / (leg + stop), 1e6)) + 1
        // In the middle of the figure the speed is √2 · size · φ̇.
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
            // Figure of eight: (sin φ, ½ sin 2φ), whose tangent (cos φ, cos 2φ) never vanishes.
            (posture.east, posture.north) = (size * single.sine, size / 2 * double.sine)
            posture.azimuth += .arcTangent(y: single.cosine, x: double.cosine)
            // The mount shakes while the car is neither standing nor just pulling away or braking.
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
    /// Steps per second that a person can keep up, and for which the load factors were measured.
    static let stepRates = ParameterRange("from 1 to 3", from: 1, to: 3)
}
