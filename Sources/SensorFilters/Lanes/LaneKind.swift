package import SensorModel

/// The estimators that there are in lanes, by their names in the catalogue.
package enum LaneKind: String, Sendable, Hashable {
    case madgwick
    case mahony

    /// The parameters that may differ from lane to lane.
    package var gains: Set<String> {
        switch self {
        case .madgwick: ["beta"]
        case .mahony: ["kp", "ki"]
        }
    }

    /// What a recording makes the estimator do, whatever its gains.
    package func schedule(_ values: ParameterValues, frames: [SensorFrame]) -> RateSchedule {
        RateSchedule(frames, start: StartOrientation(values), maximumGap: values.required("maximumGap"))
    }

    /// Starts settings together: at least one, at most as many as there are lanes.
    package func run<Numbers>(
        _ settings: [ParameterValues],
        _ schedule: RateSchedule,
        turnedBy turn: UnitQuaternion?
    ) -> LaneRun<Numbers> {
        switch self {
        case .madgwick: LaneRun(madgwick: settings.map(Madgwick.Parameters.init), schedule, turnedBy: turn)
        case .mahony: LaneRun(mahony: settings.map(Mahony.Parameters.init), schedule, turnedBy: turn)
        }
    }
}
