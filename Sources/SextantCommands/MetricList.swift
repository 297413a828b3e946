import ArgumentParser
import Evaluation
import Foundation
import SensorModel

/// The metrics that `--metrics` names.
struct MetricList {
    let names: Set<MetricName>

    init(argument: String) throws {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        names = Set(try words.map(Self.name))
    }

    private static func name(_ word: String) throws -> MetricName {
        let known = MetricCatalogue.ofOrientation
        guard let name = known.first(where: { $0.rawValue == word }) else {
            let hint = NearestName.suggestion(for: word, among: known.map(\.rawValue)).map { "did you mean '\($0)'?" }
            throw ValidationError(
                "found the metric '\(word)', expected a metric of pipelines; \(hint ?? "see 'sextant list metrics'")"
            )
        }
        return name
    }
}
