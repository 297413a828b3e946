import Recordings
import SensorModel

/// A group of columns with its values, its times and what its name denotes.
struct SensorGroup {
    let group: ColumnGroup
    let meaning: SensorWords.Meaning?
    let series: VectorSeries
    /// The unit that the names of all columns say, by the kind of stream.
    let names: [String]

    /// The unit in the names of the columns; nil without one, or with several.
    func namedUnit(of kind: StreamKind) -> String? {
        let units = Set(names.map { SensorWords.unit(in: $0, of: kind) })
        return units.count == 1 ? units.first ?? nil : nil
    }

    func overlaps(_ other: SensorGroup) -> Bool {
        group.file == other.group.file && !Set(group.fields).isDisjoint(with: other.group.fields)
    }

    /// The unit of an acceleration that contains gravity; nil if the length is not that of gravity.
    var accelerationUnit: String? {
        // In fast motion, only the mean over a second is gravity. Without gravity, it is nearly zero.
        var lengths = series.lengths.map { $0.spread < 1 ? [$0.median] : [] } ?? []
        if let steady = series.meanLength { lengths.append(steady) }
        let units = Set(lengths.compactMap(Self.unit))
        if units.count == 1 { return units.first }
        return units.isEmpty ? namedUnitInMotion : nil
    }

    /// The unit in the names, if vigorous motion explains the length; nil without one.
    private var namedUnitInMotion: String? {
        guard let unit = namedUnit(of: .accelerometer), let length = series.lengths?.median else { return nil }
        return (0.8...2).contains(length / (unit == "g" ? 1 : Gravity.standard)) ? unit : nil
    }

    /// Whether the length of gravity confirms ``accelerationUnit``, not only the names.
    var hasLengthOfGravity: Bool { (series.lengths?.median).map { Self.unit(ofGravity: $0) != nil } ?? false }

    private static func unit(ofGravity length: Double) -> String? {
        if (8.3...12).contains(length) { return "m/s^2" }
        return (0.85...1.22).contains(length) ? "g" : nil
    }

    /// The units of a magnetic field that explain the length.
    var fieldUnits: [String] {
        guard let lengths = series.lengths, lengths.spread < 1.5 else { return [] }
        let units: [(String, Double)] = [("uT", 1), ("nT", 1e-3), ("mT", 1e3), ("G", 100), ("mG", 0.1)]
        return units.filter { (20.0...70).contains(lengths.median * $0.1) }.map(\.0)
    }
}

/// The sensors of a log, as far as they are recognised.
struct SensorSet {
    var accelerometer: SensorGroup?
    var gyroscope: SensorGroup?
    var magnetometer: SensorGroup?
    /// The agreement of gravity with the gyroscope, and of the field with it.
    var gravityTurn: TurnRelation?
    var fieldTurn: TurnRelation?
}
