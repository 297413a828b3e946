#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The same formulas in C: `C/formulas.c`, compiled by the system's compiler with -O2.
struct CFormulas {
    typealias Sum = @convention(c) (_ pairs: UnsafeRawPointer?, _ count: Int) -> Double

    private let library: UnsafeMutableRawPointer

    /// - Returns: nil where the library cannot be opened.
    init?(path: String) {
        guard let library = dlopen(path, RTLD_NOW) else { return nil }
        self.library = library
    }

    func sum(named name: String) -> Sum? {
        dlsym(library, "sum_\(name)").map { unsafeBitCast($0, to: Sum.self) }
    }
}
