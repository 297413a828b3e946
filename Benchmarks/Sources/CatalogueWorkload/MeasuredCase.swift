/// An entry of a catalogue whose cost is measured.
///
/// The cases are derived from the catalogues, so new entries are included automatically.
public struct MeasuredCase: Sendable {
    /// Work for a number of units. The result depends on all units, so that no work is optimised away.
    public typealias Work = (_ units: Int) async throws -> Int

    /// The kind of the measured entry.
    public enum Kind: String, Sendable, CaseIterable {
        case reading
        case filter
        case estimator
        case formula
        case projection
        case metric
        case system
        case report
    }

    /// The kind of the entry.
    public let kind: Kind
    /// The kind, the entry and the parameters without blanks, such as `filter.lowPass.scalar`.
    public let name: String
    /// The unit of the cost, such as a sample, a pair of points or a whole evaluation.
    public let unit: String
    /// The number of units that take long enough for a clock.
    public let unitsAtOnce: Int
    /// Prepares the work of the entry with a warm-up, so that buffers have their final size and caches are filled.
    public let prepare: @Sendable () async throws -> Work

    /// The cases of all catalogues.
    public static let all: [MeasuredCase] =
        reading + filtering + formulas + projections + metrics + systems + reports

    init(
        _ kind: Kind,
        _ words: [String],
        per unit: String,
        unitsAtOnce: Int = 1,
        prepare: @escaping @Sendable () async throws -> Work
    ) {
        self.kind = kind
        name = ([kind.rawValue] + words).filter { !$0.isEmpty }.joined(separator: ".")
        self.unit = unit
        self.unitsAtOnce = unitsAtOnce
        self.prepare = {
            let work = try await prepare()
            _ = try await work(unitsAtOnce)
            return work
        }
    }
}
