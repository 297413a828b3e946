import Foundation
import SensorFilters
import SensorModel

/// Noisy sensor readings of a phone that rotates back and forth, and the same motion as input for filters in all
/// domains.
///
/// The motion ends where it starts, so it can be repeated. The same seed produces the same numbers.
struct SyntheticMotion: Sendable {
    /// The sampling rate of all sensors in hertz.
    static let rate: Hertz = 100

    let scalars: [Double]
    let headings: [Heading]
    let vectors: [Vector3]
    let quaternions: [UnitQuaternion]
    /// Frames with every sensor; their times start at zero.
    let frames: [SensorFrame]

    init(count: Int = 4096, seed: UInt64 = 20_210_707) {
        var noise = Noise(seed: seed)
        let attitudes = (0...count).map { Self.orientation(at: Double($0) / Double(count)) }
        frames = (0..<count).map { index in
            Self.frame(index, attitude: attitudes[index], next: attitudes[index + 1], noise: &noise)
        }
        vectors = frames.compactMap(\.accelerometer)
        scalars = vectors.map(\.x)
        headings = frames.compactMap { $0.heading?.direction }
        quaternions = frames.compactMap(\.attitude)
    }

    /// The orientation at a phase of the periodic motion.
    ///
    /// - Parameter phase: the phase, from 0 to 1.
    private static func orientation(at phase: Double) -> UnitQuaternion {
        let turn = 2 * Double.pi * phase
        let tilt = UnitQuaternion(rotationVector: Vector3(0.4 * sin(5 * turn), 0.3 * sin(7 * turn), 0))
        return UnitQuaternion(rotationVector: Vector3(0, 0, 2.5 * sin(3 * turn))) * tilt
    }

    private static func frame(
        _ index: Int,
        attitude: UnitQuaternion,
        next: UnitQuaternion,
        noise: inout Noise
    ) -> SensorFrame {
        let toDevice = attitude.conjugate
        let heading = attitude.rotate(Vector3(0, 1, 0))
        let clockwise = Angle(radians: atan2(heading.x, heading.y)).degrees
        let magnetic = Heading(degrees: clockwise + noise.next(upTo: 3))
        return SensorFrame(
            time: Double(index) / rate,
            accelerometer: toDevice.rotate(Vector3(0, 0, 9.81)) + noise.vector(upTo: 0.2),
            gyroscope: (toDevice * next).rotationVector * rate + noise.vector(upTo: 0.02),
            magnetometer: toDevice.rotate(Vector3(0, 20, -45)) + noise.vector(upTo: 0.5),
            attitude: attitude * UnitQuaternion(rotationVector: noise.vector(upTo: 0.01)),
            heading: HeadingReading(magnetic: magnetic, trueNorth: magnetic, accuracy: Angle(degrees: 5))
        )
    }
}

/// A seeded generator of uniformly distributed numbers.
private struct Noise {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func next(upTo limit: Double) -> Double { .random(in: -limit...limit, using: &generator) }

    mutating func vector(upTo limit: Double) -> Vector3 {
        Vector3(next(upTo: limit), next(upTo: limit), next(upTo: limit))
    }
}

/// The generator SplitMix64: Steele et al. 2014, doi:10.1145/2660193.2660195.
private struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
