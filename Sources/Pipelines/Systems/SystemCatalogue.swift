/// The described systems. Constants that no document and no public source code gives say so: "no source".
public enum SystemCatalogue {
    public static let declarations = [area, areaPaper, iBetelgeuse, gamaray, layar, iLocator, yandex]

    public static func declaration(named name: String) -> SystemDeclaration? {
        declarations.first { $0.name == name }
    }
}
