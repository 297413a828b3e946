import SensorModel

extension ComputedFigureCatalogue {
    /// Figures of Yandex 2017.
    static let yandex: [ComputedFigure] =
        yandexMark + yandexHint + yandexArrows + yandexPlane + yandexAxes
}
