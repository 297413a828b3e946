import Recordings
import SensorModel

extension CommandDescription {
    /// Reads `parameters`: names with default, unit and range, or with a default and choices.
    static func parameters(_ root: YAMLMapping) throws(InputError) -> [ParameterDescriptor] {
        var parameters: [ParameterDescriptor] = []
        for (name, value) in try root.mapping("parameters")?.all ?? [] {
            guard OutsideName.isParameter(name), name != recording, name != output else {
                throw value.error(
                    found: "the parameter '\(name)'",
                    expected: "letters, digits and '_', and none of \(OutsideName.reserved.joined(separator: ", "))",
                    remedy: "choose another name"
                )
            }
            parameters.append(try parameter(name, value))
        }
        return parameters
    }

    private static func parameter(_ name: String, _ value: YAMLValue) throws(InputError) -> ParameterDescriptor {
        let root = value.isMapping ? try value.mapping(name) : nil
        try root?.allow(["default", "unit", "minimum", "maximum", "choices", "summary"])
        let given = try root?.required("default") ?? value
        let summary = try root?.text("summary") ?? "A parameter of the program."
        if let choices = root?["choices"] {
            let words = try choices.texts("choices")
            _ = try given.choice("default", words)
            return .choice(name, of: words, default: try given.text("default"), summary)
        }
        if ["true", "false"].contains(try given.text("default")) {
            return .flag(name, default: try given.flag("default"), summary)
        }
        let limits = OutsideRange(minimum: try root?.number("minimum"), maximum: try root?.number("maximum"))
        let unit = try root?.text("unit").flatMap(OutsideUnit.unit) ?? .none
        let descriptor = ParameterDescriptor.number(
            name,
            unit,
            in: limits.range,
            default: nil,
            summary + OutsideUnit.note(try root?.text("unit"))
        )
        let text = try given.text("default")
        do throws(ParameterError) {
            guard case .number(let number) = try descriptor.parse(text) else { return descriptor }
            return .number(name, unit, in: limits.range, default: number, descriptor.summary)
        } catch {
            throw given.error(found: error.found, expected: error.expected, remedy: error.remedy)
        }
    }
}

extension YAMLValue {
    fileprivate func choice(_ key: String, _ words: [String]) throws(InputError) -> String {
        let text = try text(key)
        guard words.contains(text) else {
            throw error(
                found: "\(key) '\(text)'",
                expected: "one of \(words.joined(separator: ", "))",
                remedy: YAMLValue.hint(text, words) ?? "choose one of them"
            )
        }
        return text
    }
}
