import Recordings
import SensorModel

/// Motions in rooms with steel. The parameter `draw` selects the random motion and the random steel objects.
extension ScenarioEntry {
    static let laboratory = room(
        name: "laboratory",
        summary:
            "A sensor on a person's torso, upper arm or forearm in a laboratory; the mean field is that of the Earth.",
        variation: 14,
        parameters: [
            .number("shielding", in: .zeroToOne, default: 0.35, "Fraction of the Earth's field that the room removes.")
        ],
        duration: 60,
        steel: .furniture,
        removesMean: true
    ) { draw, duration, _ in arm(draw, duration) }

    static let office = room(
        name: "office",
        summary: "A sensor on a person's torso, upper arm or forearm next to desks.",
        variation: 4.2,
        duration: 180,
        steel: .furniture
    ) { draw, duration, _ in arm(draw, duration) }

    static let corridor = room(
        name: "corridor",
        summary: "A pedestrian in corridors, with the sensor level in a hand, in a swinging hand or in a pocket.",
        variation: 4.6,
        parameters: [
            .choice("carry", of: Carrying.allCases.map(\.rawValue), default: "hand", "Place of the sensor.")
        ],
        duration: 120,
        steel: .floorsAndCeilings(count: 60)
    ) { draw, duration, values in
        stroll(values.word("carry").flatMap(Carrying.init) ?? .hand, sizes: 3...8, draw, duration)
    }

    static let steelHall = room(
        name: "steel-hall",
        summary: "A pedestrian in a hall made of steel, with the sensor level in a hand.",
        variation: 11,
        duration: 300,
        steel: .floorsAndCeilings(count: 120)
    ) { draw, duration, _ in stroll(.hand, sizes: 6...15, draw, duration) }

    static let robotArm = room(
        name: "robot-arm",
        summary: "The hand of a robot arm, whose five joints repeat moves between set points.",
        source: "Flash & Hogan 1985, doi:10.1523/JNEUROSCI.05-07-01688.1985",
        variation: 2,
        duration: 45,
        steel: .floorsAndCeilings(count: 6)
    ) { draw, duration, _ in robot(draw, duration) }

    /// Returns a scenario whose steel objects are near the path of its motion.
    private static func room(
        name: String,
        summary: String,
        source: String? = nil,
        variation: Double,
        parameters: [ParameterDescriptor] = [],
        duration: Seconds,
        steel: MagneticRoom.Steel,
        removesMean: Bool = false,
        motion: @escaping @Sendable (UInt64, Seconds, ParameterValues) -> Motion
    ) -> ScenarioEntry {
        let common: [ParameterDescriptor] = [
            .number("draw", .count, in: .zeroToBillion, default: 1, "Number of the random motion and room."),
            .number(
                "variation",
                .microtesla,
                in: .zeroToThousand,
                default: variation,
                "Standard deviation of the magnetic field along the path, all axes together."
            ),
        ]
        return ScenarioEntry(
            name: name,
            summary: summary,
            source: source,
            allParameters: common + parameters,
            duration: duration
        ) { values, duration in
            let draw = UInt64(values.requiredCount("draw"))
            let motion = motion(draw, duration, values)
            // More than 20 samples per second, but at most 100,000.
            let count = Int(saturating: min(20 * duration, 1e5)) + 1
            let room = MagneticRoom(
                steel,
                along: (0...count).map { motion.state(at: Double($0) * duration / Double(count)).position },
                variation: values.required("variation"),
                draw: draw,
                removesMean: removesMean,
                shielding: values.number("shielding") ?? 0
            )
            return (motion, [], room)
        }
    }

    /// The smooth time of a person who moves with random pauses. At the start and in pauses, its rate is 0.
    ///
    /// - Parameter share: approximate fraction of the time in which the person moves.
    private static func activity(share: Double, until duration: Seconds, _ random: inout SplitMix64) -> SpeedChanges {
        var changes = [Moves.Move(start: 0, duration: 1, change: 1)]
        while share < 1, let last = changes.last, last.end < duration, changes.count < 1_000_000 {
            let active = tenths(random.number(in: 5...15))
            let pause = tenths(1 + active * (1 - share) / share)
            changes.append(Moves.Move(start: last.end + active, duration: 1, change: -1))
            changes.append(Moves.Move(start: last.end + active + pause, duration: 1, change: 1))
        }
        return SpeedChanges(changes)
    }

    /// Rounds a time up to a multiple of 0.1 s.
    private static func tenths(_ time: Seconds) -> Seconds { (10 * time).rounded(.up) / 10 }

