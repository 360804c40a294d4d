//! What other people's code says of cuts and speed: the crates `fastcdc`, `seq_chunking`, `cdc` (GF(2) division) and `sha1`.
//! TTTD, and bup's rolling checksum, are their definitions, computed anew for each window.
//!
//!     reference input FILE               writes the input of the golden cuts
//!     reference cuts FILE                one line a chunker: name, number of chunks, SHA-1 over the ends (u32, little-endian)
//!     reference ends NAME FILE           the ends, one a line
//!     reference speed FILE               FastCDC 4 KB a segment, without and with SHA-1: lines of name, MB/s, chunks, digest

use cdc::{Polynom, Polynom64};
use fastcdc::v2020::{FastCDC, Normalization};
use seq_chunking::{ChunkingConfig, SeqChunking, SeqOpMode};
use sha1::{Digest, Sha1};
use std::hint::black_box;

const SEGMENT: usize = 2 << 20;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["input", file] => std::fs::write(file, input()).unwrap(),
        ["cuts", file] => cuts(&std::fs::read(file).unwrap()),
        ["ends", name, file] => {
            ends(name, &std::fs::read(file).unwrap()).iter().for_each(|end| println!("{end}"))
        }
        ["speed", file] => speed(&std::fs::read(file).unwrap()),
        _ => {
            eprintln!("usage: reference input FILE | cuts FILE | ends NAME FILE | speed FILE");
            std::process::exit(2);
        }
    }
}

/// SplitMix64 from 1: a mebibyte at random, one of 32 letters, 256 KiB of zeros, 256 KiB of a period of 1000, and
/// 1,000,001 bytes at random.
fn input() -> Vec<u8> {
    let mut state = 1u64;
    let mut next = move || {
        state = state.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        (z ^ (z >> 31)) as u8
    };
    let mut bytes = Vec::new();
    bytes.extend((0..1 << 20).map(|_| next()));
    bytes.extend((0..1 << 20).map(|_| b"etaoin shrdlu.cmfwyp,vbgkqjxz\n01"[next() as usize % 32]));
    bytes.extend((0..256 << 10).map(|_| 0));
    let period: Vec<u8> = (0..1000).map(|_| next()).collect();
    bytes.extend((0..256 << 10).map(|i| period[i % 1000]));
    bytes.extend((0..1_000_001).map(|_| next()));
    bytes
}

fn cuts(bytes: &[u8]) {
    let sizes = ["1k", "2k", "4k", "8k", "16k", "32k", "64k", "128k", "256k", "512k", "1m"];
    for (algorithm, known) in [("fastcdc-v1", 11), ("rollsum-v1", 7), ("seqcdc-v1", 5), ("tttd-v1", 11)] {
        for size in &sizes[..known] {
            let name = format!("{algorithm}-{size}");
            let ends = ends(&name, bytes);
            let mut digest = Sha1::new();
            ends.iter().for_each(|end| digest.update((*end as u32).to_le_bytes()));
            println!("{name} {} {}", ends.len(), hex(digest));
        }
    }
}

fn ends(name: &str, bytes: &[u8]) -> Vec<usize> {
    let (algorithm, size) = name.rsplit_once('-').unwrap();
    let unit = if size.ends_with('m') { 1 << 20 } else { 1 << 10 };
    let average = size[..size.len() - 1].parse::<usize>().unwrap() * unit;
    match algorithm {
        "fastcdc-v1" => fast_cdc(bytes, average).map(|chunk| chunk.offset + chunk.length).collect(),
        "rollsum-v1" => roll_sum(bytes, average),
        "seqcdc-v1" => seq_cdc(bytes, average),
        "tttd-v1" => tttd(bytes, average),
        _ => panic!("no reference for {name}"),
    }
}

fn fast_cdc(bytes: &[u8], average: usize) -> FastCDC<'_> {
    FastCDC::with_level(bytes, average / 4, average, average * 4, Normalization::Level2)
}

