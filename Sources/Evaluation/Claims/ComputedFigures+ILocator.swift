import SensorModel

extension ComputedFigureCatalogue {
    static let iLocator: [ComputedFigure] = []
}
