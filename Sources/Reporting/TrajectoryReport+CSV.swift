import Evaluation
import SensorModel

extension TrajectoryReport {
    /// A row per error: the pose's place among the matched ones, counted from 0, its time on the estimate's clock where
    /// there is one, and the error. Pairs of poses have both places and times.
    ///
    /// Times and errors have all digits that read back as the same number.
    public func csv() -> [UInt8] {
        let ends = comparison.startPlaces == nil ? [""] : ["start_", "end_"]
        let times = comparison.association.times
        let columns = ends.map { "\($0)pose" } + (times == nil ? [] : ends.map { "\($0)t" }) + [errorColumn]
        var bytes = Array((columns.joined(separator: ",") + "\n").utf8)
        bytes.reserveCapacity(bytes.count + comparison.errors.count * Self.bytesPerRow)
        for (index, error) in comparison.errors.enumerated() {
            let places = [comparison.startPlaces?[index], comparison.places[index]].compactMap(\.self)
            for place in places { append("\(place)", to: &bytes) }
            for place in places { if let times { append(NumberText.exact(times[place]), to: &bytes) } }
            bytes.append(contentsOf: NumberText.exact(error).utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    /// More than most rows have.
    private static let bytesPerRow = 64

    private func append(_ field: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: field.utf8)
        bytes.append(UInt8(ascii: ","))
    }

    /// `error_m`, `error_deg`, or `error` where there is no unit.
    private var errorColumn: String { TrajectoryDocument.key("error", comparison.part.unit) }
}
