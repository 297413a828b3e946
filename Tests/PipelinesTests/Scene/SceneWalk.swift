import Geodesy
import Pipelines
import SensorModel
import TestSupport

/// Estimates along a walk in a scene with a known yaw error.
struct SceneWalk {
    /// The rotation that corrects the scene.
    var turn = SceneTurn.none
    /// The accuracy of every fix in metres; with `isNoisy` also that of its simulated error.
    var accuracy: Metres = 5
    var isNoisy = false
    var seed: UInt64 = 1

    static let plane = ScenePlane()

    static func origin() -> GeographicPoint? { GeographicPoint(latitudeDegrees: 60.1869, longitudeDegrees: 24.8226) }

    /// One estimate a second at 1.4 m/s: 70 m north, and then east.
    func estimates(_ count: Int) -> [LocationEstimate] {
        guard let origin = Self.origin() else { return [] }
        var generator = SeededGenerator(seed: seed)
        let back = SceneTurn(clockwise: -turn.clockwise)
        return (0..<count).compactMap { second in
            let distance = 1.4 * Double(second)
            let position = Vector3(max(0, distance - 70), 0, -min(70, distance))
            // The radius of 68 % of a normal distribution in the plane is 1.5096 standard deviations.
            let deviation = isNoisy ? accuracy / 1.5096 : 0
            let error = Vector3(generator.normal() * deviation, 0, generator.normal() * deviation)
            return Self.plane.point(from: origin, offset: position + error).map {
                LocationEstimate(
                    time: Double(second),
                    point: $0,
                    accuracy: accuracy,
                    scenePosition: back.rotate(position) + Vector3(7, 1, -3)
                )
            }
        }
    }

    /// The rounds of an aligner over the walk, including the final one.
    func rounds(_ count: Int, _ parameters: SceneAligner.Parameters = .init()) -> [SceneRound] {
        var aligner = SceneAligner(parameters)
        var rounds = estimates(count).compactMap { aligner.add($0) }
        if let last = aligner.finish() { rounds.append(last) }
        return rounds
    }
}

extension SeededGenerator {
    /// Nearly normal, with the standard deviation 1: Irwin and Hall's sum of twelve.
    mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + number(in: 0...1) } }
}
