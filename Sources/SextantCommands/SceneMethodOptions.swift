import ArgumentParser
import Evaluation
import Pipelines
import SensorModel

/// How `sextant scene` corrects axes.
struct SceneMethodOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Run a round after so many new estimates.", valueName: "N")
    )
    var count = SceneAligner.Parameters().countLimit

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Run a round with fewer of them after so many seconds.", valueName: "S")
    )
    var time = SceneAligner.Parameters().timeLimit

    @Flag(help: "Keep estimates behind a correction; without it they are collected anew.")
    var keep = false

    @Option(
        help: ArgumentHelp(
            "Pairs to average: all, disjoint, random:PERCENT or heaviest:PERCENT.",
            valueName: "CHOICE"
        )
    )
    var pairs = "all"

    @Option(help: ArgumentHelp("What random pairs are drawn with.", valueName: "N"))
    var seed: UInt64 = 1

    @Flag(help: "Count every pair the same, not by its distance over its accuracies.")
    var unweighted = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Leave out estimates with a larger accuracy.", valueName: "METRES")
    )
    var worstAccuracy = SceneAligner.Parameters().worstAccuracy

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Leave out estimates nearer to a better one.", valueName: "METRES")
    )
    var separation = SceneAligner.Parameters().leastSeparation

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Correct by no angle that is known worse, or by any.", valueName: "DEGREES|any")
    )
    var certainty = "15"

    func validate() throws {
        let capacity = SceneAligner.Parameters().capacity
        guard (1...capacity).contains(count) else {
            throw ValidationError("--count is \(count); give a whole number from 1 to \(capacity).")
        }
        try Setting.sceneTime.validate(time)
        try Setting.accuracy.validate(worstAccuracy, option: "worst-accuracy")
        try Setting.accuracy.validate(separation, option: "separation")
        _ = try choice()
        _ = try mostUncertainty()
    }

    /// - Throws: `ValidationError`, never behind ``validate()``.
    func parameters() throws -> SceneAligner.Parameters {
        var parameters = SceneAligner.Parameters()
        parameters.countLimit = count
        parameters.timeLimit = time
        parameters.keepsEstimates = keep
        parameters.pairs = try choice()
        parameters.isWeighted = !unweighted
        parameters.worstAccuracy = worstAccuracy
        parameters.leastSeparation = separation
        parameters.mostUncertainty = try mostUncertainty()
        return parameters
    }

    private func choice() throws -> ScenePairChoice {
        guard let choice = ScenePairChoice(parsing: pairs, seed: seed) else {
            let hasShare = ["random:", "heaviest:"].contains { pairs.hasPrefix($0) }
            let expected =
                hasShare ? "a percentage above 0, up to 100" : "all, disjoint, random:PERCENT or heaviest:PERCENT"
            throw ValidationError("--pairs is \(pairs); give \(expected).")
        }
        return choice
    }

    private func mostUncertainty() throws -> Angle? {
        if certainty == "any" { return nil }
        guard let degrees = Double(certainty), Setting.certainty.accepts(degrees) else {
            throw ValidationError("--certainty is \(certainty); give \(Setting.certainty.expectation), or any.")
        }
        return Angle(degrees: degrees)
    }
}
