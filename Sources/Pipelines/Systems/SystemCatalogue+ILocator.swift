extension SystemCatalogue {
    /// iLocator, of the Osnabrück thesis.
    static let iLocator = SystemDeclaration(
        name: "ilocator",
        summary: "iLocator: the phone's own attitude, drawn five times a second.",
        source: "Bertram 2012",
        orientation: "deviceAttitude",
        constants: [
            SystemConstant(.orientation, "north", "magnetic", "listing 2.6: the reference frame of magnetic north"),
            SystemConstant(.directions, "law", "tangentPlane", "equations 3.1 and 3.2"),
            SystemConstant(.display, "loop", "rate", "listing 3.22: a timer"),
            SystemConstant(.display, "rate", "5Hz", "listing 3.22: updateInterval = 1.0/5.0"),
            SystemConstant(.camera, "focalLength", "3.85mm", "no source: our choice, the iPhone 4's lens"),
            SystemConstant(
                .camera,
                "sensorWidth",
                "3.42mm",
                "no source: our choice, the iPhone 4's sensor, short side"
            ),
            SystemConstant(
                .camera,
                "sensorHeight",
                "4.54mm",
                "no source: our choice, the iPhone 4's sensor, long side"
            ),
            SystemConstant(.screen, "width", "320", "the iPhone 4 in points"),
            SystemConstant(.screen, "height", "480", "the iPhone 4 in points"),
            SystemConstant(.projection, "kind", "perspective", "section 3.4.8, the AR algorithm: PCM"),
        ]
    )
}
