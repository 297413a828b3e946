import RealModule
import SensorModel
import Testing

/// The arc tangent in lanes, compared with that of the C library.
struct ArcTangentTests {
    /// Ratios from 0 to 1, with those next to the border of the two polynomials.
    static let ratios: [Double] =
        (0...400_000).map { Double($0) / 400_000 }
        + (0...300).map { Double.exp(-Double($0)) } + [0.2, 0.2.nextDown, 0.2.nextUp, 1.0.nextDown]

    @Test func `Over all ratios it is the library's within the stated bound`() {
        // The library's own error is at most one unit in the last place.
        let bound = ArcTangent.errorBound + Double.ulpOfOne
        var worst = 0.0
        for start in stride(from: 0, to: Self.ratios.count, by: Lanes.laneCount) {
            let ratios = Array(Self.ratios[start...].prefix(Lanes.laneCount))
            let angles = ArcTangent.angle(ofRatio: Lanes(ratios) { $0 })
            for (lane, ratio) in ratios.enumerated() where ratio > 0 {
                let expected = Double.atan(ratio)
                worst = max(worst, abs(angles[lane: lane] - expected) / expected)
            }
        }
        #expect(worst < bound)
        #expect(worst > 0)
    }

    @Test func `Zero and NaN stay what they are`() {
        let angles = ArcTangent.angle(ofRatio: Lanes([0, 0, .nan, 0.5]) { $0 })
        #expect(angles[lane: 0] == 0)
        #expect(angles[lane: 2].isNaN)
    }
}
