import Evaluation
import Recordings
import SensorModel
import Testing

struct ComparisonRulesTests {
    @Test(arguments: [
        ("2", TableTolerance.relative(0.02)), ("2%", .relative(0.02)), ("0.5abs", .absolute(0.5)), ("0", .relative(0)),
    ])
    func `A threshold is a percentage or an amount`(text: String, threshold: TableTolerance) {
        #expect(TableTolerance(threshold: text) == threshold)
    }

    @Test(arguments: ["", "%", "abs", "-1", "x", "nan", "inf", "1 %x"])
    func `A malformed threshold is rejected`(text: String) {
        #expect(TableTolerance(threshold: text) == nil)
    }

    @Test func `A file sets thresholds for all pipelines and for single ones`() throws {
        var rules = ComparisonRules()
        let text = "thresholds: {total_rmse_deg: 2, lag_ms: 0.5abs}\npipelines:\n  vqf+oneEuro: {total_rmse_deg: 1%}\n"
        try rules.addThresholds(parsing: Array(text.utf8), file: "limits.yaml")
        #expect(rules.threshold(.totalRMSE, of: "triad") == .relative(0.02))
        #expect(rules.threshold(.totalRMSE, of: "vqf+oneEuro") == .relative(0.01))
        #expect(rules.threshold(.lag, of: "vqf+oneEuro") == .absolute(0.5))
        #expect(rules.threshold(.stillRMS, of: "vqf+oneEuro") == .relative(0))
        #expect(rules.threshold(.computeP50, of: "triad") == .relative(0.1))
    }

    @Test(arguments: [
        ("thresholds: {total_rmse: 2}", "limits.yaml:1:14: unknown key 'total_rmse'"),
        ("thresholds: {count: 2}", "limits.yaml:1:14: unknown key 'count'"),
        ("thresholds:\n  lag_ms: much", "limits.yaml:2:11: lag_ms is 'much', but must be"),
        ("limits: {}", "unknown key 'limits'"),
    ])
    func `An error in a file has its line and column`(text: String, words: String) {
        var rules = ComparisonRules()
        let error = #expect(throws: InputError.self) {
            try rules.addThresholds(parsing: Array(text.utf8), file: "limits.yaml")
        }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
}
