import ArgumentParser
import Evaluation

/// What a real recording needs before its figures mean anything.
struct ComparisonOptions: ParsableArguments {
    @Flag(help: "Move the sensors' times onto the clock of the truth or the poses.")
    var alignClocks = false

    func apply(to options: inout EvaluationOptions) {
        options.alignsClocks = alignClocks
    }
}
