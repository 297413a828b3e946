import SensorModel

/// A figure that follows from the formulas of a description and from Sextant's own code, without a recording.
public struct ComputedFigure: Sendable {
    /// Unique, in lower case with dashes.
    public let name: String
    /// As a table shows it: `px`, `°`, `m`, `ms`, `%`; empty for a number without a unit.
    public let unit: String
    /// What is computed, from which inputs.
    public let quantity: String
    /// The figure in ``unit``.
    public let value: @Sendable () -> Double

    init(_ name: String, unit: String, quantity: String, value: @escaping @Sendable () -> Double) {
        self.name = name
        self.unit = unit
        self.quantity = quantity
        self.value = value
    }
}

/// Every figure that claims of the described systems are compared with and that needs no recording.
public enum ComputedFigureCatalogue {
    public static let figures: [ComputedFigure] = area + yandex + iBetelgeuse + iLocator

    public static func figure(named name: String) -> ComputedFigure? {
        figures.first { $0.name == name }
    }
}

extension ComputedFigureCatalogue {
    /// Figures of Geiger 2012 and AREA 2013.
    static let area: [ComputedFigure] =
        areaDistances + areaElevations + areaViews + areaSquare + areaPlacement + areaDirections
        + areaSensors
        + areaEngine
}

extension ComputedFigureCatalogue {
    /// Figures of Yandex 2017.
    static let yandex: [ComputedFigure] =
        yandexMark + yandexHint + yandexArrows + yandexPlane + yandexAxes
}
