/// An entry of a catalogue whose cost is measured.
///
/// All of them come from the catalogues: a new entry is covered by being added there.
public struct MeasuredCase: Sendable {
    /// Does the work for so many units. Returns something that depends on all of it.
    public typealias Work = (_ units: Int) async throws -> Int

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

    public let kind: Kind
    /// `filter.lowPass.scalar`: kind, entry, and what it is given. Without blanks.
    public let name: String
    /// What one unit is: a sample, a pair of points, a whole evaluation.
    public let unit: String
    /// How many units make up a piece of work that a clock can tell from nothing.
    public let unitsAtOnce: Int
    /// The entry with all behind it that happens only once: buffers have their size, caches are filled.
    public let prepare: @Sendable () async throws -> Work

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
