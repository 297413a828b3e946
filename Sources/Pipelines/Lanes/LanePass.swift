import SensorFilters
public import SensorModel

/// A recording as pipelines of one ``LaneFamily`` read it: the part that is the same for all of them.
///
///     guard let pass = LanePass(specifications[0], frames: frames, declination: nil) else { return }
///     var run = pass.run(specifications)
///     var block = Array(repeating: Rotation<Lanes>.identity, count: 64)
///     let count = run.fill(&block)
public struct LanePass: Sendable {
    private let prepared: PreparedLanes
    private let turn: UnitQuaternion?
    private let estimator: String

    /// Reads a recording.
    ///
    /// - Parameters:
    ///   - specification: a pipeline of the family.
    ///   - frames: the recording's, in time.
    ///   - declination: of the magnetic field, as for ``Pipeline``.
    /// - Returns: nil for a pipeline that goes by itself.
    public init?(_ specification: PipelineSpecification, frames: [SensorFrame], declination: Angle?) {
        let stage = specification.estimator
        guard specification.laneFamily != nil, let estimator = LaneEstimator.named(stage.entry.name, stage.values)
        else { return nil }
        self.estimator = estimator.name
        driver = estimator.driver
        turn = specification.countsFromMagneticNorth ? declination.map(UnitQuaternion.toTrueNorth) : nil
        prepared = estimator.prepared(stage.values, frames: frames)
    }

    /// The sensor at whose samples there are orientations.
    public let driver: SensorKind
    /// The times of the orientations, strictly increasing.
    public var times: [Seconds] { prepared.times }
    /// The number of usable samples of the driving sensor without an orientation.
    public var withoutOrientation: Int { prepared.withoutOrientation }

    /// Starts pipelines of the family together.
    ///
    /// - Parameter specifications: at least one, at most as many as there are lanes; lanes without one repeat the last.
    public func run(_ specifications: [PipelineSpecification]) -> LaneOrientations {
        LaneOrientations(run: prepared.run(specifications.map(\.estimator.values), turnedBy: turn))
    }

    /// The counts of skipped samples by stage, as ``Pipeline/skips``, of one pipeline after its run.
    public func skips(of run: LaneOrientations, lane: Int) -> [(stage: String, counts: SkipCounts)] {
        var counts = prepared.skips
        counts.undetermined += run.undetermined(lane: lane)
        return [(estimator, counts)]
    }
}

/// The orientations of pipelines that go through a recording in lanes, block by block.
public struct LaneOrientations: Sendable {
    private var run: LaneRun

    init(run: LaneRun) {
        self.run = run
    }

    /// Fills a block with the next orientations, device → Earth (East, North, Up), from its first place.
    ///
    /// - Returns: the number of orientations: less than the length of the block only at the end.
    public mutating func fill(_ block: inout [Rotation<Lanes>]) -> Int { run.fill(&block) }

    func undetermined(lane: Int) -> Int { run.undetermined(lane: lane) }
}
