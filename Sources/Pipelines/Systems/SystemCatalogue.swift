/// The catalogue of AR systems that can be replayed. The `source` text of a constant begins with "no source" if neither
/// a document nor published code states the constant's value.
public enum SystemCatalogue {
    /// All systems, in the order in which they are listed.
    public static let declarations = [area, areaPaper, iBetelgeuse, gamaray, layar, iLocator, yandex, locAR]

    /// Returns the system with a name; `nil` if the name is unknown. O(n) for n systems.
    public static func declaration(named name: String) -> SystemDeclaration? {
        declarations.first { $0.name == name }
    }
}

extension SystemCatalogue {
    /// iLocator, the app that Bertram 2012 describes.
    static let iLocator = SystemDeclaration(
        name: "ilocator",
        summary: "iLocator: the phone's own attitude, drawn five times a second.",
        source: "Bertram 2012",
        orientation: "deviceAttitude",
        constants: constants([
            (.orientation, "north", "magnetic", "listing 2.6: the reference frame of magnetic north"),
            (.directions, "law", "tangentPlane", "equations 3.1 and 3.2"),
            (.display, "loop", "rate", "listing 3.22: a timer"),
            (.display, "rate", "5Hz", "listing 3.22: updateInterval = 1.0/5.0"),
            (
                .camera, "focalLength", "3.85mm",
                "no source: our choice, the iPhone 4's lens; source code of iBetelgeuse, Camera.plist"
            ),
            (.camera, "sensorWidth", "3.42mm", "no source: our choice, the iPhone 4's sensor, short side"),
            (.camera, "sensorHeight", "4.54mm", "no source: our choice, the iPhone 4's sensor, long side"),
            (.screen, "width", "320", "the iPhone 4 in points"),
            (.screen, "height", "480", "the iPhone 4 in points"),
            (.projection, "kind", "perspective", "section 3.4.8, the AR algorithm: PCM"),
            (.places, "updateInterval", "10s", "section 3.4.2: friends' positions, about every ten seconds"),
            (.places, "updateDistance", "10m", "section 3.4.3: a position is sent after ten metres"),
        ])
    )
}

extension SystemCatalogue {
    /// The augmented reality routing of Yandex.Maps.
    static let yandex = SystemDeclaration(
        name: "yandex",
        summary: "Yandex.Maps: ARKit's poses, rotated and placed on the Earth by fixes.",
        source: "Yandex 2018",
        orientation: "deviceAttitude",
        constants: constants([
            (.tracking, "poses", "aligned", "coordinate system adjustment"),
            (
                .tracking, "countLimit", "10",
                "coordinate system adjustment, first of two examples: an average of 10 readings"
            ),
            (.tracking, "timeLimit", "10s", "coordinate system adjustment, same example: every 10 seconds"),
            (
                .tracking, "worstAccuracy", "50m",
                "no source: our choice, like the separation of 5 m, the limit of 15° on a correction's uncertainty "
                    + "and the weighted mean; the document excludes poor and near estimates"
            ),
            (.tracking, "estimates", "discarded", "testing: to run, it needs to accumulate data"),
            (.tracking, "reach", "100m", "determining the position of an object on the stage"),
            (.directions, "law", "sceneOffsets", "metersInLonDegree, metersInLatDegree"),
            (.directions, "earthRadius", "6371km", "no source: our choice, as in the other systems"),
            (.display, "loop", "rate", "ARKit draws every camera frame"),
            (.display, "rate", "60Hz", "no source: our choice, ARKit's frame rate"),
            (.camera, "focalLength", "1.5mm", "no source: our choice, an iPhone 8's 1500 pixels"),
            (.camera, "sensorWidth", "1.44mm", "no source: our choice, an iPhone 8's 1440 pixels"),
            (.camera, "sensorHeight", "1.92mm", "no source: our choice, an iPhone 8's 1920 pixels"),
            (.screen, "width", "375", "no source: our choice, the iPhone 8 in points"),
            (.screen, "height", "667", "no source: our choice, the iPhone 8 in points"),
            (.projection, "kind", "perspective", "a scene of ARKit"),
        ])
    )
}

