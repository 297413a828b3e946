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
            SystemConstant(.tracking, "worstAccuracy", "50m", "not in the document: poor ones are dropped"),
            SystemConstant(.tracking, "estimates", "collectedAnew", "coordinate system adjustment: accumulate data"),
            SystemConstant(.tracking, "reach", "100m", "determining the position of an object on the stage"),
            SystemConstant(.directions, "law", "sceneOffsets", "metersInLonDegree, metersInLatDegree"),
            SystemConstant(.directions, "earthRadius", "6371km", "not in the document: that of the other systems"),
            SystemConstant(.display, "loop", "rate", "ARKit's frames"),
            SystemConstant(.display, "rate", "60Hz", "not in the document: ARKit's frames"),
            SystemConstant(.camera, "focalLength", "1.5mm", "not in the document: an iPhone 8's, 1500 pixels"),
            SystemConstant(.camera, "sensorWidth", "1.44mm", "not in the document: of 1440 pixels"),
            SystemConstant(.camera, "sensorHeight", "1.92mm", "not in the document: of 1920 pixels"),
            SystemConstant(.screen, "width", "375", "not in the document: the iPhone 8 in points"),
            SystemConstant(.screen, "height", "667", "not in the document: the iPhone 8 in points"),
            SystemConstant(.projection, "kind", "perspective", "a scene of ARKit"),
        ]
    )
}
