import SensorModel

extension ComputedFigureCatalogue {
    static let iBetelgeuse: [ComputedFigure] = []
}
