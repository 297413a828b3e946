extension SystemCatalogue {
    /// Yandex.Maps' routing in augmented reality.
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