extension SystemCatalogue {
    /// AREA, the engine that Geiger 2012 describes.
    static let area = SystemDeclaration(
        name: "area",
        summary: "AREA: compass and smoothed accelerometer, with pixels proportional to degrees.",
        source: "Geiger 2012",
        orientation: "lowPass:sensor=accelerometer+compassHeading",
        constants: areaConstants { thesis, _ in thesis }
    )

    /// AREA as described in its paper: with a compass in whole degrees.
    static let areaPaper = SystemDeclaration(
        name: "area-paper",
        summary: "AREA with a compass in whole degrees; each degree moves places by 8.57 pixels.",
        source: "AREA 2013",
        orientation: "lowPass:sensor=accelerometer+compassHeading",
        constants: [
            SystemConstant(
                .compass,
                "step",
                "1deg",
                "section VII-C: changes below 1 degree are not reported; whole degrees are our model of it"
            )
        ] + areaConstants { _, paper in paper }
    )

    /// Returns the constants of AREA, which the thesis and the paper share.
    ///
    /// - Parameter source: a closure that selects the citation. It receives a citation of the thesis and a citation of
    ///   the paper, and returns one of the two.
    private static func areaConstants(
        citing source: (_ thesis: String, _ paper: String) -> String
    ) -> [SystemConstant] {
        func cite(_ thesis: String, _ paper: String, _ rest: String = "") -> String { source(thesis, paper) + rest }
        return constants([
            (
                .compass, "derivedStep", "1deg",
                cite(
                    "AREA 2013, section VII-C, for recordings without a compass; no source in the thesis",
                    "section VII-C, for recordings without a compass"
                )
            ),
            (
                .sampling, "accelerometerRate", "90Hz",
                cite("listing 6.3", "listing 4", ": accelerometerUpdateInterval = 1/90 s")
            ),
            (.orientation, "alpha", "0.1", cite("listing 6.4", "listing 5", ", for 90 samples per second")),
            (
                .orientation, "start", "zero",
                cite("listing 6.4", "listing 5", ": instance variables, which Objective-C sets to 0")
            ),
            (
                .orientation, "direction", "camera",
                cite(
                    "listing 6.9",
                    "listing 10",
                    ": heading = compass + deviceRotation, deviceRotation = atan2(−a_y, a_x) − π/2"
                )
            ),
            (
                .orientation, "tilt", "arcsine",
                cite("listing 6.9", "listing 10", ": asin(a_z), a in g and of any length")
            ),
            (
                .orientation, "beyondOneG", "none",
                cite(
                    "listings 6.9 and 6.11",
                    "listings 10 and 11",
                    ": asin above 1 is NaN, and every comparison with NaN is false"
                )
            ),
            (.directions, "law", "sphere", cite("formulas 4.3 to 4.5", "formulas 3 to 5")),
            (.directions, "earthRadius", "6371km", cite("listing 4.1", "formula 2, listing 1")),
            (.display, "loop", "rate", cite("listing 6.4", "listing 5", ": the application's loop")),
            (.display, "rate", "30Hz", cite("listing 6.4", "listing 5")),
            (.camera, "focalLength", "4.28mm", cite("section 4.4, formula 4.7", "section III-A.4, formula 7")),
            (
                .camera, "sensorWidth", "3.45mm",
                cite("section 4.4", "section III-A.4", ": the short side, across in portrait")
            ),
            (
                .camera, "sensorHeight", "4.592mm",
                cite("section 4.4", "section III-A.4", ": the long side, upright in portrait")
            ),
            (.screen, "width", "320", cite("section 6.1", "section IV-A, listing 2", ", the iPhone 4S in points")),
            (.screen, "height", "480", cite("section 6.1", "section IV-A, listing 2", ", the iPhone 4S in points")),
            (.projection, "kind", "linearDegrees", cite("listing 6.11", "listing 11")),
            (.projection, "pixelsPerDegree", "8.571428571428571", cite("section 6.3.3", "section IV-C.3", ": 480/56")),
            (.projection, "viewSize", "580", cite("section 6.1", "section IV-A", ": locationView")),
            (
                .places, "radius", "20km",
                cite(
                    "section 7: the largest value of the slider from 1 to 20 km",
                    "no source in the paper, where it is adjustable (section VII-A): Geiger 2012, section 7"
                )
            ),
            (
                .radar, "radarRange", "20km",
                cite("section 7", "section VII-A", ": the radar shows the places within the slider's radius")
            ),
        ])
    }
}

