/// Commands that read or simulate recordings.
extension CommandWriter {
    private static let metrics = [
        "total_rmse_deg", "total_rmse_deg,lag_ms", "increment_rms_deg,jump_count,still_rms_deg", "lag_ms",
        "heading_rmse_deg,inclination_rmse_deg", "total_rmse_deg,heading_rmse_deg,lag_ms,still_rms_deg",
    ]

    mutating func evaluate() {
        add("evaluate", recording(), "--jobs", "1", "--pipeline", RandomSpecification.pipeline(&choices))
        if choices.isOne(in: 3) { add("--pipeline", RandomSpecification.pipeline(&choices)) }
        if choices.isOne(in: 12) { add("--pipeline", file("pipeline.yaml", templates.pipeline)) }
        // All metrics include times. Their measurement repeats the evaluation, so they are rare.
        if !choices.isOne(in: 24) { add("--metrics", choices.pick(Self.metrics)) }
        compareOptions()
        sometimes(16, "--series")
        layoutOption(16)
        if choices.isOne(in: 24) { add(recording("other")) }
        if choices.isOne(in: 24) { add("--estimates") }
        output(words.last == "--estimates" ? 1 : 12)
        if words.contains("--output") { sometimes(2, "--format", from: ["md", "csv", "json", "tex", "junit,bencher"]) }
    }

    /// Adds options of the comparison with a reference.
    private mutating func compareOptions() {
        sometimes(3, "--reference", from: ["truth", "gyroscope", "device"])
        sometimes(4, "--heading-alignment", from: ["constant", "first", "none"])
        sometimes(4, "--span", from: ["0.5", "0.6", "1", "2", "60"])
        sometimes(
            5,
            "--association",
            from: ["exact", "nearest:0.01", "interpolated", "interpolated:0.5", "nearest:60"]
        )
        sometimes(4, "--align-clocks")
        sometimes(6, "--fit-frames")
        sometimes(12, "--strict")
    }

    /// Adds the layout of the recording, a changed layout, or no layout.
    private mutating func layoutOption(_ count: Int) {
        if choices.isOne(in: count) {
            add("--layout", file("layout.yaml", anyOf: templates.layouts))
        } else if !choices.isOne(in: 8) {
            add("--layout", "native")
        }
    }

    mutating func inspect() {
        add("inspect")
        if choices.isOne(in: 5) {
            add(file("table.csv", choices.isOne(in: 2) ? templates.table : templates.points))
            sometimes(2, "--columns")
        } else {
            add(recording())
            layoutOption(12)
            if choices.isOne(in: 6) {
                add("--fit-noise", folder.output + "/out.yaml")
                sometimes(2, "--at-rest")
            }
        }
        sometimes(3, "--json")
        sometimes(8, "--strict")
        sometimes(8, "--reader", from: ["libcsv", "fast"])
    }

    mutating func systems() {
        add("systems", recording(), "--jobs", "1", "--system")
        let names = ["area", "ibetelgeuse", "area-paper"]
        if choices.isOne(in: 3) { add(file("system.yaml", anyOf: templates.systems)) } else { add(choices.pick(names)) }
        if choices.isOne(in: 3) { add("--pois", placeFile()) }
        sometimes(3, "--at", from: ["48.4,9.98", "90,0", "-90,0,1e9", "0,180,-1e6", "48.4,9.98,1e300", "48.4,1e18"])
        compareOptions()
        layoutOption(24)
        output(16)
    }

    mutating func scene() {
        add("scene", recording(walks: !choices.isOne(in: 4)))
        layoutOption(24)
        sometimes(4, "--turn", from: ["90", "-30", "1e300", "1e18", "360"])
        sometimes(6, "--best-accuracy", from: ["0", "5", "1e-300", "1e300"])
        sometimes(4, "--count", from: ["1", "2", "3", "10", "50"])
        sometimes(4, "--time", from: ["0", "1", "10", "1e300"])
        sometimes(4, "--pairs", from: ["all", "disjoint", "random:50", "heaviest:10", "random:1e-300", "heaviest:100"])
        sometimes(8, "--keep")
        sometimes(8, "--unweighted")
        sometimes(6, "--worst-accuracy", from: ["0", "10", "1e300"])
        sometimes(6, "--separation", from: ["0", "1", "1e300"])
        sometimes(4, "--certainty", from: ["any", "1", "15", "180", "1e-300", "1e300"])
        sometimes(3, "--json")
    }

    mutating func convert() {
        add("convert", recording(), "--output", folder.output + "/out")
        if choices.isOne(in: 2) {
            add("--to", choices.pick(["tum", "euroc"]))
            sometimes(3, "--stream", from: ["reference", "pose", "attitude"])
        }
        layoutOption(12)
    }

    mutating func simulate() {
        let scenarios = [
            "still", "step-yaw", "sine", "chirp", "pan", "look-up", "shake", "walk", "pocket-to-AR", "drive",
        ]
        let parameters = [
            "azimuth", "pitch", "roll", "angle", "riseTime", "rest", "axis", "amplitude", "frequency", "speed",
            "radius",
        ]
        var scenario = choices.pick(scenarios)
        if choices.isOne(in: 3) { scenario = file("scenario.yaml", templates.scenario) }
        if choices.isOne(in: 3) { scenario += ":\(choices.pick(parameters))=\(choices.pick(ExtremeNumber.texts))" }
        add("simulate", scenario, "--output", folder.output + "/out", "--duration")
        add(choices.pick(["0.05", "0.1", "0.3", "0.01", "1", "0.5s", "100ms", "nan"]), "--noise")
        let noises = ["none", "iphone3gs", "iphone4s", "iphone5", "nexus5"]
        if choices.isOne(in: 2) { add(choices.pick(noises)) } else { add(file("noise.yaml", anyOf: templates.noises)) }
        sometimes(4, "--rate", from: ["gyroscope=200", "10", "0.001", "accelerometer=1000", "gyroscope=1e-3"])
        sometimes(4, number: "--seed")
    }
}
