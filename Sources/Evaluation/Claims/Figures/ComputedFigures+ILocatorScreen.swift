import RealModule
import SensorModel

extension ComputedFigureCatalogue {
    static let iLocatorScreen: [ComputedFigure] = [0, 30].map(hold)

    static let iLocatorFriends: [ComputedFigure] =
        [friend("walker", "1.4 m/s", speed: 1.4), friend("car", "50 km/h", speed: 50 / 3.6)]
        + [2, 5, 10].map(sentAtRest)

    /// Listing 3.22: a view that is drawn anew every fifth of a second.
    private static func hold(speed: Double) -> ComputedFigure {
        ComputedFigure(
            "ilocator-hold-\(Int(speed))",
            unit: "°",
            quantity: "root mean square error of an attitude held for 0.2 s, in a turn at \(Int(speed))°/s"
        ) {
            // An error that grows evenly from 0 to ω T: ω T/√3
            speed * 0.2 / 3.0.squareRoot()
        }
    }

    /// Sections 3.4.2 and 3.4.3: a position is sent after 10 m and fetched every 10 s.
    private static func friend(_ name: String, _ text: String, speed: Double) -> ComputedFigure {
        ComputedFigure(
            "ilocator-friend-\(name)",
            unit: "m",
            quantity: "mean distance of a friend moving at \(text) from the place shown"
        ) {
            // On average half of the 10 m not sent yet, and the way of half of the 10 s not fetched yet.
            (10 + speed * 10) / 2
        }
    }

    /// The difference of two fixes has twice the variance of one on each of two axes.
    private static func sentAtRest(deviation: Double) -> ComputedFigure {
        ComputedFigure(
            "ilocator-sent-at-rest-\(Int(deviation))",
            unit: "%",
            quantity: "pairs of independent fixes at rest that are more than 10 m apart, standard deviation "
                + "\(Int(deviation)) m on each axis"
        ) { 100 * Double.exp(-100 / (4 * deviation * deviation)) }
    }
}
