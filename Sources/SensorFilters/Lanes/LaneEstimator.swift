package import SensorModel

/// An estimator of the catalogue whose settings can go through a recording in lanes.
///
/// Settings go together when they differ in numbers only, the maximum gap and the length of a window excepted: the schedule
/// of starts and steps is then the same for all of them, and so are the samples in a window.
package struct LaneEstimator: Sendable {
    /// The name in the catalogue.
    package let name: String
    /// The sensor at whose samples there are orientations.
    package var driver: SensorKind = .gyroscope
    private let prepare: @Sendable (ParameterValues, [SensorFrame]) -> PreparedLanes

    /// The estimator with a name in the catalogue; nil for one without numbers to sweep, and for values with which each
    /// setting goes by itself: the detectors of disturbances decide differently in each lane.
    package static func named(_ name: String, _ values: ParameterValues) -> LaneEstimator? {
        DisturbanceRejection.isActive(values) ? nil : all.first { $0.name == name }
    }

    /// Whether a parameter may differ from lane to lane.
    package static func mayDiffer(_ name: String, _ value: ParameterValue) -> Bool {
        guard case .number = value else { return false }
        return name != ParameterDescriptor.maximumGap.name && name != Renaudin.Parameters.windowName
    }

    /// Reads a recording for settings that go together.
    ///
    /// - Parameters:
    ///   - values: one of the settings.
    ///   - frames: the recording's, in time.
    package func prepared(_ values: ParameterValues, frames: [SensorFrame]) -> PreparedLanes { prepare(values, frames) }

    private static let all = [
        rateDriven("madgwick", LaneRun.Replay.madgwick) { MadgwickEquations($0.map(Madgwick.Parameters.init)) },
        rateDriven("mahony", LaneRun.Replay.mahony) { MahonyEquations($0.map(Mahony.Parameters.init)) },
        rateDriven("fusion", LaneRun.Replay.fusion) { FusionEquations($0.map(Fusion.Parameters.init)) },
        rateDriven("fourati", LaneRun.Replay.fourati) { FouratiEquations($0.map(Fourati.Parameters.init)) },
        rateDriven("martin", LaneRun.Replay.martin) { MartinEquations($0.map(Martin.Parameters.init)) },
        rateDriven("complementary", LaneRun.Replay.complementary) {
            ComplementaryEquations($0.map(Complementary.Parameters.init))
        },
        rateDriven("aqua", LaneRun.Replay.aqua) { AQUAEquations($0.map(AQUA.Parameters.init)) },
        rateDriven("roleq", LaneRun.Replay.roleq) { ROLEQEquations($0.map(ROLEQ.Parameters.init)) },
        rateDriven("quaternionEkf", LaneRun.Replay.quaternionEKF) {
            QuaternionEKFEquations($0.map(QuaternionEKF.Parameters.init))
        },
        rateDriven("choukroun", LaneRun.Replay.choukroun) { ChoukrounEquations($0.map(Choukroun.Parameters.init)) },
        rateDriven("renaudin", LaneRun.Replay.renaudin) { RenaudinEquations($0.map(Renaudin.Parameters.init)) },
        rateDriven("guo", LaneRun.Replay.guo) { GuoEquations($0.map(Guo.Parameters.init)) },
        rateDriven("ekf", LaneRun.Replay.ekf) { KalmanEquations($0.map(ExtendedKalman.Parameters.init)) },
        vqf,
        selfCalibrating,
        singleFrame,
    ]

    private static func rateDriven<Equations: RateEquations>(
        _ name: String,
        _ replay: @escaping @Sendable (LaneReplay<RateState<Equations>>) -> LaneRun.Replay,
        _ equations: @escaping @Sendable ([ParameterValues]) -> Equations
    ) -> LaneEstimator where Equations.Number == Lanes {
        LaneEstimator(name: name) { values, frames in
            var gate = RateGate<Equations.Input>(
                maximumGap: values.required(ParameterDescriptor.maximumGap.name),
                magnetometer: MagnetometerUse(values)
            )
            let schedule = LaneSchedule(frames, into: RateRecorder<Equations.Input>()) {
                gate.process($0, into: &$1) != nil
            }
            return PreparedLanes(schedule, skips: gate.skips) { settings, turn in
                replay(LaneReplay(schedule, RateState(equations(settings)), turnedBy: turn))
            }
        }
    }

    private static let singleFrame = LaneEstimator(name: "singleFrame", driver: .accelerometer) { _, frames in
        var gate = SingleFrameGate()
        let schedule = LaneSchedule(frames, drivenBy: .accelerometer, into: DirectionRecorder()) {
            gate.process($0, into: &$1)
        }
        return PreparedLanes(schedule, skips: gate.skips) { settings, turn in
            let state = SingleFrameLanes(settings.map { SingleFrame.Parameters($0) })
            return .singleFrame(LaneReplay(schedule, state, turnedBy: turn))
        }
    }

    private static let selfCalibrating = sampleDriven("selfCalibrating") { schedule, settings, turn in
        let state = SelfCalibratingState<Lanes>(settings.map { SelfCalibrating.Parameters($0) })
        return .selfCalibrating(LaneReplay(schedule, state, turnedBy: turn))
    }

    private static let vqf = sampleDriven("vqf") { schedule, settings, turn in
        let parameters = settings.map { VQF.Parameters($0) }
        return parameters.allSatisfy { $0.detectsRest(like: parameters[0]) }
            ? .vqf(LaneReplay(schedule, VQFState(parameters), turnedBy: turn))
            : .vqfWithRests(LaneReplay(schedule, VQFState(parameters), turnedBy: turn))
    }

    /// An estimator that a ``SampleGate`` drives.
    private static func sampleDriven(
        _ name: String,
        _ start: @escaping @Sendable (LaneSchedule<SampleEvent>, [ParameterValues], UnitQuaternion?) -> LaneRun.Replay
    ) -> LaneEstimator {
        LaneEstimator(name: name) { values, frames in
            var gate = SampleGate(
                maximumGap: values.required(ParameterDescriptor.maximumGap.name),
                magnetometer: MagnetometerUse(values)
            )
            let schedule = LaneSchedule(frames, into: SampleRecorder()) { gate.process($0, into: &$1) }
            return PreparedLanes(schedule, skips: gate.skips) { start(schedule, $0, $1) }
        }
    }
}

/// A recording as one estimator reads it, for any number of settings that go together.
package struct PreparedLanes: Sendable {
    /// The times of the orientations, strictly increasing.
    package let times: [Seconds]
    /// The number of usable samples of the driving sensor without an orientation.
    package let withoutOrientation: Int
    /// The counts of samples that no lane can use, and of restarts.
    package let skips: SkipCounts
    private let start: @Sendable ([ParameterValues], UnitQuaternion?) -> LaneRun.Replay

    init<Event>(
        _ schedule: LaneSchedule<Event>,
        skips: SkipCounts,
        start: @escaping @Sendable ([ParameterValues], UnitQuaternion?) -> LaneRun.Replay
    ) {
        times = schedule.times
        withoutOrientation = schedule.withoutOrientation
        self.skips = skips
        self.start = start
    }

    /// Starts settings together.
    ///
    /// - Parameters:
    ///   - settings: at least one, at most as many as there are lanes; lanes without one repeat the last.
    ///   - turn: a turn about Up of all orientations; nil for none.
    package func run(_ settings: [ParameterValues], turnedBy turn: UnitQuaternion?) -> LaneRun {
        LaneRun(start(settings, turn))
    }
}
