import Recordings
public import SensorModel

/// A scenario of the catalogue: its description, and a function that creates the scenario from parameters.
public struct ScenarioEntry: Sendable {
    /// The name that selects the scenario, such as `pan` in `pan:angle=60deg`.
    public let name: String
    /// A description of the motion in one sentence.
    public let summary: String
    /// The source of the motion's model, or `nil` if the motion is not from the literature.
    public let source: String?
    /// The parameters, including those for the initial orientation. In rooms, the initial orientation is random.
    public let parameters: [ParameterDescriptor]
    /// The default duration in seconds.
    public let duration: Seconds
    private let build: @Sendable (ParameterValues, Seconds) -> (Motion, [SimulationEvent], MagneticRoom)

    init(
        name: String,
        summary: String,
        source: String? = nil,
        parameters: [ParameterDescriptor],
        duration: Seconds,
        build: @escaping @Sendable (ParameterValues, Seconds) -> (Motion, [SimulationEvent])
    ) {
        self.init(
            name: name,
            summary: summary,
            source: source,
            allParameters: parameters + ScenarioEntry.startingPosture(of: parameters),
            duration: duration
        ) { values, duration in
            let (motion, events) = build(values, duration)
            return (motion, events, MagneticRoom())
        }
    }

    /// Creates an entry without further parameters for the initial orientation.
    init(
        name: String,
        summary: String,
        source: String? = nil,
        allParameters parameters: [ParameterDescriptor],
        duration: Seconds,
        build: @escaping @Sendable (ParameterValues, Seconds) -> (Motion, [SimulationEvent], MagneticRoom)
    ) {
        self.name = name
        self.summary = summary
        self.source = source
        self.parameters = parameters
        self.duration = duration
        self.build = build
    }

    /// Creates the scenario with the given parameters.
    ///
    /// - Parameters:
    ///   - texts: the values by parameter name, with or without a unit.
    ///   - duration: the duration in seconds, or `nil` for ``duration``.
    /// - Throws: `InputError` if a parameter is unknown, or a value or the duration is out of range.
    public func scenario(_ texts: [String: String] = [:], duration: Seconds? = nil) throws(InputError) -> Scenario {
        let values = try ParameterValues(texts, for: parameters, of: name)
        let length = duration ?? self.duration
        try Setting.duration.check(length)
        let (motion, events, room) = build(values, length)
        return Scenario(
            name: name,
            parameters: values.all,
            duration: length,
            motion: motion,
            events: events.filter { $0.start < length },
            room: room
        )
    }

    /// Returns the parameters for the initial orientation, except for those that the scenario declares itself.
    private static func startingPosture(of parameters: [ParameterDescriptor]) -> [ParameterDescriptor] {
        let names = parameters.map(\.name)
        return [
            .number(
                "azimuth",
                .degrees,
                in: .turns,
                default: 30,
                "Initial azimuth of the camera, clockwise from north."
            ),
            .number("pitch", .degrees, in: .turns, default: 0, "Initial elevation of the camera."),
            .number("roll", .degrees, in: .turns, default: 0, "Initial roll; positive lowers the right edge."),
        ].filter { !names.contains($0.name) }
    }
}

extension ParameterValues {
    /// Returns the value of a parameter in degrees, converted to radians.
    func radians(_ name: String) -> Double { Angle(degrees: required(name)).radians }

    /// The initial orientation.
    var start: Posture {
        Posture(azimuth: Jet(radians("azimuth")), pitch: Jet(radians("pitch")), roll: Jet(radians("roll")))
    }

    var axis: MotionAxis {
        guard let word = word("axis"), let axis = MotionAxis(rawValue: word) else {
            preconditionFailure("the axis is not one of the words in its descriptor")
        }
        return axis
    }
}

extension ParameterDescriptor {
    static func rotationAxis(_ summary: String) -> ParameterDescriptor {
        .choice(
            "axis",
            of: MotionAxis.allCases.filter(\.isAngle).map(\.rawValue),
            default: MotionAxis.azimuth.rawValue,
            summary
        )
    }
}

extension ScenarioEntry {
    static let pan = ScenarioEntry(
        name: "pan",
        summary: "Pans of a hand-held phone to the right and left, with a look up after every two pans.",
        source: "Flash & Hogan 1985, doi:10.1523/JNEUROSCI.05-07-01688.1985",
        parameters: [
            .number("angle", .degrees, in: .turns, default: 90, "Angle of a pan."),
            .number("moveTime", .seconds, in: .aboveZeroToBillion, default: 2, "Duration of a pan."),
            .number("rest", .seconds, in: .aboveZeroToBillion, default: 2, "Rest before each move."),
            .number(
                "lookUp",
                .degrees,
                in: .turns,
                default: 20,
                "Angle by which the camera looks up after every two pans."
            ),
            .number("arm", .metres, in: .zeroToBillion, default: 0.5, "Distance from the body's axis to the phone."),
            tremor(default: 0.1),
        ],
        duration: 30,
        build: panning
    )

