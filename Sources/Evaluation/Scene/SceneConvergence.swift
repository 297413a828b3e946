public import SensorModel

/// Whether corrections become small and stay so: the document's convergence ("each successive triggering leads to an
/// increasingly smaller correction angle", then "oscillating around 0"; Yandex 2017, "Testing").
public struct SceneConvergence: Sendable, Hashable {
    /// How many corrections there were.
    public var corrections: Int
    /// The first correction behind which all others stay within the band, counted from 1; nil where the last one is not
    /// within it, and where it is the only one.
    public var steadyAfter: Int?
    /// Root mean square of the corrections behind that one.
    public var scatter: Angle?

    init(_ corrections: [Angle], band: Angle) {
        self.corrections = corrections.count
        let outside = corrections.dropFirst().lastIndex { abs($0.wrapped.radians) > band.radians } ?? 0
        let later = corrections.dropFirst(outside + 1)
        guard let scatter = later.lazy.map({ $0.wrapped.radians }).rootMeanSquare else { return }
        steadyAfter = outside + 1
        self.scatter = Angle(radians: scatter)
    }
}
