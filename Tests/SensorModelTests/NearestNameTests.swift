import SensorModel
import Testing

struct NearestNameTests {
    private let names = ["lowPass", "movingAverage", "sphericalAverage", "derivativeSmoother", "madgwick"]

    @Test(arguments: [
        ("lowpas", "lowPass"), ("madgwik", "madgwick"), ("MOVINGAVERAGE", "movingAverage"),
        ("derivateSmother", "derivativeSmoother"),
    ])
    func `A misspelt name has the intended name as suggestion`(_ given: String, _ meant: String) {
        #expect(NearestName.suggestion(for: given, among: names) == meant)
    }

    @Test(arguments: ["", "particleFilter", "xyz"])
    func `An unrelated name has no suggestion`(_ given: String) {
        #expect(NearestName.suggestion(for: given, among: names) == nil)
    }
}
