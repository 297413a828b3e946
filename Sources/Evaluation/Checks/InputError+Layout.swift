import Pipelines
import Recordings

extension InputError {
    /// A recording's layout gives an estimator parameters that do not fit it.
    init(layoutOf path: String, _ error: SpecificationError) {
        self.init(
            file: path,
            found: "a layout whose parameters do not fit: \(error.found)",
            expected: error.expected,
            remedy: "mend 'estimators' in the layout"
        )
    }
}
