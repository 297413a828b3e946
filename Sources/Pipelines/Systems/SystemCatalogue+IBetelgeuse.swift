extension SystemCatalogue {
    /// iBetelgeuse, the browser of the Delft report.
    static let iBetelgeuse = SystemDeclaration(
        name: "ibetelgeuse",
        summary: "iBetelgeuse: gravity and field through its own filter, in single precision and in perspective.",
        source: "Stevense & van der Tak 2010; source code, github.com/finalist/iBetelgeuse",
        orientation: "delay:sensor=accelerometer+triad+derivativeSmoother",
        constants: [
            SystemConstant(
                .sampling,
                "accelerometerRate",
                "30Hz",
                "source code, ARSpatialStateManager.m: ACCELEROMETER_UPDATE_FREQUENCY"
            ),
            SystemConstant(.sampling, "magnetometerRate", "33Hz", "research report, section 6.3: about 33 Hz"),
            SystemConstant(
                .orientation,
                "samples",
                "1",
                "section 4.1.1; source code, ARAccelerometerFilter.m: delay 1"
            ),
            SystemConstant(
                .orientation,
                "driver",
                "any",
                "source code, ARSpatialStateManager.m: recomputed for each sample of either sensor"
            ),
            SystemConstant(
                .orientation,
                "baseCorrection",
                "0.03",
                "source code, AROrientationFilter.m; section 4.4.3: c"
            ),
            SystemConstant(
                .orientation,
                "correctionGain",
                "0.3",
                "source code, AROrientationFilter.m; section 4.4.3, first improvement"
            ),
            SystemConstant(
                .orientation,
                "stabiliser",
                "10deg/s",
                "source code, AROrientationFilter.m; section 4.4.3, second improvement: s"
            ),
            SystemConstant(.orientation, "derivativeWindow", "33", "section 4.4.3: d = 33"),
            SystemConstant(
                .orientation,
                "inputWindow",
                "7",
                "source code, AROrientationFilter.m; section 4.4.3: about 0.2 s"
            ),
            SystemConstant(.location, "maximumSpeed", "200m/s", "section 4.4.1: v_max"),
            SystemConstant(.directions, "law", "offsetEarth", "section 4.3.2"),
            SystemConstant(.directions, "offset", "current", "section 4.3.2: the origin is the device's position"),
            SystemConstant(.directions, "vertical", "geocentric", "appendix A: l_z = c/|c|"),
            SystemConstant(.display, "loop", "rate", "source code, ARMainController.m: a display link"),
            SystemConstant(.display, "rate", "30Hz", "source code, ARMainController.m: FRAME_INTERVAL 2 of 60 Hz"),
        ] + iPhone3GS
    )

    /// Gamaray, the Android browser that was iBetelgeuse's model.
    static let gamaray = SystemDeclaration(
        name: "gamaray",
        summary: "Gamaray: the mean of the last 60 rotation matrices, not made orthogonal again.",
        source:
            "Stevense & van der Tak 2010, appendix C.3.2 and research report, section 6; github.com/finalist/betelgeuse",
        orientation: "triad+matrixMovingAverage",
        constants: [
            SystemConstant(
                .orientation,
                "driver",
                "any",
                "source code of Finalist's fork, ARExplorer.java: at each sample of either sensor, as fast as they come"
            ),
            SystemConstant(
                .orientation,
                "window",
                "60",
                "source code of Finalist's fork, RotationCalculator.java: the last 60 matrices"
            ),
            SystemConstant(.directions, "law", "legs", "research report, section 6.1: linear distances"),
            SystemConstant(.display, "loop", "sample", "appendix C.3.2: whenever the spatial state changes"),
        ] + iPhone3GS
    )

    /// Layar, as iBetelgeuse's authors observed it.
    static let layar = SystemDeclaration(
        name: "layar",
        summary: "Layar: stable on the screen, with a delay of about three seconds.",
        source: "Stevense & van der Tak 2010, appendix C.3.2",
        orientation: "triad+lowPass",
        constants: [
            SystemConstant(
                .orientation,
                "timeConstant",
                "1s",
                "appendix C.3.2: over three seconds to be relocated; e⁻³ is 5 %"
            ),
            SystemConstant(.sampling, "accelerometerRate", "30Hz", "no source: our choice, that of iBetelgeuse"),
            SystemConstant(.sampling, "magnetometerRate", "33Hz", "no source: our choice, that of iBetelgeuse"),
            SystemConstant(.directions, "law", "tangentPlane", "no source: our choice, the exact one"),
            SystemConstant(.display, "loop", "sample", "no source: our choice"),
        ] + iPhone3GS
    )

    /// The device of the report, also used for the other systems.
    private static let iPhone3GS: [SystemConstant] = [
        SystemConstant(.camera, "focalLength", "3.85mm", "research report, section 6.4"),
        SystemConstant(.camera, "sensorWidth", "2.69mm", "research report, section 6.4: across in portrait"),
        SystemConstant(.camera, "sensorHeight", "3.58mm", "research report, section 6.4: upright in portrait"),
        SystemConstant(.screen, "width", "320", "the iPhone 3GS in points"),
        SystemConstant(.screen, "height", "480", "the iPhone 3GS in points"),
        SystemConstant(.projection, "kind", "perspective", "sections 4.5.4 and 4.5.5"),
    ]
}
