/// Every figure that the seed documents print about distances, directions and places on a screen, right or not.
public enum SeedFigureCatalogue {
    public static let figures: [SeedFigure] =
        areaDistances + areaViews + areaScreens + [areaBearing] + iLocator + iBetelgeuse + yandex

    public static func figure(named name: String) -> SeedFigure? {
        figures.first { $0.name == name }
    }
}
