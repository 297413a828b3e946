import ArgumentParser

/// What happens when a recording cannot be evaluated.
struct FailureOptions: ParsableArguments {
    @Flag(name: .customLong("fail-fast"), help: "Stop at the first recording that cannot be evaluated.")
    var failsFast = false
}
