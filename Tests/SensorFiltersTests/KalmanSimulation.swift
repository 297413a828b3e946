import RealModule
import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport

/// A device whose sensors have exactly the noise of the filter's parameters.
struct KalmanSimulation {
    private var parameters = ExtendedKalman.Parameters()
    private let interval = 0.01
    private let samples = 1_500

    init() {
        parameters.gyroscopeNoise = 2e-3
        parameters.accelerometerNoise = 0.2
        parameters.magnetometerNoise = 1
        parameters.initialTilt = Angle(degrees: 1)
        parameters.initialHeading = Angle(degrees: 2)
    }

    /// εᵀ P⁻¹ ε of the six errors at the end of a run. Its mean for a consistent filter is 6.
    func normalisedError(seed: UInt64) throws -> Double {
        var generator = SeededGenerator(seed: seed)
        var estimator = ExtendedKalman(parameters)
        var truth = generator.orientation()
        var bias = generator.gaussianVector(parameters.initialBias)
        var output = try estimator.output(for: start(truth, &generator))
        for index in 1...samples {
            let swing = Double.sin(Double(index) * interval)
            let rate = Vector3(0.5 * swing, 0.3, -0.4 * swing)
            truth = truth * UnitQuaternion(rotationVector: rate * interval)
            bias += generator.gaussianVector(parameters.gyroscopeBiasNoise * interval.squareRoot())
            let noise = generator.gaussianVector(parameters.gyroscopeNoise / interval.squareRoot())
            var frame = Motion.frame(truth, rate: rate + bias + noise, at: Double(index) * interval)
            frame.accelerometer = frame.accelerometer.map {
                $0 + generator.gaussianVector(parameters.accelerometerNoise)
            }
            frame.magnetometer = frame.magnetometer.map { $0 + generator.gaussianVector(parameters.magnetometerNoise) }
            output = try estimator.output(for: frame)
        }
        let attitude = (truth * output.conjugate).rotationVector
        let error = bias - estimator.gyroscopeBias
        return Self.normalised([attitude.x, attitude.y, attitude.z, error.x, error.y, error.z], estimator.covariance)
    }

    /// A first frame. The error of its triad has the initial uncertainty.
    private func start(_ truth: UnitQuaternion, _ generator: inout SeededGenerator) -> SensorFrame {
        let (tilt, heading) = (parameters.initialTilt.radians, parameters.initialHeading.radians)
        let off = Vector3(tilt * generator.gaussian(), tilt * generator.gaussian(), heading * generator.gaussian())
        return Motion.frame(UnitQuaternion(rotationVector: off) * truth, rate: .zero, at: 0)
    }

    static func full(_ covariance: AttitudeCovariance) -> [[Double]] {
        let (attitude, cross, bias) = (rows(covariance.attitude), rows(covariance.cross), rows(covariance.bias))
        let lower = rows(covariance.cross.transposed)
        return (0..<3).map { attitude[$0] + cross[$0] } + (0..<3).map { lower[$0] + bias[$0] }
    }

    private static func rows(_ matrix: Matrix3) -> [[Double]] {
        [matrix.x, matrix.y, matrix.z].map { [$0.x, $0.y, $0.z] }
    }

    /// The lower triangle L of P = L Lᵀ; `nil` if P is not positive.
    static func cholesky(_ matrix: [[Double]]) -> [[Double]]? {
        var lower = matrix.map { _ in [Double](repeating: 0, count: matrix.count) }
        for row in matrix.indices {
            for column in 0...row {
                var sum = matrix[row][column]
                for index in 0..<column { sum -= lower[row][index] * lower[column][index] }
                if row == column {
                    guard sum > 0 else { return nil }
                    lower[row][row] = sum.squareRoot()
                } else {
                    lower[row][column] = sum / lower[column][column]
                }
            }
        }
        return lower
    }

    private static func normalised(_ error: [Double], _ covariance: AttitudeCovariance) -> Double {
        guard let lower = cholesky(full(covariance)) else { return .infinity }
        var solved: [Double] = []
        for row in error.indices {
            var value = error[row]
            for (index, known) in solved.enumerated() { value -= lower[row][index] * known }
            solved.append(value / lower[row][row])
        }
        return solved.reduce(0) { $0 + $1 * $1 }
    }
}

extension SeededGenerator {
    /// A normal number with mean 0 and standard deviation 1, by the method of Box and Muller.
    fileprivate mutating func gaussian() -> Double {
        let radius = (-2 * Double.log(number(in: 1e-12...1))).squareRoot()
        return radius * .cos(number(in: 0...(2 * Double.pi)))
    }

    fileprivate mutating func gaussianVector(_ sigma: Double) -> Vector3 {
        Vector3(gaussian(), gaussian(), gaussian()) * sigma
    }
}
