public import Evaluation
public import Foundation
import SensorModel

/// `distances.json`: everything that a comparison of distance formulas gave.
///
/// Keys are sorted. Figures have three significant digits; those that there are not are null, with the reason in `notes`.
public struct DistanceJSONReport: Sendable, Hashable {
    public init() {}

    /// The file's content.
    public func encode(_ results: DistanceResults) throws(ReportError) -> Data {
        try TidyJSON.data(DistanceDocument(results), file: "distances.json")
    }
}
