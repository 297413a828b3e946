import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of `NAME=PATH[,key=value…]` and of finding the file of a recording.
struct EstimateSourceTests {
    @Test func `A name, a path and all keys are parsed`() throws {
        let text =
            "my filter=out/a,b.csv,order=xyzw,world=ned,rotation=world-to-device,clock=-0.25,unit=rad,sequence=xyz"
        let source = try EstimateSource(parsing: text + ",north=magnetic")
        #expect(source.name == "my filter")
        #expect(source.path == "out/a,b.csv")
        #expect(source.conventions.order == .xyzw)
        #expect(
            source.conventions.frame == EarthFrame(axes: .northEastDown, north: .magnetic, direction: .earthToDevice)
        )
        #expect(source.conventions.clock == -0.25)
        #expect(source.conventions.unit == .radians)
        #expect(source.conventions.sequence == .xyz)
        #expect(source.conventions.given.count == 7)
    }

    @Test func `Without keys the conventions are the native ones`() throws {
        let source = try EstimateSource(parsing: "mine=a.csv")
        #expect(source.conventions == EstimateConventions())
        #expect(source.conventions.frame == EarthFrame())
    }

    @Test(arguments: [
        ("mine", "'mine' is not NAME=PATH[,key=value…]"),
        ("=a.csv", "'=a.csv' is not NAME=PATH[,key=value…]"),
        ("mine=", "'mine=' is not NAME=PATH[,key=value…]"),
        ("mine=,order=xyzw", "'mine=,order=xyzw' is not NAME=PATH[,key=value…]"),
        ("mine=a,ordr=xyzw", "unknown key 'ordr'; did you mean 'order'?"),
        ("mine=a,colour=red", "use one of content, order, world, north, rotation, clock, clock-rate, body, mirror"),
        ("mine=a,order=xyz", "unknown value 'order=xyz'; did you mean 'wxyz'?"),
        ("mine=a,world=NED", "did you mean 'ned'?"),
        ("mine=a,rotation=device-to-earth", "did you mean 'device-to-world'?"),
        ("mine=a,clock=soon", "'clock=soon' must be a number from -1e10 to 1e10 s"),
        ("mine=a,clock=nan", "'clock=nan' must be a number from -1e10 to 1e10 s"),
        ("mine=a,unit=grad", "did you mean 'rad'?"),
        ("mine=a,sequence=xyx", "unknown value 'sequence=xyx'"),
        ("mine=a,order=wxyz,order=xyzw", "the key 'order' is repeated; keep only one 'order'"),
        ("mine=a,order=wxyz,plain", "'plain' is not key=value"),
    ])
    func `A malformed source is an error that names the fault`(text: String, words: String) {
        let error = #expect(throws: InputError.self) { try EstimateSource(parsing: text) }
        #expect("\(error.map { "\($0)" } ?? "")".contains(words), "\(error.map { "\($0)" } ?? "")")
    }

    @Test func `A single file belongs to any recording`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "a.csv")
        let source = EstimateSource(name: "mine", path: path)
        #expect(source.isSingleFile)
        #expect(try source.file(for: ["pan"]) == path)
        #expect(source.unread(besides: []).isEmpty)
    }

    @Test func `In a folder the file has the name of the recording`() throws {
        let folder = try TemporaryFolder()
        for name in ["pan.csv", "walk.tum", "swing_seed-1.txt", "notes.md"] { try folder.write("", to: name) }
        let source = EstimateSource(name: "mine", path: folder.url.path)
        #expect(!source.isSingleFile)
        #expect(try source.file(for: ["other", "pan"]) == folder.url.path + "/pan.csv")
        #expect(try source.file(for: ["walk"]).hasSuffix("/walk.tum"))
        #expect(try source.file(for: ["swing/seed-1"]).hasSuffix("/swing_seed-1.txt"))
        #expect(source.unread(besides: [folder.url.path + "/pan.csv"]) == ["swing_seed-1.txt", "walk.tum"])
    }

    @Test func `A recording without a file, or with two, is an error`() throws {
        let folder = try TemporaryFolder()
        for name in ["pan.csv", "pan.tum"] { try folder.write("", to: name) }
        let source = EstimateSource(name: "mine", path: folder.url.path)
        let two = #expect(throws: InputError.self) { try source.file(for: ["pan"]) }
        #expect(two?.message == "the folder has several files for the recording 'pan': pan.csv and pan.tum")
        let none = #expect(throws: InputError.self) { try source.file(for: ["walk"]) }
        #expect(none?.message == "the folder has no file walk.csv, .tum or .txt for the recording 'walk'")
        // A name does not leave the folder.
        let outside = EstimateSource(name: "mine", path: folder.url.path + "/sub")
        try folder.write("", to: "sub/a.csv")
        #expect(throws: InputError.self) { try outside.file(for: ["../pan"]) }
    }
}