extension SystemCatalogue {
    /// iBetelgeuse, the AR browser that Stevense & van der Tak 2010 describe.
    static let iBetelgeuse = SystemDeclaration(
        name: "ibetelgeuse",
        summary: "iBetelgeuse: gravity and magnetic field, its own filter, single precision, perspective.",
        source: "Stevense & van der Tak 2010; source code, github.com/finalist/iBetelgeuse",
        orientation: "delay:sensor=accelerometer+triad+derivativeSmoother",
        constants: constants([
            (
                .sampling, "accelerometerRate", "30Hz",
                "source code, ARSpatialStateManager.m: ACCELEROMETER_UPDATE_FREQUENCY"
            ),
            (.sampling, "magnetometerRate", "33Hz", "research report, section 6.3: about 33 Hz"),
            (.orientation, "samples", "1", "section 4.1.1; source code, ARAccelerometerFilter.m: delay 1"),
            (
                .orientation, "driver", "any",
                "source code, ARSpatialStateManager.m: recomputed for each sample of either sensor"
            ),
            (.orientation, "baseCorrection", "0.03", "source code, AROrientationFilter.m; section 4.4.3: c"),
            (
                .orientation, "correctionGain", "0.3",
                "source code, AROrientationFilter.m; section 4.4.3, first improvement"
            ),
            (
                .orientation, "stabiliser", "10deg/s",
                "source code, AROrientationFilter.m; section 4.4.3, second improvement: s"
            ),
            (.orientation, "derivativeWindow", "33", "section 4.4.3: d = 33"),
            (.orientation, "inputWindow", "7", "source code, AROrientationFilter.m; section 4.4.3: about 0.2 s"),
            (
                .location, "maximumSpeed", "200m/s",
                "section 4.4.1: v_max; source code, ARSpatialStateManager.m, which also ignores fixes that are invalid or "
                    + "older than 10 s"
            ),
            (.directions, "law", "offsetEarth", "section 4.3.2"),
            (.directions, "offset", "current", "section 4.3.2: the origin is the device's position"),
            (
                .directions, "vertical", "geocentric",
                "source code, ARSpatialState.m: upDirectionInECEFSpace is the position; appendix A: l_z = c/|c|"
            ),
            (.display, "loop", "rate", "source code, ARMainController.m: a display link"),
            (.display, "rate", "30Hz", "source code, ARMainController.m: FRAME_INTERVAL 2 of 60 Hz"),
        ])
            + iPhone3GS(
                optics: "research report, section 6.4",
                screen: "the iPhone 3GS in points",
                projection: "sections 4.5.4 and 4.5.5"
            )
    )

    /// Gamaray, the Android browser on which iBetelgeuse was modelled.
    static let gamaray = SystemDeclaration(
        name: "gamaray",
        summary: "Gamaray: the mean of the last 60 rotation matrices, without orthogonalisation.",
        source:
            "Stevense & van der Tak 2010, appendix C.3.2 and research report, section 6; github.com/finalist/betelgeuse",
        orientation: "triad+matrixMovingAverage",
        constants: constants([
            (
                .orientation, "driver", "any",
                "source code of Finalist's fork, ARExplorer.java: at each sample of either sensor, at the highest rate"
            ),
            (
                .orientation, "window", "60",
                "source code of Finalist's fork, RotationCalculator.java: the last 60 matrices"
            ),
            (.directions, "law", "legs", "research report, section 6.1: linear distances"),
            (.display, "loop", "sample", "appendix C.3.2: whenever the spatial state changes"),
        ]) + chosenIPhone3GS
    )

