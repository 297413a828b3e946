public import Evaluation
import Experiments
public import Foundation
import SensorModel

/// `results.json`: the complete results of an evaluation, which later commands read.
///
/// Keys are sorted. The file contains every metric of the catalogue; metrics without a value are null.
public struct JSONReport: Sendable, Hashable {
    /// Creates the report.
    public init() {}

    /// The content of `results.json`.
    ///
    /// Numbers without a JSON form, such as an infinite parameter, are the strings `Infinity`, `-Infinity` and `NaN`.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    public func encode(_ results: EvaluationResults) throws(ReportError) -> Data {
        do {
            let json = try StoredJSON.encoder(.prettyPrinted).encode(results)
            return Data(OutsideText.json(Array(json))) + Data("\n".utf8)
        } catch {
            throw .undrawable("\(ReportFormat.json.fileName): a value cannot be written as JSON (\(error))")
        }
    }

    /// Reads results.
    ///
    /// - Parameters:
    ///   - data: the content of a `results.json` file.
    ///   - file: the name of the file, for error messages.
    /// - Throws: ``ReportError/unreadableResults(file:place:reason:)`` if the content is not JSON, has another
    ///   schema, or lacks a key.
    public func decode(_ data: Data, file: String) throws(ReportError) -> EvaluationResults {
        let decoder = StoredJSON.decoder()
        do {
            let schema = try decoder.decode(Header.self, from: data).schema
            guard schema == EvaluationResults.schemaName else {
                let reason = "the schema is '\(schema)', not '\(EvaluationResults.schemaName)'"
                throw ReportError.unreadableResults(file: file, place: "schema", reason: reason)
            }
            let results = try decoder.decode(EvaluationResults.self, from: data)
            try results.check()
            return results
        } catch let error as EvaluationResults.Fault {
            throw .unreadableResults(file: file, place: error.place, reason: error.reason)
        } catch let error as ReportError {
            throw error
        } catch let error as DecodingError {
            throw .unreadableResults(file: file, place: Self.place(of: error), reason: Self.reason(of: error))
        } catch {
            throw .unreadableResults(file: file, place: "", reason: "\(error)")
        }
    }

    private struct Header: Decodable {
        let schema: String
    }

    private static func reason(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "the key '\(key.stringValue)' is missing"
        case .typeMismatch(let type, _): "the value is not of type \(type)"
        case .valueNotFound(let type, _): "the value is null, not of type \(type)"
        case .dataCorrupted(let context): context.codingPath.isEmpty ? "the file is not JSON" : context.debugDescription
        @unknown default: "\(error)"
        }
    }

    private static func place(of error: DecodingError) -> String {
        let path =
            switch error {
            case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
                .dataCorrupted(let context):
                context.codingPath
            @unknown default: [any CodingKey]()
            }
        return path.reduce(into: "") { place, key in
            if let index = key.intValue {
                place += "[\(index)]"
            } else {
                place += (place.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}
