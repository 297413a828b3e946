import SensorFilters
import SensorModel
import TestSupport
import Testing

struct SphericalAverageTests {
    /// Radians. The bound for a mean from moments, 4e-10 on S³, is twice as large as an angle of rotation.
    private static let momentsTolerance = 8e-10

    private static let axis = Vector3(0.6, 0, 0.8)

    @Test func `The mean of orientations about one axis has the mean angle`() throws {
        var filter = SphericalAverage(WindowParameters(window: 3))
        // The window has 0°, then 0° and 20°, then 0°, 20° and 70°, then 20°, 70° and 90°.
        for (index, (angle, mean)) in [(0.0, 0.0), (20, 10), (70, 30), (90, 60)].enumerated() {
            let sample = UnitQuaternion(angle: Angle(degrees: angle), axis: Self.axis)
            let output = try filter.output(for: sample, at: Double(index) * 0.01)
            let expected = UnitQuaternion(angle: Angle(degrees: mean), axis: Self.axis)
            #expect(output.angle(to: expected).radians < Tolerance.equations)
        }
    }

    @Test(arguments: [1, 4, 7])
    func `The latency in a uniform turn is (n − 1)/2 samples`(_ window: Int) throws {
        var filter = SphericalAverage(WindowParameters(window: window))
        for index in 0..<100 {
            let sample = UnitQuaternion(angle: Angle(degrees: 0.5 * Double(index)), axis: Self.axis)
            let output = try filter.output(for: sample, at: Double(index) * 0.01)
            guard index >= window else { continue }
            let late = 0.5 * (Double(index) - Double(window - 1) / 2)
            let expected = UnitQuaternion(angle: Angle(degrees: late), axis: Self.axis)
            #expect(output.angle(to: expected).radians < Self.momentsTolerance)
        }
    }

    @Test func `The largest component of an output after the first is positive`() throws {
        var filter = SphericalAverage()
        let samples = Specimens.quaternion()
        for (index, sample) in samples.samples.enumerated() {
            let output = try filter.output(for: -sample, at: samples.time(index))
            let components = [output.w, output.x, output.y, output.z]
            if index > 0 { #expect(components.max { $0.magnitude < $1.magnitude } ?? 0 > 0) }
        }
    }

    @Test(arguments: [3, 7, 33])
    func `The error for one distant sample is within the bound of the computation`(_ length: Int) throws {
        var generator = SeededGenerator(seed: 91)
        // The mean is computed from moments up to 0.05 rad, and by iteration from 0.6 rad on. In between, only the last
        // iterations use moments.
        let close = try largestError([0.002, 0.01, 0.02, 0.03, 0.04, 0.05], length, &generator)
        let between = try largestError(Array(stride(from: 0.05, to: 0.6, by: 0.001)), length, &generator)
        let far = try largestError([0.6, 0.64, 0.68, 0.72, 0.76, 0.8], length, &generator)
        #expect(close < Self.momentsTolerance)
        #expect(between < Self.momentsTolerance)
        #expect(far < Tolerance.rounding)
    }

    /// The largest error in radians of the mean of a window whose newest sample is rotated by these angles.
    private func largestError(
        _ angles: [Double],
        _ length: Int,
        _ generator: inout SeededGenerator
    ) throws -> Double {
        var largest = 0.0
        for angle in angles {
            let centre = generator.orientation()
            let turned = centre * UnitQuaternion(rotationVector: Vector3(0.6, 0, -0.8) * angle)
            let orientations = Array(repeating: centre, count: length - 1) + [turned]
            var filter = SphericalAverage(WindowParameters(window: length))
            var output = centre
            for (index, orientation) in orientations.enumerated() {
                output = try filter.output(for: orientation, at: Double(index) * 0.01)
            }
            let inputs = orientations.map { [$0.w, $0.x, $0.y, $0.z] }
            let direct = try #require(DirectFilters.sphericalAverage(inputs, window: length).last)
            let truth = try #require(UnitQuaternion(w: direct[0], x: direct[1], y: direct[2], z: direct[3]))
            largest = max(largest, output.angle(to: truth).radians)
        }
        return largest
    }

    @Test(arguments: [1, 2, 4, 5, 6, 33, 100])
    func `The mean of windows of any length and width agrees with the equations`(_ length: Int) throws {
        var generator = SeededGenerator(seed: 62)
        for width in [0, 1e-6, 0.01, 0.1, 0.15, 0.2, 0.22, 0.25, 0.4, 0.55, 0.7, 1] {
            let centre = generator.orientation()
            let orientations = (0..<(3 * length)).map { _ in
                centre * UnitQuaternion(rotationVector: generator.vector(width))
            }
            try DirectFilters.expect(
                SphericalAverage(WindowParameters(window: length)),
                of: orientations,
                orientations.indices.map { Double($0) * 0.01 },
                equals: DirectFilters.sphericalAverage(orientations.map { [$0.w, $0.x, $0.y, $0.z] }, window: length)
            )
        }
    }
}
