import SensorModel

/// A value that is computed without a recording: from the formulas of a description and Sextant's own code, from a
/// committed report table, or by a script in `Datasets`.
package struct ComputedFigure: Sendable {
    /// The unique name, in lower case with dashes.
    package let name: String
    /// The unit in tables: `px`, `°`, `m`, `ms`, `%`, or an empty string for a number without a unit.
    let unit: String
    /// A function that computes the value in ``unit``.
    package let value: @Sendable () -> Double

    init(_ name: String, unit: String, value: @escaping @Sendable () -> Double) {
        self.name = name
        self.unit = unit
        self.value = value
    }
}

/// The computed values that claims are compared with.
package enum ComputedFigureCatalogue {
    /// All computed values, by description.
    package static let figures: [ComputedFigure] = area + yandex + iBetelgeuse + iLocator

    /// Returns the computed value with this name, or `nil` for an unknown name. O(n).
    package static func figure(named name: String) -> ComputedFigure? {
        figures.first { $0.name == name }
    }
}

extension ComputedFigureCatalogue {
    /// The computed values for Geiger 2012 and AREA 2013.
    static let area: [ComputedFigure] =
        areaDistances + areaElevations + areaViews + areaSquare + areaPlacement + areaDirections
        + areaSensors
        + areaEngine
}

extension ComputedFigureCatalogue {
    /// The computed values for Yandex 2018.
    static let yandex: [ComputedFigure] =
        yandexMark + yandexHint + yandexArrows + yandexPlane + yandexAxes + yandexRecordings
}