fn seq_cdc(bytes: &[u8], average: usize) -> Vec<usize> {
    let config = ChunkingConfig::builder()
        .op_mode(SeqOpMode::Increasing)
        .seq_threshold(5)
        .jump_trigger(50)
        .jump_size(average as u64 / 32)
        .min_block_size(average as u64 / 2)
        .avg_block_size(average as u64)
        .max_block_size(average as u64 * 2)
        .build()
        .unwrap();
    SeqChunking::from_config(config).chunk_all(bytes).map(|chunk| chunk.end()).collect()
}

/// The second sum of bup: 64 * 63 * 31, and the last 64 bytes, the newest once, the oldest 64 times.
fn roll_sum(bytes: &[u8], average: usize) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut start = 0;
    while start < bytes.len() {
        let most = bytes.len().min(start + 16 * average);
        start = (start + 64..most)
            .find(|&end| {
                let window = bytes[end - 64..end].iter().rev();
                let sum = window.zip(1..).fold(64 * 63 * 31, |sum, (byte, times)| sum + *byte as usize * times);
                sum % average == average - 1
            })
            .unwrap_or(most);
        ends.push(start);
    }
    ends
}

/// TTTD as its paper has it; the hash of every window is divided anew, byte after byte, nothing rolls.
fn tttd(bytes: &[u8], average: usize) -> Vec<usize> {
    const POLYNOMIAL: Polynom64 = 0x3DA3358B4DC173;
    let hashes: Vec<Polynom64> = (48..=bytes.len())
        .map(|end| {
            bytes[end - 48..end].iter().fold(0, |hash: Polynom64, byte| (hash << 8 | *byte as u64).modulo(&POLYNOMIAL))
        })
        .collect();
    let (main, backup) = (average as u64 / 2, average as u64 / 4);
    let mut ends = Vec::new();
    let mut start = 0;
    while start < bytes.len() {
        let mut end = None;
        let mut backup_end = None;
        for length in average / 2..=average * 4 {
            if start + length > bytes.len() {
                break;
            }
            let hash = hashes[start + length - 48];
            if hash % backup == backup - 1 {
                backup_end = Some(start + length);
            }
            if hash % main == main - 1 {
                end = Some(start + length);
                break;
            }
            if length == average * 4 {
                end = backup_end.or(Some(start + length));
            }
        }
        start = end.unwrap_or(bytes.len());
        ends.push(start);
    }
    ends
}

fn speed(bytes: &[u8]) {
    for measured in [false, true] {
        let started = processor_nanos();
        let mut chunks = 0u64;
        for segment in bytes.chunks(SEGMENT) {
            for chunk in fast_cdc(segment, 4096) {
                black_box(chunk.length);
                chunks += 1;
            }
        }
        if measured {
            report("cut", bytes.len(), started, chunks, "-");
        }
    }
    for measured in [false, true] {
        let started = processor_nanos();
        let mut chunks = 0u64;
        let mut all = Sha1::new();
        for segment in bytes.chunks(SEGMENT) {
            for chunk in fast_cdc(segment, 4096) {
                let mut digest = Sha1::new();
                digest.update(&segment[chunk.offset..chunk.offset + chunk.length]);
                all.update((chunk.length as u32).to_le_bytes());
                all.update(digest.finalize());
                chunks += 1;
            }
        }
        if measured {
            report("cut+sha1", bytes.len(), started, chunks, &hex(all));
        }
    }
}

fn report(name: &str, bytes: usize, started: u64, chunks: u64, digest: &str) {
    let rate = bytes as f64 * 1e3 / (processor_nanos() - started) as f64;
    println!("{name} {rate:.0} {chunks} {digest}");
}

/// Time that this thread has had a core, as Linux counts it: other users of the machine count less than on the wall's clock.
fn processor_nanos() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split_whitespace().next().unwrap().parse().unwrap()
}

fn hex(digest: Sha1) -> String {
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
