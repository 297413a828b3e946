//! Finds the library with pkg-config.

use std::process::Command;

fn main() {
    let output = Command::new("pkg-config").args(["--variable=libdir", "sextant"]).output().expect("pkg-config");
    let folder = String::from_utf8(output.stdout).expect("a path");
    println!("cargo:rustc-link-search=native={}", folder.trim());
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.trim());
    println!("cargo:rustc-link-lib=dylib=sextant");
}
