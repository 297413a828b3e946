public import Evaluation
import Foundation
import Recordings
import SensorModel

/// A film of a replay for slides: a strip of frames as SVG, or a GIF or MP4 file that ffmpeg encodes.
public struct ReplayFilm: Sendable {
    /// The file format of a film. The raw value is the suffix of the file.
    public enum Format: String, Sendable, CaseIterable {
        case svg
        case gif
        case mp4
    }

    private static let stripFrames = 6
    private static let filmRate = 15.0
    private static let maximumMessageBytes = 1 << 16

    private let replay: ScreenReplay

    /// Creates the film of a replay.
    public init(_ replay: ScreenReplay) { self.replay = replay }

    /// Writes the film atomically.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if ffmpeg is missing or fails, and
    ///   ``ReportError/unwritable(path:reason:)`` if the file cannot be written.
    public func save(to path: String, as format: Format) async throws(ReportError) {
        let film = FilmFrame(replay: replay)
        guard format != .svg else {
            let last = max(replay.times.count - 1, 0)
            let frames = (0..<Self.stripFrames).map { $0 * last / (Self.stripFrames - 1) }
            return try WholeFiles.save([(path, Array(film.strip(of: frames).utf8))])
        }
        try WholeFiles.save([(path, try await encoded(film, as: format))])
    }

    private func encoded(_ film: FilmFrame, as format: Format) async throws(ReportError) -> [UInt8] {
        guard let first = replay.times.first, let last = replay.times.last else {
            throw .undrawable("the replay contains no frames")
        }
        let count = max(1, Int((last - first) * Self.filmRate))
        do {
            let tree = try TemporaryTree()
            let folder = tree.url.path
            for number in 0..<count {
                let frame = film.index(of: first + Double(number) / Self.filmRate)
                let name = String(repeating: "0", count: max(0, 5 - "\(number)".count)) + "\(number)"
                try WholeFiles.save([("\(folder)/\(name).svg", Array(film.svg(at: frame).utf8))])
            }
            let bytes = try await Self.encode(folder, as: format)
            withExtendedLifetime(tree) {}
            return bytes
        } catch let error as ReportError {
            throw error
        } catch {
            throw .undrawable("\(error)")
        }
    }

    private static func encode(_ folder: String, as format: Format) async throws -> [UInt8] {
        let filter =
            format == .gif
            ? "split[a][b];[a]palettegen[p];[b][p]paletteuse" : "scale=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p"
        let output = "\(folder)/film.\(format.rawValue)"
        let call = ProgramCall(command: [
            "ffmpeg", "-v", "error", "-nostdin", "-framerate", NumberText.exact(filmRate), "-i", "\(folder)/%05d.svg",
            "-vf", filter, output,
        ])
        let result: ProgramOutput
        do throws(ProgramError) {
            result = try await call.run(limit: maximumMessageBytes)
        } catch {
            throw ReportError.undrawable(
                error == .notFound
                    ? "there is no 'ffmpeg' on the PATH; install ffmpeg (Debian: apt-get install ffmpeg), or name "
                        + "a file that ends in .svg"
                    : "\(error)"
            )
        }
        guard result.code == 0 else {
            let words = result.error.split(whereSeparator: \.isNewline).last ?? "no message"
            throw ReportError.undrawable("ffmpeg failed: \(String(words).withoutControlCharacters)")
        }
        return Array(try Data(contentsOf: URL(filePath: output)))
    }
}
