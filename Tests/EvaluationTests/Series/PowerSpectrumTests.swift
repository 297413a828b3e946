import Evaluation
import TestSupport
import Testing

/// Spectral densities compared with scipy's `welch`. Fixtures/make_spectrum.py wrote the expected values.
struct PowerSpectrumTests {
    /// Three standard errors of the variance over some 510 windows.
    private static let varianceTolerance = 0.005

    private struct Fixture: Decodable {
        let interval: Double
        let samples: [Double]
        let densities: [String: [Double]]

        init() throws {
            self = try Package.decode("Tests/EvaluationTests/Fixtures/spectrum.json")
        }
    }

    /// Relative to the largest density: the rounding of two orders of summation over 300 samples.
    private static let sameDensity = 1e-11

    @Test(arguments: [2, 32, 128])
    func `Densities equal scipy's`(length: Int) throws {
        let fixture = try Fixture()
        let expected = try #require(fixture.densities["\(length)"])
        let found = try #require(
            PowerSpectrum.density(of: [fixture.samples], interval: fixture.interval, length: length)
        )
        #expect(found.count == expected.count)
        let largest = try #require(expected.max())
        for (density, due) in zip(found, expected) { #expect(abs(density - due) <= Self.sameDensity * largest) }
    }

    @Test func `The integral over all frequencies is the variance`() throws {
        var generator = SeededGenerator(seed: 5)
        let samples = (0..<65_536).map { _ in generator.number(in: -1...1) }
        let density = try #require(PowerSpectrum.density(of: [samples], interval: 0.01, length: 256))
        let variance = density.reduce(0, +) / (256 * 0.01)
        // Uniform noise: (b − a)²/12.
        #expect(abs(variance - 1.0 / 3) < Self.varianceTolerance)
    }

    @Test func `Stretches shorter than a window have no density`() {
        #expect(PowerSpectrum.density(of: [[1, 2, 3], []], interval: 1, length: 4) == nil)
    }
}
