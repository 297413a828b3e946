import SensorFilters
import SensorModel
import TestSupport
import Testing

struct MatrixMovingAverageTests {
    @Test(arguments: [("drawn", false), ("nearest", true)])
    func `Both readings of the mean matrix equal those of scipy`(_ column: String, _ renormalise: Bool) throws {
        let table = try NumberTable(fixture: "matrix_mean.csv")
        let (inputs, expected) = (try table.orientations("input"), try table.orientations(column))
        var filter = MatrixMovingAverage(.init(renormalise: renormalise))
        var largest = 0.0
        for index in inputs.indices {
            let output = try filter.output(for: inputs[index], at: Double(index) * 0.01)
            largest = max(largest, output.angle(to: expected[index]).radians)
        }
        #expect(largest < Tolerance.rounding)
    }

    @Test func `The centre of the screen shows the direction of the orientation's camera`() throws {
        let window = 20
        let walk = Specimens.quaternion()
        var filter = MatrixMovingAverage(.init(window: window))
        for (index, sample) in walk.samples.enumerated() {
            let output = try filter.output(for: sample, at: walk.time(index))
            let recent = walk.samples[...index].suffix(window)
            // Aᵀ p, the mean over the samples
            let drawn = { (p: Vector3) in
                recent.reduce(Vector3.zero) { $0 + $1.conjugate.rotate(p) } * (1 / Double(recent.count))
            }
            let centre = drawn(output.rotate(Vector3(0, 0, -1)))
            #expect(max(abs(centre.x), abs(centre.y)) < Tolerance.rounding)
            #expect(centre.z < 0)
            let above = drawn(output.rotate(Vector3(0, 0.1, -1)))
            #expect(abs(above.x) < Tolerance.rounding)
            #expect(above.y > 0)
        }
    }

    @Test(arguments: [true, false], [1, 2, 20])
    func `The latency of both readings in a uniform turn is (n − 1)/2 samples`(
        _ renormalise: Bool,
        _ window: Int
    ) throws {
        var filter = MatrixMovingAverage(.init(window: window, renormalise: renormalise))
        let axis = Vector3(0, 0, 1)
        for index in 0..<200 {
            let turned = UnitQuaternion(angle: Angle(degrees: 4 * Double(index)), axis: axis)
            let output = try filter.output(for: turned, at: Double(index) * 0.01)
            guard index >= window else { continue }
            let late = 4 * (Double(index) - Double(window - 1) / 2)
            let expected = UnitQuaternion(angle: Angle(degrees: late), axis: axis)
            #expect(output.angle(to: expected).radians < Tolerance.rounding)
        }
    }

    @Test(arguments: [true, false])
    func `The newest of opposite orientations is the output`(_ renormalise: Bool) throws {
        var filter = MatrixMovingAverage(.init(window: 2, renormalise: renormalise))
        let turned = UnitQuaternion(angle: Angle(degrees: 180), axis: Vector3(0, 0, 1))
        _ = filter.update(.identity, at: 0)
        #expect(try filter.output(for: turned, at: 0.01) == turned)
    }

    @Test func `The difference of the readings is of second order in the spread`() throws {
        var largest: [Double] = []
        for spread in [0.1, 0.01] {
            var generator = SeededGenerator(seed: 61)
            var (drawn, nearest) = (MatrixMovingAverage(), MatrixMovingAverage(.init(renormalise: true)))
            var difference = 0.0
            for index in 0..<200 {
                let sample = UnitQuaternion(rotationVector: generator.vector(spread))
                let reading = try drawn.output(for: sample, at: Double(index) * 0.01)
                difference = max(
                    difference,
                    reading.angle(to: try nearest.output(for: sample, at: Double(index) * 0.01)).radians
                )
            }
            largest.append(difference)
        }
        #expect(largest[0] > 1e-5)
        #expect(abs(largest[0] / largest[1] - 100) < 10)
    }
}