    /// A random orientation, for the axes of a sensor on a body.
    private static func mounting(_ draw: UInt64) -> UnitQuaternion {
        var normal = NormalSource(SplitMix64(seed: draw, purpose: "mounting"))
        return UnitQuaternion(w: normal.next(), x: normal.next(), y: normal.next(), z: normal.next()) ?? .identity
    }
}

/// A person's arm.
extension ScenarioEntry {
    private static func arm(_ draw: UInt64, _ duration: Seconds) -> Motion {
        var random = SplitMix64(seed: draw, purpose: "arm")
        // The sensor is on the torso, or after the first or second joint of the arm.
        let joints = random.element(of: [0, 1, 1, 2, 2])
        let clock = activity(share: random.element(of: [1, 0.8, 0.6]), until: duration, &random)
        let start = random.number(in: 0...2 * .pi)
        let turn = Angle(degrees: random.element(of: [15, 40, 80])).radians
        let torso = [
            Waves(0.1, 0.05...0.4, &random), Waves(0.15, 0.05...0.4, &random), Waves(turn, 0.02...0.15, &random),
        ]
        let sway = random.element(of: [0.05, 0.3, 0.8])
        let base = [Waves(sway, 0.02...0.1, &random), Waves(sway, 0.02...0.1, &random), Waves(0.02, 0.3...1, &random)]
        let (size, highest) = (
            Angle(degrees: random.element(of: [15, 25, 35])).radians, random.element(of: [0.3, 0.5, 0.9])
        )
        let limbs = [1, 1, 0.7, 1, 1].map { Waves($0 * size, 0.1...highest, &random) }
        let tremor = (0..<3).map { _ in Waves(0.002, 0.8...3, &random) }
        let mounting = mounting(draw)
        return Motion(chain: { time in
            let now = clock.jet(at: time)
            let limb = limbs.map { $0.jet(at: now) }
            var chain = KinematicChain(
                east: base[0].jet(at: now),
                north: base[1].jet(at: now),
                up: Jet(1.4) + base[2].jet(at: now)
            )
            chain.turn(.z, by: Jet(start) + torso[2].jet(at: now))
            chain.turn(.x, by: torso[0].jet(at: now))
            chain.turn(.y, by: torso[1].jet(at: now))
            if joints == 0 { chain.link(0.1, 0, -0.2) } else { chain.link(0, 0.2, 0) }
            if joints >= 1 {
                chain.turn(.x, by: Jet(0.3) + limb[0])
                chain.turn(.y, by: limb[1])
                chain.turn(.z, by: limb[2])
                if joints == 1 { chain.link(0.03, 0, -0.2) } else { chain.link(0, 0, -0.3) }
            }
            if joints == 2 {
                chain.turn(.y, by: Jet(-0.8) + limb[3])
                chain.turn(.z, by: limb[4])
                chain.link(0.03, 0, -0.22)
            }
            for (axis, wave) in zip(KinematicChain.Axis.allCases, tremor) {
                chain.turn(axis, by: wave.jet(at: Jet(time, 1)))
            }
            chain.turn(by: mounting)
            return chain
        })
    }
}

/// A walk on a figure of eight, whose position wanders slowly.
extension ScenarioEntry {
    /// A way to carry a sensor. The sizes are in radians about the axes forward, left and up.
    private enum Carrying: String, CaseIterable {
        case hand, swinging, pocket

        var swing: (sizes: [Double], frequencies: ClosedRange<Hertz>) {
            switch self {
            case .hand: ([0.04, 0.05, 0.05], 0.1...1.5)
            case .swinging: ([0.1, 0.45, 0.1], 0.2...1.2)
            case .pocket: ([0.15, 0.3, 0.2], 0.3...1.8)
            }
        }
    }

    /// The walking speed in m/s and the steps per second.
    private static let (strollSpeed, strollSteps) = (1.2, 1.8)

