//! A file of numbers that notices when it is damaged.
//!
//! It has a header, which says what the numbers are, the numbers in chunks, and a digest of every
//! chunk and of the header. A chunk is checked when it is read for the first time, so that opening a
//! large file costs nothing. Files are read, not mapped: a mapped file that somebody cuts short
//! kills whoever looks at it.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest as _, Sha256};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"DICETAB1";
const CHUNK: usize = 64 * 1024;
/// Chunks kept in memory: what a game looks at again and again.
const KEPT: usize = 256;
/// The longest header that is read.
const MOST_HEADER: u32 = 1 << 20;

/// A digest of one chunk. Against accidents, not against forgers.
type Check = [u8; 8];

/// Why a file of numbers cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file that was to be read or written.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is damaged, or no such file at all.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The file that is damaged.
        path: PathBuf,
        /// How it shows.
        what: &'static str,
    },
}

impl FileError {
    fn io(path: &Path) -> impl Fn(io::Error) -> FileError + '_ {
        |source| FileError::Io { path: path.to_owned(), source }
    }

    /// Whether there simply is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self, FileError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}

/// Writes a file: all of it or nothing.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn write(
    path: &Path,
    header: &str,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    let error = FileError::io(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(&error)?;
    }
    let partial = path.with_extension("partial");
    let written = write_to(&partial, header, fill).and_then(|()| fs::rename(&partial, path));
    if written.is_err() {
        // What is left of it is of no use; that it cannot be removed either is the lesser trouble.
        let _ = fs::remove_file(&partial);
    }
    written.map_err(error)
}

fn write_to(
    path: &Path,
    header: &str,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    out.write_all(MAGIC)?;
    out.write_all(&(header.len() as u32).to_le_bytes())?;
    out.write_all(header.as_bytes())?;
    out.write_all(&check(header.as_bytes()))?;
    let mut chunks =
        Chunks { out, chunk: Vec::with_capacity(CHUNK), checks: Vec::new(), length: 0 };
    fill(&mut chunks)?;
    chunks.finish()
}

/// Cuts what is written into chunks.
struct Chunks<W> {
    out: W,
    chunk: Vec<u8>,
    checks: Vec<u8>,
    length: u64,
}

impl Chunks<BufWriter<File>> {
    fn finish(mut self) -> io::Result<()> {
        self.end_chunk()?;
        self.out.write_all(&self.checks)?;
        self.out.write_all(&check(&self.checks))?;
        self.out.write_all(&self.length.to_le_bytes())?;
        self.out.flush()?;
        self.out.get_ref().sync_all()
    }
}

impl<W: Write> Chunks<W> {
    fn end_chunk(&mut self) -> io::Result<()> {
        if !self.chunk.is_empty() {
            self.checks.extend(check(&self.chunk));
            self.length += self.chunk.len() as u64;
            self.out.write_all(&self.chunk)?;
            self.chunk.clear();
        }
        Ok(())
    }
}

