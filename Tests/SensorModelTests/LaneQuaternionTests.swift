import SensorModel
import TestSupport
import Testing

struct LaneQuaternionTests {
    /// Lengths for the series and for the square root, and lengths whose squares underflow or overflow.
    static let scales: [[Double]] = [
        [1, 1.0001, 0.9999, 1 + 1e-9],
        [1, 1.1, 0.9999, 0.5],
        [2, 1.1, 30, 0.5],
        [1, 1e-200, 1e200, 1.1],
        [1, 0, 1.1, 1.0001],
    ]

    @Test(arguments: scales)
    func `Each lane is normalised like a single quaternion`(_ scales: [Double]) throws {
        let unit = Quaternion(w: 0.5, x: -0.7, y: 0.1, z: 0.5)
        let factors = Lanes(scales) { $0 }
        let result = (HamiltonQuaternion<Lanes>(repeating: unit) * factors).normalised(orKeeping: .identity)
        for (lane, scale) in scales.enumerated() {
            let alone = UnitQuaternion(unit * scale)
            #expect(result[lane: lane] == alone ?? .identity)
            #expect(abs(Quaternion(result[lane: lane]).length - 1) <= Tolerance.rounding)
            #expect(alone != nil || scale == 0)
        }
    }

    @Test func `Each lane of a rotation vector's rotation is that of its vector alone`() {
        let lengths = [0, 1e-200, 1e-9, 0.03, 0.0999, 0.1001, 2, 3.1]
        let vectors = Vector<Lanes>(repeating: Vector3(0.6, -0.64, 0.48)) * Lanes(lengths) { $0 }
        let rotations = Rotation(rotationVector: vectors)
        for lane in lengths.indices {
            #expect(rotations[lane: lane] == UnitQuaternion(rotationVector: vectors[lane: lane]))
        }
    }

    @Test func `Comparisons, negation and extremes are those of each number alone`() {
        let numbers: [Double] = [0, -0.0, 1, -1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude]
        let others: [Double] = [-0.0, 0, 2, -1, 0, .nan, 3, -.leastNonzeroMagnitude]
        let (left, right) = (Lanes(numbers) { $0 }, Lanes(others) { $0 })
        for (lane, (number, other)) in zip(numbers, others).enumerated() {
            #expect((left .< right)[lane: lane] == (number < other))
            #expect((left .>= right)[lane: lane] == (number >= other))
            #expect((-left)[lane: lane].bitPattern == (-number).bitPattern)
            #expect(left.larger(right)[lane: lane].bitPattern == max(number, other).bitPattern)
            #expect(left.smaller(right)[lane: lane].bitPattern == min(number, other).bitPattern)
        }
        #expect((left .< right).inAnyLane && !(left .< right).inAllLanes)
        #expect((left .<= left).inAnyLane && !(left .<= left).inAllLanes)
        #expect((right .>= right .| .!(right .>= right)).inAllLanes)
    }
}
