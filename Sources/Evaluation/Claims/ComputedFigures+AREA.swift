import SensorModel

extension ComputedFigureCatalogue {
    static let area: [ComputedFigure] = [
        ComputedFigure(
            "area-jump",
            unit: "px",
            quantity: "motion of a place for one degree of the compass, 480 px for 56°"
        ) { 480.0 / 56 }
    ]
}
