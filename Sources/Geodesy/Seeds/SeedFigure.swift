public import SensorModel

/// A number that a seed document prints about a distance, a direction or a place on a screen, beside what its own inputs give.
///
/// A form that is printed wrong counts by the number that it gives for places which the documents name.
public struct SeedFigure: Sendable, Hashable {
    /// The unit of the three numbers.
    public enum Unit: String, Sendable {
        case metres = "m"
        case degrees = "°"
        case pixels = "px"
        case none = ""
    }

    /// Where a document prints it.
    public struct Place: Sendable, Hashable {
        /// The document's file name.
        public let document: String
        /// Its formula, listing or section.
        public let section: String
    }

    /// What the difference comes to for a user.
    public struct Cost: Sendable, Hashable {
        public let amount: Double
        public let unit: Unit
        /// What the amount measures, to be read after it.
        public let meaning: String
    }

    /// Unique, in lower case with dashes.
    public let name: String
    public let places: [Place]
    /// What is measured, and on which inputs.
    public let quantity: String
    /// The number or the form as it stands in the document.
    public let printed: String
    public let unit: Unit
    /// The printed number in the figure's unit; for a form, what it gives.
    public let printedValue: Double
    /// How much rounding the printed digits allow: half a unit of the last one. 0 for a form.
    public let rounding: Double
    /// What the stated inputs give, computed by this library.
    public let value: Double
    /// How the value came about, and what went wrong where it differs.
    public let explanation: String
    /// The geodesic on WGS84 between the same points, where the figure is a distance.
    public let geodesic: Metres?
    /// nil where the figure is right.
    public let cost: Cost?

    /// Whether the document prints what its inputs give.
    public var isRight: Bool { abs(printedValue - value) <= rounding }

    init(
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
        cost: Cost? = nil
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
    }
}

extension SeedFigure.Place {
    static func areaThesis(_ section: String) -> Self { Self(document: "Geiger 2012", section: section) }
    static func yandex(_ section: String) -> Self { Self(document: "Yandex 2017", section: section) }
    static func iLocator(_ section: String) -> Self { Self(document: "Bertram 2012", section: section) }
    static func areaPaper(_ section: String) -> Self { Self(document: "AREA 2013", section: section) }
    static func iBetelgeuse(_ section: String) -> Self {
        Self(document: "Stevense & van der Tak 2010", section: section)
    }
}
