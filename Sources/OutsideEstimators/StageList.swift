public import Pipelines
public import Recordings
public import SensorModel

extension StageText {
    private static let advice = "write each stage of the list as 'name' or 'name: {key: value}'"

    /// Reads a list of stages, each a name or a name with parameters.
    ///
    /// ```yaml
    /// - lowPass: {alpha: 0.2, sensor: accelerometer}
    /// - triad
    /// ```
    ///
    /// - Throws: `InputError` with the line and column of a value that is not a stage.
    public static func list(_ value: YAMLValue) throws(InputError) -> [StageText] {
        guard value.isList else { throw value.error(message: "the value is not a list of stages", advice: advice) }
        let items = try value.items("the pipeline")
        guard !items.isEmpty else { throw value.error(message: "the list of stages is empty", advice: advice) }
        return try items.map { item throws(InputError) in
            guard item.isMapping else {
                return StageText(name: try item.text("a stage"), column: item.column, line: item.line)
            }
            let stage = try item.mapping("a stage").all
            guard let (name, values) = stage.first, stage.count == 1 else {
                throw item.error(message: "a stage must be a name, or a name with parameters", advice: advice)
            }
            var parameters: [String: String] = [:]
            if !values.isNull {
                for (key, value) in try values.mapping(name).all { parameters[key] = try value.text(key) }
            }
            return StageText(name: name, parameters: parameters, column: item.column, line: item.line)
        }
    }
}
