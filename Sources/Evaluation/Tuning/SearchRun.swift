/// One run of a method from its start until it has converged, in the unit box: batches of places out, their costs in.
///
/// The same costs lead to the same places on every machine.
protocol SearchRun: Sendable {
    /// What is to be evaluated next; never empty. Coordinates in [0, 1].
    var batch: [[Double]] { get }
    /// Takes the costs of ``batch``: finite, or infinite where there is none.
    mutating func take(_ costs: [Double])
    /// Whether the run looks at less than this part of each axis.
    func hasConverged(within tolerance: Double) -> Bool
}
