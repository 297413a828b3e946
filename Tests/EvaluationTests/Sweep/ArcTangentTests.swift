import RealModule
import SensorModel
import Testing

@testable import Evaluation

/// The arc tangent in lanes against the C library's.
struct ArcTangentTests {
    /// Ratios from 0 to 1, with those beside the border of the two polynomials.
    static let ratios: [Double] =
        (0...400_000).map { Double($0) / 400_000 }
        + (0...300).map { Double.exp(-Double($0)) } + [0.2, 0.2.nextDown, 0.2.nextUp, 1.0.nextDown]

    @Test func `Over all ratios it is the library's within the stated bound`() {
        // The library's own error is at most one unit in the last place.
        let bound = ArcTangent.errorBound + Double.ulpOfOne
        var worst = 0.0
        for start in stride(from: 0, to: Self.ratios.count - 3, by: 4) {
            let ratios = SIMD4(Self.ratios[start..<start + 4])
            let angles = ArcTangent.angle(ofRatio: ratios)
            for lane in 0..<4 where ratios[lane] > 0 {
                let expected = Double.atan(ratios[lane])
                worst = max(worst, abs(angles[lane] - expected) / expected)
            }
        }
        #expect(worst < bound)
        #expect(worst > 0)
    }

    @Test func `Nothing and no number stay what they are`() {
        let angles = ArcTangent.angle(ofRatio: SIMD4(0, 0, .nan, 0.5))
        #expect(angles[0] == 0)
        #expect(angles[2].isNaN)
    }
}
