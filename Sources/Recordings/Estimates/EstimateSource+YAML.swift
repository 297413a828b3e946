import SensorModel

extension EstimateSource {
    /// Reads `NAME=PATH[,key=value…]`, or a mapping with `name`, `path` and the keys.
    ///
    /// - Parameters:
    ///   - value: the text or the mapping.
    ///   - resolve: returns the path from the working directory for a path in the file.
    package init(_ value: YAMLValue, resolve: (String) -> String) throws(InputError) {
        let pairs = value.isMapping ? try value.mapping("an estimate").all : []
        var fields: [(key: String, text: String)] = []
        for pair in pairs { fields.append((pair.name, try pair.value.text(pair.name))) }
        let text = value.isMapping ? nil : try value.text("an estimate")
        do throws(ParameterError) {
            if let text { try self.init(parsing: text) } else { try self.init(fields: fields) }
        } catch {
            throw value.error(found: error.found, expected: error.expected, remedy: error.remedy)
        }
        path = resolve(path)
    }

    private init(fields: [(key: String, text: String)]) throws(ParameterError) {
        func text(_ key: String) throws(ParameterError) -> String {
            if let text = fields.first(where: { $0.key == key })?.text, !text.isEmpty { return text }
            throw ParameterError(
                found: "an estimate without '\(key)'",
                expected: "a name and a path",
                remedy: "add '\(key)'"
            )
        }
        self.init(name: try text("name"), path: try text("path"))
        for (key, text) in fields where !["name", "path"].contains(key) { try conventions.set(key, to: text) }
    }
}
