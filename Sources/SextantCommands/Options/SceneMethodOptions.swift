import ArgumentParser
import Evaluation
import Experiments
import Pipelines
import SensorModel

/// The parameters of the axis correction of `sextant scene`.
struct SceneMethodOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("Compute a correction after N new estimates.", valueName: "N"))
    var count = SceneAligner.Parameters().countLimit

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Compute a correction from fewer estimates after S seconds.", valueName: "S")
    )
    var time = SceneAligner.Parameters().timeLimit

    @Flag(help: "Keep the estimates after a correction (default: discard them).")
    var keep = false

    @Option(
        help: ArgumentHelp(
            "Pairs to average: all, disjoint, random:PERCENT or heaviest:PERCENT.",
            valueName: "CHOICE"
        )
    )
    var pairs = "all"

    @Option(help: ArgumentHelp("Seed of random pairs.", valueName: "N"))
    var seed: UInt64 = 1

    @Flag(help: "Weight all pairs equally (default: by distance divided by accuracy).")
    var unweighted = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Exclude estimates with a larger accuracy radius.", valueName: "METRES")
    )
    var worstAccuracy = SceneAligner.Parameters().worstAccuracy

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Exclude estimates within this distance of a more accurate estimate.", valueName: "METRES")
    )
    var separation = SceneAligner.Parameters().minimumSeparation

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Ignore corrections with a larger uncertainty; any accepts all.", valueName: "DEGREES|any")
    )
    var certainty = "15"

    func validate() throws {
        let capacity = SceneAligner.Parameters().capacity
        guard (1...capacity).contains(count) else {
            throw ValidationError("--count is \(count); use a whole number from 1 to \(capacity).")
        }
        try Setting.sceneTime.validate(time)
        try Setting.accuracy.validate(worstAccuracy, option: "worst-accuracy")
        try Setting.accuracy.validate(separation, option: "separation")
        _ = try choice()
        _ = try maximumUncertainty()
    }

    /// Returns the parameters of the axis correction, as set by the options.
    ///
    /// - Throws: `ValidationError` for invalid options. In a command, ``validate()`` has already rejected them.
    func parameters() throws -> SceneAligner.Parameters {
        var parameters = SceneAligner.Parameters()
        parameters.countLimit = count
        parameters.timeLimit = time
        parameters.keepsEstimates = keep
        parameters.pairs = try choice()
        parameters.isWeighted = !unweighted
        parameters.worstAccuracy = worstAccuracy
        parameters.minimumSeparation = separation
        parameters.maximumUncertainty = try maximumUncertainty()
        return parameters
    }

    private func choice() throws -> ScenePairChoice {
        guard let choice = ScenePairChoice(parsing: pairs, seed: seed) else {
            let hasShare = ["random:", "heaviest:"].contains { pairs.hasPrefix($0) }
            let expected =
                hasShare ? "a percentage above 0, up to 100" : "all, disjoint, random:PERCENT or heaviest:PERCENT"
            throw ValidationError("--pairs is \(pairs); use \(expected).")
        }
        return choice
    }

    private func maximumUncertainty() throws -> Angle? {
        if certainty == "any" { return nil }
        guard let degrees = Double(certainty), Setting.certainty.accepts(degrees) else {
            throw ValidationError("--certainty is \(certainty); use \(Setting.certainty.expectation), or 'any'.")
        }
        return Angle(degrees: degrees)
    }
}
