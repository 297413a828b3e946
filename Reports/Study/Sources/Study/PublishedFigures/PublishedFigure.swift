import Geodesy
package import SensorModel

/// A number that a described system's document prints about a distance, a direction or a screen position.
///
/// The printed number is compared with the value computed from the printed inputs. If a formula is printed incorrectly,
/// the number is the formula's value for places that the documents name.
package struct PublishedFigure: Sendable, Hashable {
    /// The unit of the numbers.
    package enum Unit: String, Sendable {
        case metres = "m"
        case degrees = "°"
        case pixels = "px"
        /// A number without a unit.
        case none = ""
    }

    /// The location of a number in a document.
    package struct Place: Sendable, Hashable {
        /// The document's key in the bibliography.
        let document: String
        /// The formula, listing or section.
        let section: String
    }

    /// The effect of an incorrect number on a user of the described system.
    package struct Cost: Sendable, Hashable {
        /// The size of the effect, in ``unit``.
        package let amount: Double
        /// The unit of the amount.
        let unit: Unit
        /// A description of the effect, which the table prints after the amount.
        let meaning: String
    }

    /// A unique name in lower case with dashes.
    package let name: String
    /// The locations of the number in the documents.
    package let places: [Place]
    /// A description of the printed quantity and of its inputs.
    let quantity: String
    /// The number or the formula as printed.
    package let printed: String
    /// The unit of ``printedValue``, ``rounding`` and ``value``.
    package let unit: Unit
    /// The printed number in ``unit``, or the value of a printed formula.
    package let printedValue: Double
    /// The rounding of the printed digits: half a unit of the last digit, with the effect of the rounding of the
    /// inputs, or 0 for a formula.
    let rounding: Double
    /// The value that Sextant computes from the printed inputs, in ``unit``.
    package let value: Double
    /// An explanation of how the value is computed, and of the cause of a difference.
    let explanation: String
    /// The geodesic on WGS84 between the same points in metres, if the number is a distance.
    package let geodesic: Metres?
    /// The effect of an incorrect number, or `nil` for a correct one.
    package let cost: Cost?
    /// The reason why the document does not determine the correct number, with its possible readings, or `nil`.
    package let doubt: String?

    /// A Boolean value that indicates whether the printed value agrees with the computed one within rounding.
    ///
    /// If the number has a ``doubt``, the computed value is that of one possible reading.
    package var isCorrect: Bool { abs(printedValue - value) <= rounding }

    /// The documents and sections that contain the number.
    var citation: String { places.map { "\($0.document), \($0.section)" }.joined(separator: "; ") }

    package init(
        _ name: String,
        at places: [Place],
        quantity: String,
        printed: String,
        unit: Unit,
        printedValue: Double,
        rounding: Double = 0,
        value: Double,
        explanation: String,
        geodesic: Metres? = nil,
        cost: Cost? = nil,
        doubt: String? = nil
    ) {
        self.name = name
        self.places = places
        self.quantity = quantity
        self.printed = printed
        self.unit = unit
        self.printedValue = printedValue
        self.rounding = rounding
        self.value = value
        self.explanation = explanation
        self.geodesic = geodesic
        self.cost = cost
        self.doubt = doubt
    }
}

extension PublishedFigure.Place {
    static func areaThesis(_ section: String) -> Self { Self(document: "Geiger 2012", section: section) }
    package static func yandex(_ section: String) -> Self { Self(document: "Yandex 2018", section: section) }
    static func iLocator(_ section: String) -> Self { Self(document: "Bertram 2012", section: section) }
    static func areaPaper(_ section: String) -> Self { Self(document: "AREA 2013", section: section) }
    static func iBetelgeuse(_ section: String) -> Self {
        Self(document: "Stevense & van der Tak 2010", section: section)
    }
}
