/// The described systems. The source of a constant without a document or public source code begins with "no source".
public enum SystemCatalogue {
    /// All systems.
    public static let declarations = [area, areaPaper, iBetelgeuse, gamaray, layar, iLocator, yandex, locAR]

    /// The system with a name; nil for an unknown name. O(n).
    public static func declaration(named name: String) -> SystemDeclaration? {
        declarations.first { $0.name == name }
    }
}

extension SystemCatalogue {
    /// iLocator, from the Osnabrück thesis.
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

extension SystemCatalogue {
    /// The augmented reality routing of Yandex.Maps.
    static let yandex = SystemDeclaration(
        name: "yandex",
        summary: "Yandex.Maps: ARKit's poses, turned and placed on the Earth by fixes.",
        source: "Yandex 2017",
        orientation: "deviceAttitude",
        constants: [
            SystemConstant(.tracking, "poses", "aligned", "coordinate system adjustment"),
            SystemConstant(.tracking, "countLimit", "10", "one of two examples: an average of 10 readings"),
            SystemConstant(.tracking, "timeLimit", "10s", "the same example: every 10 seconds"),
            SystemConstant(.tracking, "worstAccuracy", "50m", "no source: our choice, poor ones are dropped"),
            SystemConstant(.tracking, "estimates", "collectedAnew", "coordinate system adjustment: accumulate data"),
            SystemConstant(.tracking, "reach", "100m", "determining the position of an object on the stage"),
            SystemConstant(.directions, "law", "sceneOffsets", "metersInLonDegree, metersInLatDegree"),
            SystemConstant(.directions, "earthRadius", "6371km", "no source: our choice, that of the other systems"),
            SystemConstant(.display, "loop", "rate", "ARKit's frames"),
            SystemConstant(.display, "rate", "60Hz", "no source: our choice, ARKit's frames"),
            SystemConstant(.camera, "focalLength", "1.5mm", "no source: our choice, an iPhone 8's, 1500 pixels"),
            SystemConstant(.camera, "sensorWidth", "1.44mm", "no source: our choice, of 1440 pixels"),
            SystemConstant(.camera, "sensorHeight", "1.92mm", "no source: our choice, of 1920 pixels"),
            SystemConstant(.screen, "width", "375", "no source: our choice, the iPhone 8 in points"),
            SystemConstant(.screen, "height", "667", "no source: our choice, the iPhone 8 in points"),
            SystemConstant(.projection, "kind", "perspective", "a scene of ARKit"),
        ]
    )
}
