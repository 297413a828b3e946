import SensorModel
import Testing

struct NearestNameTests {
    private let names = ["lowPass", "movingAverage", "sphericalAverage", "derivativeSmoother", "madgwick"]

    @Test(arguments: [
        ("lowpas", "lowPass"), ("madgwik", "madgwick"), ("MOVINGAVERAGE", "movingAverage"),
        ("derivateSmother", "derivativeSmoother"),
    ])
    func `The suggestion for a misspelt name is the intended name`(_ given: String, _ meant: String) {
        #expect(NearestName.suggestion(for: given, among: names) == meant)
    }

    @Test(arguments: ["", "particleFilter", "xyz"])
    func `An unrelated name has no suggestion`(_ given: String) {
        #expect(NearestName.suggestion(for: given, among: names) == nil)
    }
}
