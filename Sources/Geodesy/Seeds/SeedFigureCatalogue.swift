/// Every figure that the seed documents print about distances, bearings and fields of view, right or not.
public enum SeedFigureCatalogue {
    public static let figures: [SeedFigure] =
        areaDistances + areaViews + areaDrawing + [areaBearing] + iLocator + iBetelgeuse + yandex

    public static func figure(named name: String) -> SeedFigure? {
        figures.first { $0.name == name }
    }
}
