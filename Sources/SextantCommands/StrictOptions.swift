import ArgumentParser

/// What is made of a recording that does not agree with physics.
struct StrictOptions: ParsableArguments {
    @Flag(help: "Treat a recording whose units, signs or clocks do not agree with physics as an error.")
    var strict = false
}