    static let shake = ScenarioEntry(
        name: "shake",
        summary: "A hand that shakes continuously about and along all axes.",
        parameters: [
            .number(
                "amplitude",
                .degrees,
                in: .zeroToBillion,
                default: 2,
                "Amplitude of the strongest wave about each axis."
            ),
            .number("frequency", .hertz, in: .aboveZeroToBillion, default: 2.5, "Frequency of the strongest wave."),
            .number(
                "shift",
                .metres,
                in: .zeroToBillion,
                default: 0.01,
                "Amplitude of the strongest wave along each axis."
            ),
        ],
        duration: 20
    ) { values, _ in
        let start = values.start
        let (frequency, shift) = (values.required("frequency"), values.required("shift"))
        let amplitude = values.radians("amplitude")
        return (
            Motion { time in
                var posture = start
                // The first second is at rest, so that estimators can start.
                let strength = Moves.minimumJerk(time, from: 1, in: 1)
                for (number, axis) in MotionAxis.allCases.enumerated() {
                    let size = axis.isAngle ? amplitude : shift
                    posture[axis] += size * (strength * waves(time, frequency, number))
                }
                return posture
            }, []
        )
    }

    static let pocketToAR = ScenarioEntry(
        name: "pocket-to-AR",
        summary: "Moves of a phone from the pocket, upside down, to the eyes and back.",
        source: "Flash & Hogan 1985, doi:10.1523/JNEUROSCI.05-07-01688.1985",
        parameters: [
            .number("moveTime", .seconds, in: .aboveZeroToBillion, default: 1.2, "Duration of a move."),
            .number("rest", .seconds, in: .aboveZeroToBillion, default: 4, "Rest in the pocket and at the eyes."),
            .number("rise", .metres, in: .zeroToBillion, default: 0.6, "Height of the eyes above the pocket."),
            tremor(default: 0.1),
        ],
        duration: 20,
        build: pocketing
    )

    private static func tremor(default size: Double) -> ParameterDescriptor {
        .number("tremor", .degrees, in: .zeroToBillion, default: size, "Amplitude of the tremor about each axis.")
    }

    /// Returns the tremor of a hand about an axis: three waves, whose phases differ between axes.
    private static func waves(_ time: Seconds, _ frequency: Hertz, _ axis: Int) -> Jet {
        // Phases and frequency ratios are chosen so that there is no short common period.
        let golden = 0.618_033_988_75 * Double(axis + 1)
        return Jet.sine(1, frequency, at: time, phase: golden)
            + Jet.sine(0.5, frequency * 1.73, at: time, phase: 2 * golden)
            + Jet.sine(0.25, frequency * 2.91, at: time, phase: 3 * golden)
    }

    /// The frequency of the strongest wave of a hand's tremor, in Hz.
    private static let tremorFrequency: Hertz = 2.3

    private static func panning(_ values: ParameterValues, _ duration: Seconds) -> (Motion, [SimulationEvent]) {
        let (rest, time, arm) = (values.required("rest"), values.required("moveTime"), values.required("arm"))
        let (angle, up) = (values.required("angle"), values.required("lookUp"))
        let cycle: [(MotionAxis, Double)] = [(.azimuth, angle), (.azimuth, -angle), (.pitch, up), (.pitch, -up)]
        let moves = Moves.Move.repeated(rest: rest, moveTime: time, until: duration) { cycle[$0 % cycle.count].1 }
            .enumerated().map { (cycle[$0 % cycle.count].0, $1) }
        let start = values.start
        let turns = [MotionAxis.azimuth, .pitch].map { axis in
            Moves(from: start[axis].value, moves.filter { $0.0 == axis }.map(\.1.inRadians))
        }
        let tremor = values.radians("tremor")
        let motion = Motion { time in
            var posture = start
            (posture.azimuth, posture.pitch) = (turns[0].jet(at: time), turns[1].jet(at: time))
            let direction = posture.azimuth.sineAndCosine
            (posture.east, posture.north) = (arm * direction.sine, arm * direction.cosine)
            for (number, axis) in [MotionAxis.azimuth, .pitch, .roll].enumerated() {
                posture[axis] += tremor * waves(time, tremorFrequency, number)
            }
            return posture
        }
        return (motion, moves.map { $1.step(of: $0) })
    }

    private static func pocketing(_ values: ParameterValues, _ duration: Seconds) -> (Motion, [SimulationEvent]) {
        let (rest, time) = (values.required("rest"), values.required("moveTime"))
        // In the pocket, the camera points down and the screen to the side.
        let changes: [(MotionAxis, Double)] = [
            (.pitch, 80), (.roll, 170), (.azimuth, -90), (.up, values.required("rise")),
        ]
        let start = values.start
        let tracks = changes.map { axis, size in
            let moves = Moves.Move.alternating(by: size, rest: rest, moveTime: time, until: duration)
            let scaled = axis.isAngle ? moves.map(\.inRadians) : moves
            let size = axis.isAngle ? Angle(degrees: size).radians : size
            // While the device is in front of the eyes, it has the initial posture from the parameters.
            return (axis, moves, Moves(from: start[axis].value - size, scaled))
        }
        let tremor = values.radians("tremor")
        let motion = Motion { time in
            var posture = start
            for (axis, _, track) in tracks { posture[axis] = track.jet(at: time) }
            for (number, axis) in [MotionAxis.azimuth, .pitch, .roll].enumerated() {
                posture[axis] += tremor * waves(time, tremorFrequency, number)
            }
            return posture
        }
        return (motion, tracks.flatMap { axis, moves, _ in moves.map { $0.step(of: axis) } })
    }
}

extension ScenarioEntry {
    /// The time in seconds over which oscillations fade in and out.
    private static let fade: Seconds = 1
    /// The time in seconds for which the device is at rest before and after an oscillation.
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

    /// Returns sin(2π (f₀ τ + ½ k τ²)), whose frequency changes linearly from f₀ = `first` to f₁ = `last`.
    ///
    /// The time since `start` is τ, and k = (f₁ − f₀)/T, where T is the duration.
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
