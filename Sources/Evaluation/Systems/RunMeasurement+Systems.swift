import Pipelines
import Recordings
import SensorModel

extension RunMeasurement {
    /// Measures a described system: the orientation of its pictures, its screen, and its location.
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
        result.remarks.append("orientations are those of the pictures, at the display rate")
        if let locator = system.sceneLocator {
            let turn = run.replay.sceneTurn.map { "at the end by \(($0.degrees * 10).rounded() / 10) deg" }
            result.remarks.append(
                "attitudes are poses of a tracked scene, located by the fixes; rotated "
                    + (turn ?? "never, because they did not determine its yaw")
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

    /// Notes that the reference is the attitude from which the system draws. What remains is the error of the display
    /// loop and of the projection.
    private func noteDevice(in metrics: inout MetricValues) {
        for name in MetricCatalogue.screenMetrics.map(\.name) where metrics[name] != nil {
            guard metrics.note(for: name) == nil, let value = metrics[name] else { continue }
            metrics.set(
                name,
                to: value,
                note: "compared with the attitude that it draws: only the error of drawing remains"
            )
        }
    }

    private func measureLocation(_ errors: [Metres], _ reason: String?, into metrics: inout MetricValues) {
        guard reason == nil, let statistics = ErrorStatistics(errors) else {
            return metrics.setUnmeasured(
                [.locationErrorP50, .locationErrorP95],
                because: reason ?? "the system did not draw while the true position was known"
            )
        }
        metrics.set(.locationErrorP50, to: statistics.median)
        metrics.set(.locationErrorP95, to: statistics.p95)
    }
}
