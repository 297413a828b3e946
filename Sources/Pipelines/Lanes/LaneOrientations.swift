import SensorFilters
public import SensorModel

/// The orientations of pipelines that go through a recording in lanes, block by block.
public struct LaneOrientations<Numbers: NumberLanes>: Sendable {
    private var run: LaneRun<Numbers>

    init(run: LaneRun<Numbers>) {
        self.run = run
    }

    /// Fills a block with the next orientations, from its first place.
    ///
    /// - Returns: how many there are: fewer than the block has places only at the end.
    public mutating func fill(_ block: inout [LaneQuaternion<Numbers>]) -> Int { run.fill(&block) }
}
