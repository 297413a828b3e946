import SensorFilters
import SensorModel
import TestSupport
import Testing

/// The data of a law for one kind of value: samples, a distance, and a change of frame that commutes with filters.
struct Specimen<Value: FilterValue> {
    /// A random walk at 100 Hz.
    let samples: [Value]
    let distance: (Value, Value) -> Double
    /// The value in another frame: `turned(filter(x)) = filter(turned(x))`.
    let turned: (Value) -> Value
    /// Values that filters must skip.
    let unusable: [Value]
    /// An equivalent form of the value: −q for q.
    let twin: (Value) -> Value

    func time(_ index: Int) -> Seconds { Double(index) * 0.01 }
}

enum Specimens {
    private static let count = 300

    static func scalar() -> Specimen<Double> {
        var generator = SeededGenerator(seed: 11)
        var value = 3.0
        let samples = (0..<count).map { _ in
            value += generator.number(in: -0.1...0.1)
            return value
        }
        return Specimen(
            samples: samples,
            distance: { abs($0 - $1) },
            turned: { $0 + 17 },
            unusable: [.nan, .infinity, -.infinity],
            twin: { $0 }
        )
    }

    static func heading() -> Specimen<Heading> {
        var generator = SeededGenerator(seed: 12)
        var value = 350.0
        let samples = (0..<count).map { _ in
            value += generator.number(in: -2...3)
            return Heading(degrees: value)
        }
        return Specimen(
            samples: samples,
            distance: { abs($0.turn(to: $1).radians) },
            turned: { $0.turned(by: Angle(degrees: 123)) },
            unusable: [Heading(degrees: .nan), Heading(degrees: .infinity)],
            twin: { Heading(degrees: $0.degrees + 360) }
        )
    }

    /// - Parameter turningAxesIntoAxes: whether the other frame has the same axes, in another order and direction.
    static func vector(turningAxesIntoAxes: Bool = false) -> Specimen<Vector3> {
        var generator = SeededGenerator(seed: 13)
        let rotation = generator.orientation()
        var value = Vector3(1, 2, 9)
        let samples = (0..<count).map { _ in
            value += generator.vector(0.1)
            return value
        }
        return Specimen(
            samples: samples,
            distance: { ($0 - $1).length },
            turned: { turningAxesIntoAxes ? Vector3($0.z, -$0.x, -$0.y) : rotation.rotate($0) },
            unusable: [Vector3(.nan, 0, 0), Vector3(0, .infinity, 0), Vector3(0, 0, -.infinity)],
            twin: { $0 }
        )
    }

    static func quaternion() -> Specimen<UnitQuaternion> {
        var generator = SeededGenerator(seed: 14)
        let rotation = generator.orientation()
        var value = generator.orientation()
        let samples = (0..<count).map { _ in
            value = value * UnitQuaternion(rotationVector: generator.vector(0.02) + Vector3(0.005, 0, 0.003))
            return value
        }
        return Specimen(
            samples: samples,
            distance: { $0.angle(to: $1).radians },
            turned: { rotation * $0 },
            unusable: [
                UnitQuaternion(unchecked: 0, 0, 0, 0), UnitQuaternion(unchecked: .nan, 0, 0, 0),
                UnitQuaternion(unchecked: 1, .infinity, 0, 0),
            ],
            twin: { -$0 }
        )
    }
}
