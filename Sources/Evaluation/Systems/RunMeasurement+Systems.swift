import Pipelines
import Recordings
import SensorModel

extension RunMeasurement {
    /// Measures a described system: the orientation behind what it shows, its screen, and its location.
    func measure(
        _ run: SystemRun,
        on scene: SceneOnRecording,
        of recording: EvaluationRun.RecordingSummary
    ) -> EvaluationRun {
        let system = run.replay.system
        let isCompassRecorded = scene.recording.missing([.heading]).isEmpty
        let sensors = system.requiredSensors(isCompassRecorded: isCompassRecorded)
        let missing = scene.recording.missing(sensors)
        var result = measure(PipelineRun(shownBy: run), of: recording, requiring: sensors)
        result.pipeline.parameters = system.parameters
        result.remarks += scene.remarks
        result.remarks.append("orientations are those behind what is shown, at the display rate")
        if let locator = system.sceneLocator {
            let turn = run.replay.sceneTurn.map { "at the end by \(($0.degrees * 10).rounded() / 10) deg" }
            result.remarks.append(
                "attitudes are poses of a tracked scene, placed by the fixes and turned "
                    + (turn ?? "never: they did not tell its yaw")
            )
            result.scene = scene.summary(of: locator)
            result.remarks += result.scene.map { [$0.remark] } ?? []
        }
        if run.replay.gate.dropped > 0 { result.skipped["location gate: fixes dropped"] = run.replay.gate.dropped }
        if run.replay.gate.unusable > 0 { result.skipped["location: unusable fixes"] = run.replay.gate.unusable }
        guard missing.isEmpty else {
            let reason = "the recording has no \(missing.map(\.rawValue).joined(separator: " and no "))"
            result.metrics.setUnmeasured(MetricCatalogue.ofSystems, because: reason)
            return result
        }
        let meter = run.meter
        meter.redraw.measure(into: &result.metrics)
        meter.screen.measure(without: scene.truth.reasonWithoutOrientation, into: &result.metrics)
        StillPixels.measure(meter.shown, projection: system.projection, motion: motion, into: &result.metrics)
        if result.metrics.note(for: .totalRMSE) == Self.reasonOfDevice { noteDevice(in: &result.metrics) }
        measureLocation(meter.locationErrors, scene.truth.reasonWithoutPosition, into: &result.metrics)
        return result
    }

    /// What an attitude shows of itself: the cost of the display loop and of the laws behind it.
    private func noteDevice(in metrics: inout MetricValues) {
        for name in MetricCatalogue.screenMetrics.map(\.name) where metrics[name] != nil {
            guard metrics.note(for: name) == nil, let value = metrics[name] else { continue }
            metrics.set(name, to: value, note: "held against the attitude that it is made of: its drawing is left")
        }
    }

    private func measureLocation(_ errors: [Metres], _ reason: String?, into metrics: inout MetricValues) {
        guard reason == nil, let statistics = ErrorStatistics(errors) else {
            return metrics.setUnmeasured(
                [.locationErrorP50, .locationErrorP95],
                because: reason ?? "the system never drew while the true position is known"
            )
        }
        metrics.set(.locationErrorP50, to: statistics.median)
        metrics.set(.locationErrorP95, to: statistics.p95)
    }
}
