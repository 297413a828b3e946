extension SystemCatalogue {
    /// iBetelgeuse, the browser of the Delft report.
    static let iBetelgeuse = SystemDeclaration(
        name: "ibetelgeuse",
        summary: "iBetelgeuse: gravity and field through its own filter, in single precision and in perspective.",
        source: "Stevense & van der Tak 2010",
        orientation: "delay:sensor=accelerometer+triad+derivativeSmoother",
        constants: [
            SystemConstant(.sampling, "accelerometerRate", "30Hz", "section 4.4: 33 samples are about 1 s"),
            SystemConstant(.sampling, "magnetometerRate", "33Hz", "research report, section 6.3: about 33 Hz"),
            SystemConstant(.orientation, "samples", "1", "section 4.1.1: the accelerometer is one sample late"),
            SystemConstant(.orientation, "baseCorrection", "0.03", "section 4.4.3: the ratio c"),
            SystemConstant(.orientation, "correctionGain", "0.3", "section 4.4.3, first improvement"),
            SystemConstant(.orientation, "stabiliser", "10deg/s", "section 4.4.3, second improvement: s"),
            SystemConstant(.orientation, "derivativeWindow", "33", "section 4.4.3: d = 33"),
            SystemConstant(.orientation, "inputWindow", "7", "section 4.4.3: about 0.2 s"),
            SystemConstant(.location, "maximumSpeed", "200m/s", "section 4.4.1: v_max"),
            SystemConstant(.directions, "law", "offsetEarth", "section 4.3.2"),
            SystemConstant(.directions, "vertical", "geocentric", "appendix A: l_z = c/|c|"),
            SystemConstant(.display, "loop", "sample", "section 4.4: at each sample of either sensor"),
        ] + iPhone3GS
    )

    /// Gamaray, the Android browser that iBetelgeuse was to match.
    static let gamaray = SystemDeclaration(
        name: "gamaray",
        summary: "Gamaray: the mean of the last 20 rotation matrices, not made orthogonal again.",
        source: "Stevense & van der Tak 2010, appendix C.3.2 and research report, section 6",
        orientation: "triad+matrixMovingAverage",
        constants: [
            SystemConstant(.orientation, "window", "20", "research report, section 6.3"),
            SystemConstant(.directions, "law", "legs", "research report, section 6.1: linear distances"),
            SystemConstant(.display, "loop", "sample", "appendix C.3.2: whenever the spatial state changes"),
        ] + iPhone3GS
    )

    /// Layar, as iBetelgeuse's authors saw it from outside.
    static let layar = SystemDeclaration(
        name: "layar",
        summary: "Layar: stable on the screen, and some three seconds late.",
        source: "Stevense & van der Tak 2010, appendix C.3.2",
        orientation: "triad+lowPass",
        constants: [
            SystemConstant(
                .orientation,
                "timeConstant",
                "1s",
                "appendix C.3.2: over three seconds to be relocated; e⁻³ is 5 %"
            ),
            SystemConstant(.directions, "law", "tangentPlane", "not known; the exact one"),
            SystemConstant(.display, "loop", "sample", "not known"),
        ] + iPhone3GS
    )

    /// The device of the report, which shows the others beside it.
    private static let iPhone3GS: [SystemConstant] = [
        SystemConstant(.camera, "focalLength", "3.85mm", "research report, section 6.4"),
        SystemConstant(.camera, "sensorWidth", "2.69mm", "research report, section 6.4: across in portrait"),
        SystemConstant(.camera, "sensorHeight", "3.58mm", "research report, section 6.4: upright in portrait"),
        SystemConstant(.screen, "width", "320", "the iPhone 3GS in points"),
        SystemConstant(.screen, "height", "480", "the iPhone 3GS in points"),
        SystemConstant(.projection, "kind", "perspective", "sections 4.5.4 and 4.5.5"),
    ]
}