    private static func stroll(
        _ carrying: Carrying,
        sizes: ClosedRange<Metres>,
        _ draw: UInt64,
        _ duration: Seconds
    ) -> Motion {
        var random = SplitMix64(seed: draw, purpose: "stroll")
        let clock = activity(share: random.element(of: [1, 0.8]), until: duration, &random)
        let (size, mirror, start) = (random.number(in: sizes), random.element(of: [-1.0, 1]), random.nextFraction())
        let wander = (0..<2).map { _ in Waves(1, 0.007...0.017, &random) }
        let swing = carrying.swing
        let waves = zip(swing.sizes, [1, 0.5, 1]).map { Waves($0 * $1, swing.frequencies, &random) }
        let mounting = mounting(draw)
        // The curve (sin φ, ½ sin 2φ) has the length 6.1.
        let rounds = strollSpeed / (6.1 * size)
        return Motion(chain: { time in
            let now = clock.jet(at: time)
            let along = rounds * now + Jet(start)
            let (single, double) = (along.sineAndCosineOfTurns, (2 * along).sineAndCosineOfTurns)
            var chain = KinematicChain(
                east: size * single.sine + wander[0].jet(at: now),
                north: mirror * size / 2 * double.sine + wander[1].jet(at: now),
                up: Jet(1.2) + 0.02 * (strollSteps * now).sineAndCosineOfTurns.sine
            )
            chain.turn(.z, by: .arcTangent(y: mirror * double.cosine, x: single.cosine))
            for axis in KinematicChain.Axis.allCases {
                let step = (strollSteps / 2 * now + Jet(0.16 * Double(axis.rawValue))).sineAndCosineOfTurns.sine
                chain.turn(axis, by: swing.sizes[axis.rawValue] * step + waves[axis.rawValue].jet(at: Jet(time, 1)))
            }
            chain.turn(by: mounting)
            return chain
        })
    }
}

/// A robot arm.
extension ScenarioEntry {
    private static func robot(_ draw: UInt64, _ duration: Seconds) -> Motion {
        var random = SplitMix64(seed: draw, purpose: "robot")
        let joints = [80.0, 80, 80, 80, 60].map {
            setPoints(limit: Angle(degrees: $0).radians, until: duration, &random)
        }
        let mounting = mounting(draw)
        return Motion(chain: { time in
            var chain = KinematicChain()
            chain.turn(.z, by: joints[0].jet(at: time))
            chain.link(0, 0, 0.35)
            chain.turn(.y, by: joints[1].jet(at: time))
            chain.link(0.4, 0, 0)
            chain.turn(.y, by: joints[2].jet(at: time))
            chain.link(0.35, 0, 0)
            chain.turn(.x, by: joints[3].jet(at: time))
            chain.link(0.1, 0, 0)
            chain.turn(.y, by: joints[4].jet(at: time))
            chain.turn(by: mounting)
            return chain
        })
    }

    /// Returns the angle of a joint that repeats moves between two to four set points, with equal mean speeds.
    private static func setPoints(limit: Double, until duration: Seconds, _ random: inout SplitMix64) -> Moves {
        let points = (0..<random.element(of: [2, 3, 4])).map { _ in random.number(in: -limit...limit) }
        let speed = Angle(degrees: random.element(of: [5, 15, 30, 60, 90])).radians
        let pause = random.element(of: [0, 0, 0.5, 2])
        var moves: [Moves.Move] = []
        var time = 0.0
        while time < duration, moves.count < 1_000_000 {
            let change = points[(moves.count + 1) % points.count] - points[moves.count % points.count]
            let move = Moves.Move(start: time, duration: tenths(0.3 + abs(change) / speed), change: change)
            moves.append(move)
            time = move.end + pause
        }
        return Moves(from: points[0], moves)
    }
}

/// A random smooth quantity: a sum of sines with random frequencies and phases. Slow sines have larger amplitudes.
private struct Waves: Sendable {
    private let waves: [(amplitude: Double, frequency: Hertz, phase: Double)]

    /// Creates a quantity with a standard deviation of `size` and with frequencies in a range.
    init(_ size: Double, _ frequencies: ClosedRange<Hertz>, _ random: inout SplitMix64) {
        let (lowest, highest) = (frequencies.lowerBound, frequencies.upperBound)
        let ratio = PortableMath.logarithm(highest / lowest)
        let waves = (0..<8).map { _ in
            let frequency = lowest * PortableMath.exponential(random.nextFraction() * ratio)
            return (amplitude: (lowest / frequency).squareRoot(), frequency: frequency, phase: random.nextFraction())
        }
        let variance = waves.reduce(0) { $0 + $1.amplitude * $1.amplitude / 2 }
        let factor = size / variance.squareRoot()
        self.waves = waves.map { ($0.amplitude * factor, $0.frequency, $0.phase) }
    }

    func jet(at time: Jet) -> Jet {
        waves.reduce(.zero) { sum, wave in
            sum + wave.amplitude * (wave.frequency * time + Jet(wave.phase)).sineAndCosineOfTurns.sine
        }
    }
}
