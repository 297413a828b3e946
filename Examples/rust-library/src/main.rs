//! Reads samples from standard input and writes orientations, as `orientation.c` of the example in C does.

mod sextant;

use sextant::{Pipeline, Samples};
use std::io::BufRead;

fn main() {
    let spec = std::env::args().nth(1).expect("usage: orientation SPEC <samples.csv");
    let mut pipeline = Pipeline::new(&spec).unwrap_or_else(|message| {
        eprintln!("{message}");
        std::process::exit(2);
    });
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("text");
        let numbers: Vec<f64> = line.split(',').map(|cell| cell.trim().parse().expect("a number")).collect();
        let vector = |start: usize| {
            let value = [numbers[start], numbers[start + 1], numbers[start + 2]];
            (!value[0].is_nan()).then_some(value)
        };
        let samples = Samples { gyroscope: vector(1), accelerometer: vector(4), magnetometer: vector(7) };
        if let Some([w, x, y, z]) = pipeline.push(numbers[0], &samples) {
            println!("{},{w},{x},{y},{z}", numbers[0]);
        }
    }
}
