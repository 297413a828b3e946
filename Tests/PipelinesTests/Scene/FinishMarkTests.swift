import Pipelines
import SensorModel
import Testing

struct FinishMarkTests {
    /// Yandex 2018, "The size": constant to 50 m, linear to 2 km, constant after. Half-way is 1025 m.
    @Test(arguments: [(0.0, 100.0), (49.9, 100), (50, 100), (1025, 60), (2000, 20), (2000.1, 20), (1e6, 20)])
    func `The mark is constant up to 50 m, smaller at 1025 m and constant from 2 km on`(distance: Double, size: Double)
    {
        let mark = FinishMark(largest: 100, smallest: 20)
        #expect(abs(mark.size(at: distance) - size) < 1e-12)
    }

    @Test func `Between 50 m and 2 km, the mark's size decreases by the same amount each metre`() {
        let mark = FinishMark(largest: 100, smallest: 20)
        // 80 pixels over 1950 m
        #expect(abs(mark.size(at: 100) - mark.size(at: 101) - 80 / 1950.0) < 1e-12)
        #expect(abs(mark.size(at: 1900) - mark.size(at: 1901) - 80 / 1950.0) < 1e-12)
    }
}
