public import Recordings

/// The result of fitting the calibration of a sensor.
public enum FitOutcome: Sendable, Hashable {
    /// The calibration.
    case fitted(SensorFit)
    /// The reason why the recordings do not determine a calibration, and what to record, in words.
    case undetermined(StreamKind, String)

    /// The fit; nil without one.
    public var fit: SensorFit? {
        if case .fitted(let fit) = self { fit } else { nil }
    }

    /// The sensor.
    public var kind: StreamKind {
        switch self {
        case .fitted(let fit): fit.kind
        case .undetermined(let kind, _): kind
        }
    }
}
