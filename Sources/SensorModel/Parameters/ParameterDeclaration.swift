/// Parameters of a filter or an estimator, each declared once.
///
/// The parser of SPECs (the texts of pipelines), the listings and the documentation use ``declarations``. The default
/// of a parameter is the value of the declared property in ``defaults``.
///
/// ```swift
/// struct Parameters: DeclaredParameters {
///     var cutoff: Hertz = 3
///     var isCentred = false
///
///     static let defaults = Self()
///     static let declarations: [ParameterDeclaration<Self>] = [
///         .number("cutoff", \.cutoff, .hertz, in: .aboveZero, "Cutoff frequency; smaller is smoother."),
///         .flag("centred", \.isCentred, "Subtract the mean."),
///     ]
/// }
/// ```
package protocol DeclaredParameters: Sendable {
    /// The parameters with their default values.
    static var defaults: Self { get }

    /// The declarations, in the order in which listings show the parameters.
    static var declarations: [ParameterDeclaration<Self>] { get }
}

extension DeclaredParameters {
    /// The descriptors of all parameters, with their defaults.
    package static var descriptors: [ParameterDescriptor] { declarations.descriptors(defaults: defaults) }

    /// Creates the parameters from the values of a SPEC. A parameter without a value keeps its default.
    package init(_ values: ParameterValues) {
        self = .defaults
        for declaration in Self.declarations { declaration.assign(values, &self) }
    }
}

/// A parameter of `Root`: its name, unit, range and effect, and the property that stores its value.
package struct ParameterDeclaration<Root>: Sendable {
    /// The property of `Root` that stores a value.
    package typealias Property<Value> = any WritableKeyPath<Root, Value> & Sendable

    /// The name of the parameter in a SPEC. A SPEC is the text of a pipeline.
    package let name: String
    fileprivate let describe: @Sendable (Root) -> ParameterDescriptor
    fileprivate let assign: @Sendable (ParameterValues, inout Root) -> Void

    /// Creates a declaration. If `read` returns `nil`, the property keeps its value.
    private init<Value>(
        _ name: String,
        _ property: Property<Value>,
        describe: @escaping @Sendable (Value) -> ParameterDescriptor,
        read: @escaping @Sendable (ParameterValues) -> Value?
    ) {
        self.name = name
        self.describe = { describe($0[keyPath: property]) }
        self.assign = { values, root in
            if let value = read(values) { root[keyPath: property] = value }
        }
    }

    /// Declares a number. The property stores the number in `unit`.
    package static func number(
        _ name: String,
        _ property: Property<Double>,
        _ unit: ParameterUnit = .none,
        in range: ParameterRange,
        _ summary: String
    ) -> ParameterDeclaration {
        ParameterDeclaration(
            name,
            property,
            describe: { .number(name, unit, in: range, default: $0, summary) },
            read: { $0.number(name) }
        )
    }

    /// Declares an optional number. The property stores the number in `unit`, or `nil` if the parameter is not set.
    package static func optionalNumber(
        _ name: String,
        _ property: Property<Double?>,
        _ unit: ParameterUnit = .none,
        in range: ParameterRange,
        _ summary: String
    ) -> ParameterDeclaration {
        ParameterDeclaration(
            name,
            property,
            describe: { .number(name, unit, in: range, default: $0, summary) },
            read: { $0.number(name).map(Optional.some) }
        )
    }

    /// Declares a whole number.
    package static func count(
        _ name: String,
        _ property: Property<Int>,
        in range: ParameterRange = .windowLength,
        _ summary: String
    ) -> ParameterDeclaration {
        ParameterDeclaration(
            name,
            property,
            describe: { .number(name, .count, in: range, default: Double($0), summary) },
            read: { $0.number(name).map(Int.init(saturating:)) }
        )
    }

    /// Declares an angle. A number in a SPEC is in `unit`, by default in degrees.
    package static func angle(
        _ name: String,
        _ property: Property<Angle>,
        _ unit: ParameterUnit = .degrees,
        in range: ParameterRange,
        _ summary: String
    ) -> ParameterDeclaration {
        ParameterDeclaration(
            name,
            property,
            // The conversion to radians and back has rounding errors.
            describe: { .number(name, unit, in: range, default: $0.degrees.rounded(toSignificant: 15), summary) },
            read: { $0.number(name).map(Angle.init(degrees:)) }
        )
    }

    /// Declares an optional angle. A number in a SPEC is in degrees. The property is `nil` if the parameter is not set.
    package static func optionalAngle(
        _ name: String,
        _ property: Property<Angle?>,
        in range: ParameterRange,
        _ summary: String
    ) -> ParameterDeclaration {
        ParameterDeclaration(
            name,
            property,
            describe: { .number(name, .degrees, in: range, default: $0?.degrees.rounded(toSignificant: 15), summary) },
            read: { $0.number(name).map { .some(Angle(degrees: $0)) } }
        )
    }

    /// Declares a boolean, `true` or `false` in a SPEC.
    package static func flag(
        _ name: String,
        _ property: Property<Bool>,
        _ summary: String
    ) -> ParameterDeclaration {
        ParameterDeclaration(
            name,
            property,
            describe: { .flag(name, default: $0, summary) },
            read: { $0.flag(name) }
        )
    }

    /// Declares a choice. A SPEC contains the raw value of a case of `Choice`.
    package static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String,
        _ property: Property<Choice>,
        _ summary: String
    ) -> ParameterDeclaration {
        let words = Choice.allCases.map(\.rawValue)
        return ParameterDeclaration(
            name,
            property,
            describe: { .choice(name, of: words, default: $0.rawValue, summary) },
            read: { $0.word(name).flatMap(Choice.init(rawValue:)) }
        )
    }

    /// Declares `maximumGap`: the longest gap between two samples, in seconds, that does not restart the filter or
    /// estimator.
    package static func maximumGap(_ property: Property<Seconds>) -> ParameterDeclaration {
        let standard = ParameterDescriptor.maximumGap
        return .number(standard.name, property, .seconds, in: .aboveZero, standard.summary)
    }
}

extension Array {
    /// The descriptors of the declared parameters, with the default values of `defaults`.
    package func descriptors<Root>(defaults: Root) -> [ParameterDescriptor]
    where Element == ParameterDeclaration<Root> {
        map { $0.describe(defaults) }
    }
}
