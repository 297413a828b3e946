import SensorModel

extension ComputedFigureCatalogue {
    static let yandex: [ComputedFigure] = []
}
