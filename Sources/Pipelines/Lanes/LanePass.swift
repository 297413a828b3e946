import SensorFilters
public import SensorModel

/// A recording made ready for pipelines of one ``LaneFamily``: what it makes all of them do alike.
public struct LanePass: Sendable {
    private let schedule: RateSchedule
    private let turn: UnitQuaternion?
    private let kind: LaneKind

    /// - Parameters:
    ///   - specification: a pipeline of the family.
    ///   - frames: the recording's, in time.
    ///   - declination: of the magnetic field, as for ``Pipeline``.
    /// - Returns: nil for a pipeline that goes by itself.
    public init?(_ specification: PipelineSpecification, frames: [SensorFrame], declination: Angle?) {
        guard let family = specification.laneFamily else { return nil }
        kind = family.kind
        let stage = specification.estimator
        turn = stage.entry.north == .magnetic ? declination.map(UnitQuaternion.toTrueNorth) : nil
        schedule = kind.schedule(stage.values, frames: frames)
    }

    /// The sensor whose samples orientations are given for.
    public var driver: SensorKind { .gyroscope }
    /// When orientations are given, strictly increasing.
    public var times: [Seconds] { schedule.times }
    /// Usable samples of the driving sensor for which there is no orientation.
    public var withoutOrientation: Int { schedule.withoutOrientation }
    /// What each stage left out, as ``Pipeline/skips``.
    public var skips: [(stage: String, counts: SkipCounts)] { [(kind.rawValue, schedule.skips)] }

    /// Starts pipelines of the family together.
    ///
    /// - Parameter specifications: at least one, at most as many as there are lanes; lanes without one repeat the last.
    public func run<Numbers>(_ specifications: [PipelineSpecification]) -> LaneOrientations<Numbers> {
        LaneOrientations(run: kind.run(specifications.map(\.estimator.values), schedule, turnedBy: turn))
    }
}
