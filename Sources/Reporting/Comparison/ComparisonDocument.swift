import Evaluation

/// `comparison.json`, schema `sextant.comparison/1`.
struct ComparisonDocument: Encodable {
    struct Side: Encodable {
        let name: String
        let runs: Int
        let version: String
        let revision: String
    }

    struct Metric: Encodable {
        let pipeline: String
        let metric: String
        let verdict: String
        let baseline: Double?
        let candidate: Double?
        let change: Double?
        let allowedPercent: Double?
        let allowedAbsolute: Double?
        let compared: Int
        let runs: [Run]
        let test: Test?

        enum CodingKeys: String, CodingKey {
            case pipeline, metric, verdict, baseline, candidate, change, compared, runs, test
            case allowedPercent = "allowed_percent"
            case allowedAbsolute = "allowed_absolute"
        }
    }

    struct Run: Encodable {
        let recording: String
        let verdict: String
        let baseline: Double?
        let candidate: Double?
        let reason: String?
    }

    struct Test: Encodable {
        let baselineCount: Int
        let candidateCount: Int
        let pValue: Double
        let smallestPValue: Double
        let neededPValue: Double
        let lowerChange: Double?
        let upperChange: Double?

        enum CodingKeys: String, CodingKey {
            case baselineCount = "baseline_count"
            case candidateCount = "candidate_count"
            case pValue = "p"
            case smallestPValue = "p_at_best"
            case neededPValue = "p_needed"
            case lowerChange = "change_lower"
            case upperChange = "change_upper"
        }
    }

    struct Single: Encodable {
        let recording: String
        let pipeline: String
    }

    struct Parameters: Encodable {
        let pipeline: String
        let runs: Int
        let changes: [String]
    }

    let schema = "sextant.comparison/1"
    let passed: Bool
    let failures: [String]
    let baseline: Side
    let candidate: Side
    let confidence: Double
    let yardstick: String?
    let metrics: [Metric]
    let missing: [Single]
    let added: [Single]
    let parameters: [Parameters]
    let failed: [FailedRecording]
}
