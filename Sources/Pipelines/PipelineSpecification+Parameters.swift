import SensorFilters
public import SensorModel

extension PipelineSpecification {
    /// Every parameter with its value, defaults too.
    ///
    /// A name that only one stage has stands alone (`beta`); one that several have is led by its stage
    /// (`triad.maximumGap`), and by the stage's place where the same filter stands twice (`lowPass#2.alpha`).
    public var parameters: [String: ParameterValue] { Self.parameters(of: namedStages) }

    /// Those of the filters and the estimator.
    var parametersBehindInput: [String: ParameterValue] {
        Self.parameters(of: Array(namedStages.dropFirst(inputStages.count)))
    }

    private static func parameters(
        of stages: [(name: String, values: [String: ParameterValue])]
    ) -> [String: ParameterValue] {
        var uses: [String: Int] = [:]
        for stage in stages {
            for key in stage.values.keys { uses[key, default: 0] += 1 }
        }
        var all: [String: ParameterValue] = [:]
        for stage in stages {
            for (key, value) in stage.values {
                all[uses[key] == 1 ? key : "\(stage.name).\(key)"] = value
            }
        }
        return all
    }

    private var namedStages: [(name: String, values: [String: ParameterValue])] {
        var all: [(String, [String: ParameterValue])] = inputStages.map { ($0.entry.name, $0.values.all) }
        all += sensorFilters.map { stage in
            var values = stage.values.all
            values["sensor"] = stage.sensor.map { .word($0.rawValue) }
            return (stage.entry.name, values)
        }
        var own = estimator.values.all
        own["driver"] =
            estimator.isDrivenByAny ? .word(StageReader.anyDriver) : estimator.driver.map { .word($0.rawValue) }
        all.append((estimator.entry.name, own))
        all += orientationFilters.map { ($0.entry.name, $0.values.all) }
        var seen: [String: Int] = [:]
        return all.map { name, values in
            seen[name, default: 0] += 1
            let place = seen[name] ?? 1
            return (place == 1 ? name : "\(name)#\(place)", values)
        }
    }
}
