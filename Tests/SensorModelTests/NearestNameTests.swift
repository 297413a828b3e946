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

    @Test func `Names that begin with a word are suggested if none is close`() {
        let names = ["total_rmse_deg", "total_mean_deg", "heading_rmse_deg"]
        #expect(NearestName.hint(for: "total", among: names) == "did you mean 'total_rmse_deg' or 'total_mean_deg'?")
        #expect(NearestName.hint(for: "heading", among: names) == "did you mean 'heading_rmse_deg'?")
        #expect(NearestName.hint(for: "to", among: names) == nil)
    }
}
