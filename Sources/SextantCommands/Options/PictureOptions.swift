import ArgumentParser
import SensorModel

/// The picture of one place's path over the screens of described systems.
struct PictureOptions: ParsableArguments {
    @Option(
        name: .customLong("picture"),
        help: ArgumentHelp(
            "Draw one place's path over the screen of every system, with its correct path; requires gnuplot.",
            valueName: "FILE.svg"
        )
    )
    var file: String?

    @Option(
        name: .customLong("poi"),
        help: ArgumentHelp("Place in --picture (default: the one that moves most in view).", valueName: "NAME")
    )
    var place: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start of --picture after the first sample (default: where the place moves most).",
            valueName: "SECONDS"
        )
    )
    var from: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("Duration of --picture.", valueName: "SECONDS"))
    var seconds: Double = 10

    func validate() throws {
        if let file, !file.hasSuffix(".svg") {
            throw ValidationError("--picture is '\(file)'; name a file that ends in .svg.")
        }
        if file == nil, place != nil || from != nil {
            let option = place == nil ? "from" : "poi"
            throw ValidationError("--\(option) requires --picture; add --picture FILE.svg.")
        }
        try Setting.pictureStart.validate(from)
        try Setting.pictureLength.validate(seconds)
    }
}
