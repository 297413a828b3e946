import Evaluation
import SensorModel

/// Bands, tolerances and error figures in words.
enum BandText {
    /// The band's upper limit, as a table's column is called.
    static func limit(_ range: RangeBand) -> String {
        range == RangeBand.all.last ? "beyond" : length(range.upper)
    }

    static func degrees(_ latitude: LatitudeBand) -> String {
        "\(NumberText.exact(latitude.lowerDegrees))–\(NumberText.exact(latitude.upperDegrees))°"
    }

    /// A band limit: all digits.
    static func length(_ metres: Metres) -> String {
        metres < 1_000 ? NumberText.exact(metres) + " m" : NumberText.exact(metres / 1_000) + " km"
    }

    static func tolerance(_ tolerance: DistanceTolerance) -> String {
        "\(NumberText.exact(tolerance.value)) \(tolerance.unit.rawValue)"
    }

    /// Metres at two significant digits in the unit that suits them.
    static func error(_ metres: Metres?) -> String {
        metres.map { LengthText.rounded($0, resolution: BandFigures.errorResolution) } ?? "–"
    }

    /// A share as a percentage, at two significant digits.
    static func percentage(_ share: Double?) -> String {
        share.map { NumberText.exact(NumberText.significant($0 * 100, digits: 2)) + " %" } ?? "–"
    }

    /// A figure at two significant digits, or that it is below its resolution.
    static func figure(_ value: Double?, resolution: Double) -> String {
        guard let value else { return "–" }
        let text = NumberText.exact(NumberText.significant(max(value, resolution), digits: 2))
        return value <= resolution ? "<" + text : text
    }
}
