/// The systems that the seed documents describe, as they describe them.
public enum SystemCatalogue {
    public static let declarations = [area, areaPaper, iBetelgeuse, gamaray, layar, iLocator, yandex]

    public static func declaration(named name: String) -> SystemDeclaration? {
        declarations.first { $0.name == name }
    }
}
