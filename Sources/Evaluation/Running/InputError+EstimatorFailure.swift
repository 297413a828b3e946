import Recordings
package import SensorModel

extension InputError {
    /// The error of an estimator from outside that failed over a recording.
    package init(_ failure: EstimatorFailure, over recording: String) {
        self.init(
            file: "\(recording): \(failure.program)",
            found: failure.found,
            expected: failure.expected,
            remedy: failure.remedy
        )
    }
}
