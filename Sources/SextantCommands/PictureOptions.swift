import ArgumentParser
import SensorModel

/// A picture of one place's path over the screens of described systems.
struct PictureOptions: ParsableArguments {
    @Option(
        name: .customLong("picture"),
        help: ArgumentHelp(
            "Draw one place's path over every system's screen, beside where the camera sees it; needs gnuplot.",
            valueName: "FILE.svg"
        )
    )
    var file: String?

    @Option(
        name: .customLong("poi"),
        help: ArgumentHelp("The place of --picture (default: the one that moves most in view).", valueName: "NAME")
    )
    var place: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Where --picture begins, after the first sample (default: where the place moves most).",
            valueName: "SECONDS"
        )
    )
    var from: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("How long --picture looks.", valueName: "SECONDS"))
    var seconds: Double = 10

    func validate() throws {
        if let file, !file.hasSuffix(".svg") {
            throw ValidationError("--picture is '\(file)'; name a file that ends in .svg.")
        }
        if file == nil, place != nil || from != nil {
            let option = place == nil ? "from" : "poi"
            throw ValidationError("--\(option) is a picture's; say where with --picture FILE.svg.")
        }
        try Setting.pictureStart.validate(from)
        try Setting.pictureLength.validate(seconds)
    }
}
