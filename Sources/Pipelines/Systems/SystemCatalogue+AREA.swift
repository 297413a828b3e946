extension SystemCatalogue {
    /// AREA, the engine of the Ulm thesis.
    static let area = SystemDeclaration(
        name: "area",
        summary: "AREA: compass and smoothed accelerometer, with pixels proportional to degrees.",
        source: "Geiger 2012",
        orientation: "lowPass:sensor=accelerometer+compassHeading",
        constants: areaConstants
    )

    /// AREA as in its paper: with a compass in whole degrees.
    static let areaPaper = SystemDeclaration(
        name: "area-paper",
        summary: "AREA with a compass in whole degrees, whose steps move places by 8.57 pixels.",
        source: "AREA 2013",
        orientation: "lowPass:sensor=accelerometer+compassHeading",
        constants: [
            SystemConstant(.compass, "step", "1deg", "the system's headings are whole degrees; section IV-C.3, 480/56")
        ] + areaConstants
    )

    private static let areaConstants: [SystemConstant] = [
        SystemConstant(
            .compass,
            "derivedStep",
            "1deg",
            "where a recording has no compass: the system pushes headings of whole degrees"
        ),
        SystemConstant(.sampling, "accelerometerRate", "90Hz", "listing 6.3: accelerometerUpdateInterval = 1/90 s"),
        SystemConstant(.orientation, "alpha", "0.1", "listing 6.4, for 90 samples per second"),
        SystemConstant(.orientation, "start", "zero", "listing 6.4: instance variables, which Objective-C sets to 0"),
        SystemConstant(
            .orientation,
            "direction",
            "camera",
            "listing 6.9: heading = compass + deviceRotation, deviceRotation = atan2(−a_y, a_x) − π/2"
        ),
        SystemConstant(.orientation, "tilt", "arcsine", "listing 6.9: asin(a_z), a in g and of any length"),
        SystemConstant(
            .orientation,
            "beyondOneG",
            "none",
            "listings 6.9 and 6.11: asin above 1 is NaN, with which every comparison fails"
        ),
        SystemConstant(.directions, "law", "sphere", "formulas 4.3 to 4.5"),
        SystemConstant(.directions, "earthRadius", "6371km", "listing 4.1"),
        SystemConstant(.display, "loop", "rate", "listing 6.4: the application's loop"),
        SystemConstant(.display, "rate", "30Hz", "listing 6.4"),
        SystemConstant(.camera, "focalLength", "4.28mm", "section 4.4, formula 4.7"),
        SystemConstant(.camera, "sensorWidth", "3.45mm", "section 4.4: the short side, across in portrait"),
        SystemConstant(.camera, "sensorHeight", "4.592mm", "section 4.4: the long side, upright in portrait"),
        SystemConstant(.screen, "width", "320", "section 6.1, the iPhone 4S in points"),
        SystemConstant(.screen, "height", "480", "section 6.1, the iPhone 4S in points"),
        SystemConstant(.projection, "kind", "linearDegrees", "listing 6.11"),
        SystemConstant(.projection, "pixelsPerDegree", "8.571428571428571", "section 6.3.3: 480/56"),
        SystemConstant(.projection, "viewSize", "580", "section 6.1: locationView"),
        SystemConstant(.places, "radius", "20km", "the largest value of the slider from 1 to 20 km"),
    ]
}
