import SensorFilters
import SensorModel
import Testing

/// The expected values come from scipy 1.17.1 by Fixtures/make_butterworth.py.
struct ButterworthLowPassTests {
    /// Absolute, for values near 1: rounding errors of the tangent and of scipy's products of poles.
    static let rounding = 1e-12

    @Test(arguments: [
        (3.0, 0.0035, 6.797623454603906e-07, -1.9976666677234585, 0.9976693867728402),
        (0.5, 0.01, 0.000196065872395716, -1.9600051762777626, 0.9607894397673455),
        (0.05, 0.03, 0.11071583063800536, -0.8638581854576174, 0.306721508009639),
        (0.05, 0.0999, 0.799549745816396, 1.5585072548079093, 0.6396917284576757),
    ])
    func `The coefficients equal those of scipy`(
        _ timeConstant: Seconds,
        _ interval: Seconds,
        _ b0: Double,
        _ a1: Double,
        _ a2: Double
    ) {
        let found = ButterworthCoefficients(timeConstant: timeConstant, interval: interval)
        #expect(abs(found.b0 - b0) < Self.rounding)
        #expect(found.b1 == 2 * found.b0)
        #expect(found.b2 == found.b0)
        #expect(abs(found.a1 - a1) < Self.rounding)
        #expect(abs(found.a2 - a2) < Self.rounding)
    }

    @Test func `Samples pass unchanged if the cutoff is close to half the sampling rate`() {
        let found = ButterworthCoefficients(timeConstant: 0.05, interval: 0.101)
        #expect((found.b0, found.b1, found.b2) == (1, 0, 0))
        #expect((found.a1, found.a2) == (0, 0))
    }

    @Test func `The output is the mean for one time constant, then that of a filter that started at the mean`() {
        var filter = ButterworthLowPass(timeConstant: 0.5)
        let first = [0.5, 1.5, 0.7, 1.3, 1].map { filter.through($0, every: 0.1) }
        for (output, mean) in zip(first, [0.5, 1, 0.9, 1, 1]) { #expect(abs(output - mean) < Self.rounding) }
        let expected = [
            1.0165925766124697, 1.0763921142128476, 1.1777796959059852, 1.3003172706204864, 1.4289001779374688,
            1.5530015702260822,
        ]
        for value in expected { #expect(abs(filter.through(2, every: 0.1) - value) < Self.rounding) }
    }

    @Test func `A change of the sampling interval does not change the output for a constant input`() {
        var filter = ButterworthLowPass(timeConstant: 0.5)
        for _ in 0..<50 { _ = filter.through(3, every: 0.01) }
        for index in 0..<200 {
            let output = filter.through(3, every: [0.01, 0.013, 0.02, 0.004][index % 4])
            #expect(abs(output - 3) < Self.rounding)
        }
    }
}

extension ButterworthLowPass {
    fileprivate mutating func through(_ value: Double, every interval: Seconds) -> Double {
        sample(every: interval)
        return advance(to: Vector3(value, 0, 0)).x
    }
}
