extension SystemCatalogue {
    /// LocAR.js, the location-based part of AR.js for the web.
    static let locAR = SystemDeclaration(
        name: "locar",
        summary: "LocAR.js: a web page with the phone's angles, three.js, and Mercator metres.",
        source: "LocAR.js 0.1.9, github.com/AR-js-org/locar.js",
        orientation: "deviceAttitude",
        constants: [
            SystemConstant(
                .orientation,
                "north",
                "magnetic",
                "device-orientation-controls.ts: deviceorientationabsolute, whose north is magnetic on Android"
            ),
            SystemConstant(
                .orientation,
                "angleStep",
                "0.1deg",
                "W3C, Device Orientation and Motion, security: no more precise than 0.1 degrees"
            ),
            SystemConstant(.location, "accuracyLimit", "100m", "location-based.ts: gpsMinAccuracy = 100"),
            SystemConstant(.location, "reportDistance", "0m", "location-based.ts: gpsMinDistance = 0"),
            SystemConstant(.directions, "law", "mercator", "sphmerc-projection.ts: epsg:3857"),
            SystemConstant(.directions, "earthRadius", "6378137m", "sphmerc-projection.ts: HALF_EARTH / pi"),
            SystemConstant(.display, "loop", "rate", "examples/01-helloworld: the animation loop of three.js"),
            SystemConstant(.display, "rate", "60Hz", "no source: our choice, that of most screens"),
            SystemConstant(.projection, "kind", "perspective", "three.js, PerspectiveCamera"),
            SystemConstant(
                .projection,
                "fieldOfView",
                "60deg",
                "examples/01-helloworld/src/main.js: 60, whatever the phone's camera; 80 in the examples 02 and 03"
            ),
            SystemConstant(.camera, "focalLength", "1.5mm", "no source: our choice, the iPhone 8 as of yandex"),
            SystemConstant(.camera, "sensorWidth", "1.44mm", "no source: our choice, of 1440 pixels"),
            SystemConstant(.camera, "sensorHeight", "1.92mm", "no source: our choice, of 1920 pixels"),
            SystemConstant(.screen, "width", "375", "no source: our choice, the iPhone 8 in points"),
            SystemConstant(.screen, "height", "667", "no source: our choice, the iPhone 8 in points"),
        ]
    )
}
