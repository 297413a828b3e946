import SensorModel
import Testing

struct SplitMix64Tests {
    @Test func `The sequence equals the published one`() {
        // Outputs of the authors' reference program for this seed.
        var generator = SplitMix64(seed: 1_234_567)
        #expect(
            (0..<3).map { _ in generator.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ]
        )
    }
}
