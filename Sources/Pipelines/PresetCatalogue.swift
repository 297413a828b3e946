/// Every preset, by the name that may stand in place of a SPEC.
public enum PresetCatalogue {
    public static let presets: [PipelinePreset] = [
        PipelinePreset(
            name: "area",
            specification: "lowPass:alpha=0.1,sensor=accelerometer+compassHeading:direction=camera",
            summary: "AREA: the system's heading, tilt and roll from the smoothed accelerometer.",
            source: "Geiger 2012, section 6.2, listings 6.4 and 6.9"
        ),
        PipelinePreset(
            name: "ibetelgeuse",
            specification: "triad+derivativeSmoother",
            summary: "iBetelgeuse: gravity and field, smoothed by its own filter.",
            source: "Stevense & van der Tak 2010, section 4.4"
        ),
        PipelinePreset(
            name: "ilocator",
            specification: "deviceAttitude",
            summary: "iLocator: the device's own attitude as it is.",
            source: "Bertram 2012, section 3.4.8"
        ),
        PipelinePreset(
            name: "stabilised",
            specification: "ekf:accelerationTolerance=0.5m/s2+derivativeSmoother",
            summary:
                "What iBetelgeuse's authors wished for: a Kalman filter that doubts shaken samples, then a calm picture.",
            source: "Stevense & van der Tak 2010, sections 6.3 and 6.4"
        ),
    ]

    public static func preset(named name: String) -> PipelinePreset? {
        presets.first { $0.name == name }
    }
}
