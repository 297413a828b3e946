import SensorModel

extension ComputedFigureCatalogue {
    /// Figures of Geiger 2012 and AREA 2013.
    static let area: [ComputedFigure] =
        areaDistances + areaElevations + areaViews + areaSquare + areaPlacement + areaDirections
        + areaSensors
        + areaEngine
}
