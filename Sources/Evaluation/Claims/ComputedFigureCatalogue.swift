import SensorModel

/// Every figure that claims of the described systems are compared with and that needs no recording.
public enum ComputedFigureCatalogue {
    public static let figures: [ComputedFigure] = area + yandex + iBetelgeuse + iLocator

    public static func figure(named name: String) -> ComputedFigure? {
        figures.first { $0.name == name }
    }
}