impl<W: Write> Write for Chunks<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(CHUNK - self.chunk.len());
        self.chunk.extend_from_slice(&bytes[..taken]);
        if self.chunk.len() == CHUNK {
            self.end_chunk()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn check(bytes: &[u8]) -> Check {
    let digest = Sha256::digest(bytes);
    let mut check = Check::default();
    check.copy_from_slice(&digest[..size_of::<Check>()]);
    check
}

/// A file of numbers, open.
#[derive(Debug)]
pub(crate) struct NumbersFile {
    path: PathBuf,
    pub header: String,
    /// Where the first chunk starts.
    start: u64,
    /// How many bytes the chunks have together.
    length: u64,
    checks: Vec<u8>,
    open: Mutex<Open>,
}

#[derive(Debug)]
struct Open {
    file: File,
    kept: HashMap<u64, Arc<Vec<u8>>>,
}

impl NumbersFile {
    /// Opens a file and checks everything but its chunks.
    ///
    /// # Errors
    /// When it cannot be read or is damaged.
    pub fn open(path: &Path) -> Result<NumbersFile, FileError> {
        let error = FileError::io(path);
        let damaged = |what| FileError::Damaged { path: path.to_owned(), what };
        let mut file = File::open(path).map_err(&error)?;
        let size = file.metadata().map_err(&error)?.len();
        let short = |_| damaged("it ends too soon");
        let mut start = [0; 12];
        file.read_exact(&mut start).map_err(short)?;
        let (magic, length) = start.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(damaged("it does not start like a table"));
        }
        let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
        if length > MOST_HEADER {
            return Err(damaged("its header is too long"));
        }
        let mut header = vec![0; length as usize];
        let mut header_check = Check::default();
        file.read_exact(&mut header).map_err(short)?;
        file.read_exact(&mut header_check).map_err(short)?;
        if check(&header) != header_check {
            return Err(damaged("its header is not what was written"));
        }
        let header = String::from_utf8(header).map_err(|_| damaged("its header is not text"))?;
        let start = (start.len() + header.len() + header_check.len()) as u64;
        let (length, checks) = read_checks(&mut file, start, size)
            .map_err(short)?
            .ok_or_else(|| damaged("its end is not what was written"))?;
        let open = Mutex::new(Open { file, kept: HashMap::new() });
        Ok(NumbersFile { path: path.to_owned(), header, start, length, checks, open })
    }

    /// How many bytes there are.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// The bytes from `from` on, as many as `out` has room for.
    ///
    /// # Errors
    /// When they cannot be read, are damaged, or there are not so many.
    pub fn read(&self, from: u64, out: &mut [u8]) -> Result<(), FileError> {
        let mut done = 0;
        while done < out.len() {
            let at = from + done as u64;
            let chunk = self.chunk(at / CHUNK as u64)?;
            let inside = (at % CHUNK as u64) as usize;
            let part = chunk.get(inside..).filter(|part| !part.is_empty()).ok_or_else(|| {
                FileError::Damaged { path: self.path.clone(), what: "it is too short" }
            })?;
            let count = part.len().min(out.len() - done);
            out[done..done + count].copy_from_slice(&part[..count]);
            done += count;
        }
        Ok(())
    }

    fn chunk(&self, number: u64) -> Result<Arc<Vec<u8>>, FileError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(chunk) = open.kept.get(&number) {
            return Ok(chunk.clone());
        }
        let damaged = |what| FileError::Damaged { path: self.path.clone(), what };
        let from = number * CHUNK as u64;
        let size = self.length.saturating_sub(from).min(CHUNK as u64) as usize;
        let mut bytes = vec![0; size];
        let error = FileError::io(&self.path);
        open.file.seek(SeekFrom::Start(self.start + from)).map_err(&error)?;
        open.file.read_exact(&mut bytes).map_err(|_| damaged("it ends too soon"))?;
        let place = number as usize * size_of::<Check>();
        let expected = self.checks.get(place..place + size_of::<Check>());
        if expected != Some(&check(&bytes)[..]) {
            return Err(damaged("a part of it is not what was written"));
        }
        if open.kept.len() >= KEPT {
            open.kept.clear();
        }
        let chunk = Arc::new(bytes);
        open.kept.insert(number, chunk.clone());
        Ok(chunk)
    }
}

/// How many bytes the chunks have, and their digests; `None` when these do not fit together.
fn read_checks(file: &mut File, start: u64, size: u64) -> io::Result<Option<(u64, Vec<u8>)>> {
    let mut last = [0; 16];
    file.seek(SeekFrom::End(-(last.len() as i64)))?;
    file.read_exact(&mut last)?;
    let (of_checks, length) = last.split_at(8);
    let length = u64::from_le_bytes(length.try_into().unwrap_or_default());
    let count = length.div_ceil(CHUNK as u64);
    let bytes = count.saturating_mul(size_of::<Check>() as u64);
    let whole = [start, length, bytes].iter().try_fold(16u64, |sum, part| sum.checked_add(*part));
    if whole != Some(size) {
        return Ok(None);
    }
    let mut checks = vec![0; bytes as usize];
    file.seek(SeekFrom::Start(start + length))?;
    file.read_exact(&mut checks)?;
    Ok((check(&checks)[..] == *of_checks).then_some((length, checks)))
}
