/// Commands that read trajectories, tables, places and results.
extension CommandWriter {
    mutating func absoluteError() {
        trajectories("ape")
        sometimes(2, "--part", from: ["rotation", "translation", "full"])
    }

    mutating func relativeError() {
        trajectories("rpe")
        sometimes(2, "--part", from: ["rotation", "translation", "full", "distance"])
        sometimes(2, "--delta", from: ["1", "2", "0.1", "5", "1e-300", "90", "1e14"])
        sometimes(2, "--delta-unit", from: ["frames", "seconds", "metres", "degrees"])
        sometimes(3, "--all-pairs")
        sometimes(4, "--delta-tolerance", from: ["0", "0.1", "1", "1e300"])
    }

    private mutating func trajectories(_ command: String) {
        let index = choices.isOne(in: 4) ? choices.index(below: 3) : 0
        add(command, file("reference.txt", templates.trajectories[index]))
        add(file("estimate.txt", templates.trajectories[choices.isOne(in: 6) ? 1 : index]))
        sometimes(2, "--align", from: ["se3", "sim3", "yaw", "origin", "scale", "none"])
        sometimes(4, "--match", from: ["exact", "interpolated", "nearest"])
        sometimes(4, "--max-difference", from: ["0", "0.1", "1e9", "1e300", "1e-320"])
        sometimes(6, "--offset", from: ["0.05", "-1e9", "1e300", "1e-320"])
        sometimes(6, "--input-format", from: ["tum", "euroc", "kitti", "native"])
        sometimes(4, "--json")
        output(12)
    }

    mutating func filter() {
        add(
            "filter",
            file("table.csv", templates.table),
            "--filter",
            RandomSpecification.filters(&choices),
            "--columns"
        )
        let domains = [
            ("speed", "scalar"), ("heading", "heading"), ("time,speed,heading", "vector"), ("speed,heading", ""),
        ]
        let (columns, domain) = choices.pick(domains)
        add(columns)
        if !domain.isEmpty { add("--domain", domain) }
        if choices.isOne(in: 2) {
            add("--time", "time")
        } else {
            sometimes(2, "--rate", from: ["10", "1e-300", "1e300"])
        }
        sometimes(12, "--delimiter", from: ["tab", ";", " "])
        output(16)
    }

    mutating func distances() {
        add("distances")
        switch choices.index(below: 3) {
        case 0: add(file("pairs.csv", templates.pairs))
        case 1: add(file("points.csv", templates.points), "--along")
        default:
            add(file("points.csv", templates.points), "--from")
            add(choices.pick(["48.4,9.98", "90,0", "-90,1e18", "0,-180", "1e-320,1e300", "48.4,720"]))
        }
        sometimes(3, "--formula", from: ["haversine", "vincenty", "karney", "ecefChord", "equirectangular"])
        sometimes(3, "--tolerance", from: ["1m", "5cm", "20ppm", "1e-300m", "1e300m"])
        if choices.isOne(in: 3) { add("--output", "-") } else { output(12) }
    }

    mutating func places() {
        add("places", placeFile())
        if choices.isOne(in: 8) { add(placeFile()) }
        sometimes(4, "--input-format", from: ["area", "gddf", "geojson", "kml", "gpx", "csv"])
        sometimes(6, "--first", from: ["0", "1", "100", "9223372036854775807"])
        if choices.isOne(in: 6) { add("--output", folder.output + choices.pick(["/out.csv", "/out.geojson"])) }
    }

    mutating func deltas() {
        add("deltas", file("deltas.json", templates.deltas))
        sometimes(3, "--export", "-")
        if choices.isOne(in: 24) { add("--store", folder.output + "/out.sqlite") }
    }

    /// Writes one of the commands that take several milliseconds.
    mutating func rare() {
        switch choices.index(below: 8) {
        case 0: simulate()
        case 1: experiment()
        case 2, 3: compare()
        case 4: merge()
        case 5, 6: report()
        default: layout()
        }
    }

    private mutating func experiment() {
        add(
            "run",
            file("experiment.yaml", anyOf: templates.experiments),
            "--output",
            folder.output + "/out",
            "--jobs",
            "1"
        )
        folder.write(Array("name: made\n".utf8), to: "recording/recording.yaml")
        for (file, bytes) in RandomRecording(&choices).files { folder.write(bytes, to: "recording/\(file)") }
        if choices.isOne(in: 2) { add("--dry-run") }
        sometimes(6, "--export", from: ["csv", "jsonl", "csv,jsonl"])
        sometimes(6, "--shard", from: ["1/2", "2/2", "1/1000000"])
    }

    private mutating func report() {
        add("report", results("results"))
        if choices.isOne(in: 6) { add(results("more")) }
        sometimes(2, "--format", from: ["md", "csv", "json", "tex", "junit", "summary", "github-benchmark", "bencher"])
        if choices.isOne(in: 4) {
            add("--pivot", choices.pick(["recording×pipeline:total_rmse_deg", "pipeline×recording:lag_ms"]))
        } else {
            sometimes(
                4,
                "--group",
                from: ["recording", "pipeline", "recording,pipeline", "reference", "version", "alpha"]
            )
            sometimes(4, "--columns", from: ["total_rmse_deg", "lag_ms,total_rmse_deg", "count"])
        }
        sometimes(6, "--sort", from: ["total_rmse_deg", "pipeline", "lag_ms"])
        sometimes(8, "--reverse")
        output(16)
    }

    private mutating func compare() {
        add("compare", results("baseline"), results("candidate"))
        sometimes(
            4,
            "--threshold",
            from: ["total_rmse_deg=2", "lag_ms=0.5abs", "total_rmse_deg=1e300", "vqf:lag_ms=5"]
        )
        if choices.isOne(in: 6) { add("--thresholds", file("thresholds.yaml", templates.thresholds)) }
        sometimes(4, "--metric", from: ["total_rmse_deg", "increment_rms_deg"])
        sometimes(4, "--confidence", from: ["0.5", "0.99", "0.9999"])
        sometimes(6, "--yardstick", from: ["triad", "vqf"])
        sometimes(4, "--allow-missing")
        sometimes(3, "--format", from: ["md", "json", "junit"])
    }

    private mutating func merge() {
        add("merge", results("first"), "--output", folder.output + "/out")
        if choices.isOne(in: 2) { add(results("second")) }
    }

    /// Writes an inspection with a layout.
    private mutating func layout() {
        add("inspect", recording(), "--layout", file("layout.yaml", anyOf: templates.layouts))
    }
}