    /// Layar, as iBetelgeuse's authors observed it.
    static let layar = SystemDeclaration(
        name: "layar",
        summary: "Layar: labels that are stable on the screen, but lag by about three seconds.",
        source: "Stevense & van der Tak 2010, appendix C.3.2",
        orientation: "triad+lowPass",
        constants: constants([
            (.orientation, "timeConstant", "1s", "appendix C.3.2: over three seconds to be relocated; e⁻³ is 5 %"),
            (.sampling, "accelerometerRate", "30Hz", "no source: our choice, as in iBetelgeuse"),
            (.sampling, "magnetometerRate", "33Hz", "no source: our choice, as in iBetelgeuse"),
            (.directions, "law", "tangentPlane", "no source: our choice, the exact law"),
            (.display, "loop", "sample", "no source: our choice"),
        ]) + chosenIPhone3GS
    )

    /// The constants of the iPhone 3GS for Gamaray and Layar, whose descriptions name neither a camera nor a screen.
    private static let chosenIPhone3GS = iPhone3GS(
        optics: "no source: our choice, the iPhone 3GS of the report",
        screen: "no source: our choice, the iPhone 3GS of the report",
        projection: "no source: our choice, as in iBetelgeuse"
    )

    /// Returns constants from the rows of a table: stage, name, value and source.
    private static func constants(_ rows: [(SystemStage, String, String, String)]) -> [SystemConstant] {
        rows.map { SystemConstant($0, $1, $2, $3) }
    }

    /// Returns the constants of the iPhone 3GS, the phone in Stevense & van der Tak 2010.
    ///
    /// - Parameters:
    ///   - optics: the source of the camera.
    ///   - screen: the source of the screen.
    ///   - projection: the source of the projection.
    private static func iPhone3GS(optics: String, screen: String, projection: String) -> [SystemConstant] {
        [
            SystemConstant(.camera, "focalLength", "3.85mm", optics),
            SystemConstant(.camera, "sensorWidth", "2.69mm", optics + ": across in portrait"),
            SystemConstant(.camera, "sensorHeight", "3.58mm", optics + ": upright in portrait"),
            SystemConstant(.screen, "width", "320", screen),
            SystemConstant(.screen, "height", "480", screen),
            SystemConstant(.projection, "kind", "perspective", projection),
        ]
    }
}

extension SystemCatalogue {
    /// LocAR.js, the location-based part of AR.js for the web.
    static let locAR = SystemDeclaration(
        name: "locar",
        summary:
            "LocAR.js: a web page that draws with the phone's attitude, three.js, and Mercator coordinates as metres.",
        source: "LocAR.js 0.1.9, github.com/AR-js-org/locar.js",
        orientation: "deviceAttitude",
        constants: constants([
            (
                .orientation, "north", "magnetic",
                "device-orientation-controls.ts: deviceorientationabsolute, whose north is magnetic on Android"
            ),
            (
                .orientation, "angleStep", "0.1deg",
                "W3C, Device Orientation and Motion, security: no more precise than 0.1 degrees"
            ),
            (.location, "accuracyLimit", "100m", "location-based.ts: gpsMinAccuracy = 100"),
            (.location, "reportDistance", "0m", "location-based.ts: gpsMinDistance = 0"),
            (.directions, "law", "mercator", "sphmerc-projection.ts: epsg:3857"),
            (.directions, "earthRadius", "6378137m", "sphmerc-projection.ts: HALF_EARTH / pi"),
            (.display, "loop", "rate", "examples/01-helloworld: the animation loop of three.js"),
            (.display, "rate", "60Hz", "no source: our choice, the rate of most screens"),
            (.projection, "kind", "perspective", "three.js, PerspectiveCamera"),
            (
                .projection, "fieldOfView", "60deg",
                "examples/01-helloworld/src/main.js: 60 for any camera; 80 in the examples 02 and 03"
            ),
            (.camera, "focalLength", "1.5mm", "no source: our choice, an iPhone 8's 1500 pixels, as in yandex"),
            (.camera, "sensorWidth", "1.44mm", "no source: our choice, an iPhone 8's 1440 pixels"),
            (.camera, "sensorHeight", "1.92mm", "no source: our choice, an iPhone 8's 1920 pixels"),
            (.screen, "width", "375", "no source: our choice, the iPhone 8 in points"),
            (.screen, "height", "667", "no source: our choice, the iPhone 8 in points"),
        ])
    )
}
